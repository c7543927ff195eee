#include "generators/compactors_preview.h"

#include <utility>

#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast {
namespace {

// What the overview shows of a message.
Segments preview(const Message& message, const Parameters& parameters, bool coarse) {
  if (message.role == Role::kCall) {
    return {};  // the tool's name alone
  }
  const bool is_result = message.role == Role::kResult;
  const std::size_t count = is_result ? parameters.size("result_characters")
                            : coarse  ? parameters.size("coarse_characters")
                                      : parameters.size("preview_characters");
  return first_characters(message.seen(), count);
}

}  // namespace

std::vector<Parameter> with_preview_parameters(std::vector<Parameter> own) {
  const std::vector<Parameter> shared = {
      {"preview_characters", 2000, "What is shown of each message"},
      {"tail_tokens", 8000, "Kept word for word"},
      {"cap_tokens", 4000, "The longest summary"},
      {"overview_bytes", 32000, "What the summariser is shown at most"},
      {"overview_heading_bytes", 252, "Of these, its own words"},
      {"label_bytes", 20, "Before each message"},
      {"cut_note_bytes", 15, "Behind each that was clipped"},
      {"result_characters", 240, "What is shown of a tool's result; of a call, its name"},
      {"tool_entries", 24, "The newest calls and results that are shown"},
      {"coarse_above_tokens", 40000, "Beyond this much folded text previews are short"},
      {"coarse_characters", 240, "and have this many characters"}};
  own.insert(own.end(), shared.begin(), shared.end());
  return with_summary_parameters(std::move(own));
}

std::string preview_fault(const Parameters& parameters) {
  return first_fault(
      {size_fault(parameters, {"preview_characters", "tail_tokens", "cap_tokens", "overview_bytes",
                               "overview_heading_bytes", "label_bytes", "cut_note_bytes",
                               "result_characters", "tool_entries", "coarse_above_tokens",
                               "coarse_characters", "heading_characters"}),
       summary_fault(parameters)});
}

// Packed newest first, so the previous summary, the oldest message, comes last.
Overview overview_of(const std::vector<Message>& messages, const Parameters& parameters) {
  Overview overview;
  overview.cut = at_pair_boundary(messages, tail_from(messages, parameters.size("tail_tokens")));
  overview.shown.resize(overview.cut);
  const std::size_t room = parameters.size("overview_bytes");
  const std::size_t head_bytes = parameters.size("overview_heading_bytes");
  std::size_t head_tokens = 0;
  for (std::size_t i = 0; i < overview.cut; ++i) {
    head_tokens += tokens(size_of(messages[i]));
  }
  const bool coarse = head_tokens > parameters.size("coarse_above_tokens");
  std::size_t total = 0;
  bool any = false;
  std::size_t tool_entries = parameters.size("tool_entries");
  for (std::size_t i = overview.cut; i-- > 0;) {
    const Message& message = messages[i];
    if (message.role == Role::kCall || message.role == Role::kResult) {
      if (tool_entries == 0) {
        continue;
      }
      --tool_entries;
    }
    Segments shown = preview(message, parameters, coarse);
    const bool was_cut = size_of(shown).bytes < size_of(message.seen()).bytes;
    const std::size_t bytes = size_of(shown).bytes + parameters.size("label_bytes") +
                              (was_cut ? parameters.size("cut_note_bytes") : 0);
    if (head_bytes + total + bytes + 2 > room && any) {
      continue;
    }
    overview.shown[i] = std::move(shown);
    any = true;
    total += bytes;
    if (head_bytes + total + 2 >= room) {
      break;
    }
  }
  return overview;
}

Context folded(Turn turn, std::size_t cut, const Segments& open, const Parameters& parameters) {
  Message summary =
      write_summary(turn.table(), open,
                    plan_of(parameters, parameters.size("cap_tokens") * kTokenBytes), turn.round);
  return made_context(std::move(turn), {std::move(summary)}, cut);
}

}  // namespace holdfast
