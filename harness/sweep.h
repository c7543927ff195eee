// Learns what a pipeline loses by planting one item at a time at moving places and looking where it
// stops coming back: how far into a message, how far into the previous summary, behind how much
// newer text, after how many rounds, in which language, said by whom. It knows nothing of the
// pipeline but what comes out of it.
//
// Every question is a threshold: the search doubles until the item is lost, then halves. It takes
// for granted that what is lost at some distance is lost at a longer one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "harness/pipeline.h"

namespace holdfast {

struct SweepFinding {
  std::string_view question;  // a token, e.g. "offset_in_message"
  bool lost = false;          // false: nothing was lost within the limit
  // The largest amount that was survived, in the question's unit; absent where it has none.
  std::optional<std::uint64_t> survived;
  std::uint64_t limit = 0;  // up to where was looked
  std::string sentence;     // e.g. "lost past character 1,971 of the previous summary"
};

struct SweepOptions {
  std::uint64_t characters_max = 100'000;  // of text around or behind the item
  std::uint64_t rounds_max = 60;
  std::uint64_t messages_max = 200;
};

// Calls to the pipeline are bounded by the options. `on_finding` may be empty. Errors: those of the
// pipeline.
Result<std::vector<SweepFinding>> sweep(
    Pipeline& pipeline, const SweepOptions& options = {},
    const std::function<void(const SweepFinding&)>& on_finding = {});

// 12345 -> "12,345"
std::string with_commas(std::uint64_t number);

}  // namespace holdfast
