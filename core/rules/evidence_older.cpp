#include <map>

#include "core/difference.h"
#include "core/rule.h"
#include "core/time.h"

namespace holdfast::rules {

namespace {

bool is_older(std::string_view after, std::string_view before) {
  const auto is = parse_time(after);
  const auto was = parse_time(before);
  return is && was && *is < *was;
}

void check_references(const Pair& pair, Report& report) {
  const auto& after = pair.after.canonical;
  std::map<std::pair<std::string_view, std::string_view>, std::string_view> times;
  for (const CanonicalReference& reference : pair.before.canonical) {
    times[{reference.root, reference.path}] = reference.read_at;
  }
  const bool v1 = pair.after.version == Version::kV1;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto found = times.find({after[i].root, after[i].path});
    // v1 has one source of truth; another path does not hide an older time.
    const std::string_view before = v1 ? std::string_view(pair.before.canonical.front().read_at)
                                    : found != times.end() ? found->second
                                                           : std::string_view();
    if (is_older(after[i].read_at, before)) {
      report.add("canonical",
                 v1 ? "/canonical/readAt" : "/canonical/" + std::to_string(i) + "/readAt");
    }
  }
}

}  // namespace

Rule evidence_older() {
  return {.summary = "A time of observation moved back.",
          .check_pair = [](const Pair& pair, Report& report) {
            if (pair.before.canonical != pair.after.canonical) {
              check_references(pair, report);
            }
            const auto& before = pair.before.decisions;
            const auto& after = pair.after.decisions;
            if (before == after) {
              return;
            }
            const auto known = index_by_name(names_of(before, &DecisionRecord::name));
            for (const DecisionRecord& decision : after) {
              const auto found = known.find(decision.name);
              if (found != known.end() &&
                  is_older(decision.observed_at, before[found->second].observed_at)) {
                report.add("decisions", decision.name);
              }
            }
          }};
}

}  // namespace holdfast::rules
