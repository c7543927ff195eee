#include "core/difference.h"
#include "core/directive_pairs.h"

namespace holdfast::rules {

namespace {

void compare(const Obligation& before, const Obligation& after, const Directive& directive,
             Report& report) {
  const auto add = [&](std::string_view what) {
    Value detail = of_directive(directive);
    detail.add("change", what);
    report.add("directives", after.obligation_id, std::move(detail));
  };
  if (before.kind != after.kind) {
    add("kind");
  }
  if (before.text != after.text) {
    add("text");
  }
  if (before.fulfilled != after.fulfilled) {
    add("state");
  }
}

}  // namespace

Rule obligation_changed() {
  return {.summary = "An obligation has another kind, text or state.",
          .check_pair = [](const Pair& pair, Report& report) {
            for_each_directive_pair(pair, [&](const Directive& before, const Directive& after) {
              const auto known =
                  index_by_name(names_of(before.obligations, &Obligation::obligation_id));
              for (const Obligation& obligation : after.obligations) {
                const auto found = known.find(obligation.obligation_id);
                if (found != known.end()) {
                  compare(before.obligations[found->second], obligation, after, report);
                }
              }
            });
          }};
}

}  // namespace holdfast::rules
