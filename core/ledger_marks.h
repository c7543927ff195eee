// From a user's entry to a line of the directive ledger. A person marks which words of which entry
// are an order, and what it obliges to; a rule only proposes marks and never decides.
//
// directive-marks/v1: {schema, marks: [{entryId, text?, directiveId?, obligations: [{kind,
// text}…]}…]}. `text` is a piece of the entry that occurs in it once; absent, the whole entry is
// meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/session.h"
#include "core/value.h"

namespace holdfast {

inline constexpr std::string_view kMarksSchema = "directive-marks/v1";

struct MarkedObligation {
  std::string kind;  // one of the five kinds of obligations
  std::string text;
};

struct Mark {
  std::string entry_id;
  std::string text;                                           // empty: the whole entry
  std::optional<std::pair<std::int64_t, std::int64_t>> span;  // bytes, in place of `text`
  std::string directive_id;                                   // empty: to be numbered
  std::vector<MarkedObligation> obligations;
};

Result<std::vector<Mark>> read_marks(std::string_view bytes, const std::string& where);
Value to_value(const std::vector<Mark>& marks);

// The entry, where a user wrote it. Errors: there is none of that id, or somebody else wrote it.
Result<const Entry*> user_entry(const Session& session, std::string_view entry_id,
                                const std::string& where);
// The members of an `issued` line for append_to_ledger. Errors: no user's entry, a text that is not
// in it or is there twice, a span off its characters, no obligation.
Result<Value> issued_members(const Session& session, const Mark& mark, const std::string& where);

// Sentences of users' prompts that look like orders, one mark each: docs/ledger.md has the rule.
std::vector<Mark> propose_marks(const Session& session);
// The kind of obligation that a sentence looks like; empty for none.
std::string_view proposed_kind(std::string_view sentence);

}  // namespace holdfast
