#include "core/directive_pairs.h"

#include "core/difference.h"

namespace holdfast {

void for_each_directive_pair(
    const Pair& pair,
    const std::function<void(const Directive& before, const Directive& after)>& call) {
  const auto& before = pair.before.directives;
  if (before == pair.after.directives) {
    return;
  }
  const auto known = index_by_name(names_of(before, &Directive::directive_id));
  for (const Directive& directive : pair.after.directives) {
    const auto found = known.find(directive.directive_id);
    if (found != known.end()) {
      call(before[found->second], directive);
    }
  }
}

Value of_directive(const Directive& directive) {
  return Value::object({{"directiveId", directive.directive_id}});
}

}  // namespace holdfast
