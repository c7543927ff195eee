// An operation, an event's kind or a decision's name is no token.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy bad_token_form() {
  return {.summary = "An operation, an event's kind or a decision's name is no token.",
          .invariant = "document",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            static constexpr std::string_view kTexts[] = {
                "Send mail", "send mail",  "Run",    "1st",       "-x",
                "mail/send", "メール送信", "ｒｕｎ", "run\u200B", "sénd"};
            const std::string text(random.pick(kTexts));
            const auto event = any_of(document.events, random);
            const auto decision = any_of(document.decisions, random);
            const std::uint64_t draw = random.below(3);
            if (draw == 1 && event) {
              return change_of(replace_at(member_pointer("events", *event, "kind"), text));
            }
            if (draw == 2 && decision) {
              const DecisionRecord& old = document.decisions[*decision];
              return change_of(add_at("/decisions/" + escape_pointer_token(text),
                                      Value::object({{"digest", old.digest},
                                                     {"observedAt", old.observed_at},
                                                     {"source", old.source}})));
            }
            return change_of(replace_at("/nextExactAction/operation", text));
          }};
}

}  // namespace holdfast::mutations
