// Times are cut to their dates, so an hour back is no time at all.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault compares_dates_only() {
  return {
      .summary = "Times of one day are the same.",
      .kind = FaultKind::kFailOpen,
      .versions = kBothVersions,
      .fields = {"canonical", "decisions"},
      .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
        const auto same_day = [](std::string& time, const std::string& known) {
          if (time.substr(0, 10) == known.substr(0, 10)) {
            time = known;
          }
        };
        for (std::size_t i = 0; i < after.canonical.size() && i < before.canonical.size(); ++i) {
          same_day(after.canonical[i].read_at, before.canonical[i].read_at);
        }
        for (std::size_t i = 0; i < after.decisions.size() && i < before.decisions.size(); ++i) {
          same_day(after.decisions[i].observed_at, before.decisions[i].observed_at);
        }
      })};
}

}  // namespace holdfast::zoo
