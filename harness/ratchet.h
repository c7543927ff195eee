// The ratchet: what of a run's buckets is new. A team with known holes wants its nightly run to
// fail on the next one, not on the old ones; and wants to be told when an old one is gone.
//
// A suppression names a bucket that is looked away from on purpose, by its id, with a reason, an
// owner and a last day. One that is past its day, or that names a bucket which does not occur, is a
// fault of its own: a list that nobody keeps hides things.
//
//   {"schema": "suppressions/v1", "suppressions": [{"bucket", "reason", "owner", "expires"}…]}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace holdfast {

inline constexpr std::string_view kSuppressionsV1 = "suppressions/v1";

struct Suppression {
  std::string bucket;  // BucketKey::id()
  std::string reason;
  std::string owner;
  std::string expires;  // the last day, YYYY-MM-DD
};

// Errors: no such document; the member at fault is named.
Result<std::vector<Suppression>> read_suppressions(const std::string& path);

struct Ratchet {
  std::vector<std::string> fresh;       // open now and not in the baseline
  std::vector<std::string> known;       // open now and in the baseline
  std::vector<std::string> gone;        // in the baseline and not open now
  std::vector<std::string> suppressed;  // open now and looked away from
  std::vector<std::string> faults;      // of the suppressions, one line each

  bool passes() const { return fresh.empty() && faults.empty(); }
};

// `today` is YYYY-MM-DD. Without a baseline every bucket is fresh. All lists are sorted.
Ratchet judge_ratchet(std::vector<std::string> open,
                      const std::optional<std::vector<std::string>>& baseline,
                      const std::vector<Suppression>& suppressions, std::string_view today);

// For a person; empty where there is nothing to say.
std::string to_text(const Ratchet& ratchet);

}  // namespace holdfast
