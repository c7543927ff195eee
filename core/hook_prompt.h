// A prompt as a hook sees it: its id and digest are kept as a source that the ledger's lines can be
// held against, and a prompt that the user marks becomes an `issued` directive.
//
// Marked is a prompt whose first word is the mark ("#hold"), or the mark with the kind of the
// obligation ("#hold:prohibition"). What follows is the order. Without a kind, the rule of
// docs/ledger.md proposes one; where it finds none, it is `completion`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/hook.h"
#include "core/result.h"

namespace holdfast {

// Appends to <state>/sources.jsonl, whose lines have the form of evidence's `sources`, and for a
// marked prompt to <state>/ledger.jsonl. Errors: the disk, a damaged ledger, a kind that is none.
Result<Done> record_prompt(const HookEvent& event, const std::string& state_directory,
                           std::string_view mark, const std::string& now);

struct MarkedPrompt {
  std::string kind;
  std::size_t from = 0;  // of the order, in bytes of the prompt
};
// nullopt where the prompt is not marked, or nothing follows the mark.
std::optional<MarkedPrompt> marked_prompt(std::string_view prompt, std::string_view mark);

}  // namespace holdfast
