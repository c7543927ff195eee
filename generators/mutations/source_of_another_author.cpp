// A directive's source is no entry that a user wrote: the assistant's, a tool's, one that is not
// there, or one with other bytes.
#include "generators/ledger_for.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy source_of_another_author() {
  return {.summary = "The entry that a directive comes from is not there, or no user wrote it.",
          .invariant = "directive",
          .codes = {"directive_source_unknown"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.directives.empty()) {
              return std::nullopt;
            }
            Value evidence = evidence_for(document);
            std::vector<Value>& sources = evidence.find("sources")->items();
            // The last one is of the closings, which not every ledger has.
            const auto index = static_cast<std::ptrdiff_t>(random.below(sources.size() - 1));
            Value& source = sources[static_cast<std::size_t>(index)];
            switch (random.below(4)) {
              case 0:
                source.set("author", "assistant");
                break;
              case 1:
                source.set("author", "tool");
                break;
              case 2:
                source.set("sha256", std::string(64, '0'));
                break;
              default:
                sources.erase(sources.begin() + index);
            }
            return change_of_evidence(std::move(evidence));
          }};
}

}  // namespace holdfast::mutations
