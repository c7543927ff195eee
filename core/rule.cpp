#include "core/rule.h"

namespace holdfast {

std::string_view to_text(Policy policy) { return policy == Policy::kExact ? "exact" : "monotone"; }

std::string_view to_text(Step step) {
  switch (step) {
    case Step::kPair:
      return "pair";
    case Step::kLink:
      return "link";
    case Step::kOrigin:
      return "origin";
  }
  return {};
}

bool may_grow(Policy policy, std::string_view list_name) {
  return policy == Policy::kMonotone &&
         (list_name == "prohibitions" || list_name == "completionChecks");
}

void Report::add_on(Side side, std::string_view field, std::string item, Value detail) {
  findings_.push_back({.code = std::string(code_),
                       .side = side,
                       .link = std::nullopt,
                       .field = std::string(field),
                       .item = std::move(item),
                       .detail = std::move(detail)});
}

}  // namespace holdfast
