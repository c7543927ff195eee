// What several strategies need: drawing items, texts that are not there yet, and the common edits
// of a list. All are as pure as the strategies themselves.
//
// Where the two versions spell a member differently, these draw for v1 what they always drew: a
// stored seed keeps its meaning.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/manifest.h"
#include "generators/random.h"
#include "generators/strategy.h"
#include "generators/text_pool.h"

namespace holdfast {

Change change_of(Edit edit);
Change change_of(Edit first, Edit second);
Change change_of_raw(std::string raw);
Change change_of_evidence(Value evidence);

bool holds(const std::vector<std::string>& list, std::string_view text);
bool holds_effect(const Manifest& document, std::string_view effect_id);

// A text of the pool, in the language of `old`, that differs from it.
std::string other_text(TextKind kind, std::string_view old, Random& random);
// A text of the pool that the list does not hold, in the language of one of its items.
std::string new_item(TextKind kind, const std::vector<std::string>& list, Random& random);
std::string new_effect_id(const Manifest& document, Random& random);

// v2 only: an id of the form that every id of v2 has, that no document holds, and tokens.
std::string new_id(Random& random);
std::string other_operation(std::string_view old, Random& random);
std::string new_digest(Random& random);

inline bool is_v2(const Manifest& document) { return document.version == Version::kV2; }

// The place of any item for which `keep` holds.
template <typename Item, typename Keep>
std::optional<std::size_t> any_where(const std::vector<Item>& items, Random& random, Keep keep) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (keep(items[i])) {
      places.push_back(i);
    }
  }
  if (places.empty()) {
    return std::nullopt;
  }
  return random.pick(places);
}
template <typename Item>
std::optional<std::size_t> any_of(const std::vector<Item>& items, Random& random) {
  return any_where(items, random, [](const Item&) { return true; });
}

// The texts of a list of texts; of `consumedAuthorities`, their ids.
std::vector<std::string> list_texts(const Manifest& document, std::string_view list_name);

// Removes any item of a text list.
std::optional<Change> drop_any(const Manifest& document, std::string_view list_name,
                               Random& random);
// Puts a new text at any place of a text list; in v2, a new authority among `consumedAuthorities`.
Change invent_item(const Manifest& document, std::string_view list_name, TextKind kind,
                   Random& random);

// The places of the writes with this status.
std::vector<std::size_t> writes_with(const Manifest& document, WriteStatus status);
// Removes any write with this status.
std::optional<Change> drop_write_with(const Manifest& document, WriteStatus status, Random& random);
// Gives any write with this status the other one; in v2 the receipt comes or goes with it.
std::optional<Change> turn_write_with(const Manifest& document, WriteStatus status, Random& random);

// "/<list>/<index>/<member>"
std::string member_pointer(std::string_view list_name, std::size_t index, std::string_view member);
// "/externalWrites/<index>/<member>"
std::string write_pointer(std::size_t index, std::string_view member);
// "/directives/<directive>/obligations/<obligation>", and "/<member>" behind it
std::string obligation_pointer(std::size_t directive, std::size_t obligation,
                               std::string_view member = {});
// "/decisions/<name>/<member>"
std::string decision_pointer(const DecisionRecord& decision, std::string_view member);
// Any source of truth: in v1 there is one, and nothing is drawn.
std::size_t any_reference(const Manifest& document, Random& random);
// v1: "/canonical/<member>"; v2: "/canonical/<index>/<member>"
std::string reference_pointer(const Manifest& document, std::size_t index, std::string_view member);

// A write of the document's version; a confirmed one of v2 has a receipt.
Value new_write(const Manifest& document, std::string_view operation, std::string_view effect_id,
                WriteStatus status, Random& random);
std::string new_receipt(std::string_view old, Random& random);
// An operation of the document's version.
std::string new_write_operation(const Manifest& document, std::string_view old, Random& random);

// v2: the next action with this command line; its operation becomes one that runs commands, if it
// is none.
Value command_action(const Manifest& document, std::string line, Random& random);

struct ObligationPlace {
  std::size_t directive;
  std::size_t obligation;
};
std::vector<ObligationPlace> all_obligations(const Manifest& document);

// The same moment `years` later (or, negative, earlier), give or take a leap day, in the same
// spelling; nullopt where the text is no time in UTC or the year would leave 1..9999.
std::optional<std::string> shift_years(std::string_view time, int years);

}  // namespace holdfast
