// A checksum or the digest of a decision is none: without its version, cut off, in upper case.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

std::string ill_formed(std::string text, Random& random) {
  switch (random.below(4)) {
    case 0:
      return text.substr(text.find(':') + 1);
    case 1:
      text.pop_back();
      return text;
    case 2:
      text.back() = 'G';
      return text;
    default:
      return text + "0";
  }
}

}  // namespace

Strategy bad_checksum_form() {
  return {.summary = "A checksum or the digest of a decision is ill-formed.",
          .invariant = "document",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto decision = any_of(document.decisions, random);
            const std::string& parent = document.lineage.parent;
            if (!decision && parent.empty()) {
              return std::nullopt;
            }
            if (!decision || (!parent.empty() && random.chance(1, 2))) {
              return change_of(replace_at("/lineage/parent", ill_formed(parent, random)));
            }
            const DecisionRecord& record = document.decisions[*decision];
            return change_of(
                replace_at(decision_pointer(record, "digest"), ill_formed(record.digest, random)));
          }};
}

}  // namespace holdfast::mutations
