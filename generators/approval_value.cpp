#include "generators/approval_value.h"

namespace holdfast {

Value approval_value(std::string_view name, std::string_view from, std::string_view to,
                     std::string_view authority_id) {
  return Value::object({{"schema", "decision-approval/v1"},
                        {"name", name},
                        {"from", from},
                        {"to", to},
                        {"approver", "owner"},
                        {"authorityId", authority_id},
                        {"at", "2026-03-05T10:00:00Z"}});
}

}  // namespace holdfast
