// A time of reading or observation is moved back by a fraction of a second up to some hours, on the
// same day. A verifier that compares dates, or whole minutes, sees nothing.
#include <vector>

#include "core/time.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

constexpr std::size_t kHour = 11;    // places in "2026-03-05T09:00:00Z"
constexpr std::size_t kSecond = 17;  // and minutes between them
constexpr std::size_t kZone = 19;

// Some earlier moment of the same day in the same spelling; nullopt at midnight, and for texts that
// are no plain time in UTC.
std::optional<std::string> a_little_earlier(std::string time, Random& random) {
  if (!shift_years(time, -1) || time.size() <= kZone || time.back() != 'Z') {
    return std::nullopt;
  }
  if (time[kZone] == '.' && random.chance(1, 2)) {
    const auto was = parse_time(time);
    time.erase(kZone, time.size() - kZone - 1);
    // A fraction of zeros is no time at all.
    return parse_time(time) < was ? std::optional(time) : std::nullopt;
  }
  std::vector<std::size_t> places;
  for (std::size_t at = kHour; at <= kSecond; at += 3) {
    if (time.compare(at, 2, "00") > 0) {
      places.push_back(at);
    }
  }
  if (places.empty()) {
    return std::nullopt;
  }
  const std::size_t at = random.pick(places);
  const int number = (time[at] - '0') * 10 + time[at + 1] - '0';
  const auto less = static_cast<int>(random.below(static_cast<std::uint64_t>(number)));
  time[at] = static_cast<char>('0' + less / 10);
  time[at + 1] = static_cast<char>('0' + less % 10);
  return time;
}

}  // namespace

Strategy move_time_back_a_little() {
  return {.summary = "A time of reading or observation is moved back within its day.",
          .invariant = "document",
          .codes = {"evidence_older"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!document.decisions.empty() && random.chance(1, 2)) {
              const DecisionRecord& decision = random.pick(document.decisions);
              const auto earlier = a_little_earlier(decision.observed_at, random);
              return earlier ? std::optional(change_of(
                                   replace_at(decision_pointer(decision, "observedAt"), *earlier)))
                             : std::nullopt;
            }
            const std::size_t index = any_reference(document, random);
            const auto earlier = a_little_earlier(document.canonical[index].read_at, random);
            return earlier ? std::optional(change_of(replace_at(
                                 reference_pointer(document, index, "readAt"), *earlier)))
                           : std::nullopt;
          }};
}

}  // namespace holdfast::mutations
