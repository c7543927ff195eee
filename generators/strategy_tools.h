// What several strategies need: drawing items, texts that are not there yet, and the three common
// edits of a list. All are as pure as the strategies themselves.
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

bool holds(const std::vector<std::string>& list, std::string_view text);
bool holds_effect(const Manifest& document, std::string_view effect_id);

// A text of the pool, in the language of `old`, that differs from it.
std::string other_text(TextKind kind, std::string_view old, Random& random);
// A text of the pool that the list does not hold, in the language of one of its items.
std::string new_item(TextKind kind, const std::vector<std::string>& list, Random& random);
std::string new_effect_id(const Manifest& document, Random& random);

// The texts of a list of texts; of `consumedAuthorities`, their ids.
std::vector<std::string> list_texts(const Manifest& document, std::string_view list_name);

// Removes any item of a text list.
std::optional<Change> drop_any(const Manifest& document, std::string_view list_name,
                               Random& random);
// Puts a new text at any place of a text list.
Change invent_item(const Manifest& document, std::string_view list_name, TextKind kind,
                   Random& random);

// The places of the writes with this status.
std::vector<std::size_t> writes_with(const Manifest& document, WriteStatus status);
// Removes any write with this status.
std::optional<Change> drop_write_with(const Manifest& document, WriteStatus status, Random& random);
// Gives any write with this status the other one.
std::optional<Change> turn_write_with(const Manifest& document, WriteStatus status, Random& random);

// "/externalWrites/<index>/<member>"
std::string write_pointer(std::size_t index, std::string_view member);
Value write_value(std::string_view operation, std::string_view effect_id, std::string_view status);

// The same moment `years` later (or, negative, earlier), give or take a leap day, in the same
// spelling; nullopt where the text is no time in UTC or the year would leave 1..9999.
std::optional<std::string> shift_years(std::string_view time, int years);

}  // namespace holdfast
