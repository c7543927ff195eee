// Edit scripts: what a strategy does to a document, as data that can be applied, stored, shown and
// shrunk. The operations are three of RFC 6902 with its meaning: `add` inserts into arrays ("-"
// appends) and sets members of objects, `remove` and `replace` need an existing value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/value.h"

namespace holdfast {

enum class EditOperation : std::uint8_t { kAdd, kRemove, kReplace };
std::string_view to_text(EditOperation operation);

struct Edit {
  std::string pointer;  // RFC 6901
  EditOperation operation = EditOperation::kReplace;
  Value value;  // unused by remove
};
using EditScript = std::vector<Edit>;

Edit add_at(std::string pointer, Value value);
Edit remove_at(std::string pointer);
Edit replace_at(std::string pointer, Value value);

// False where an edit does not apply; the document is then as far as the script got.
bool apply_edits(const EditScript& script, Value& document);

Value to_value(const EditScript& script);
std::optional<EditScript> edit_script_from(const Value& value);

// "/name/index"
std::string item_pointer(std::string_view list_name, std::size_t index);

}  // namespace holdfast
