#include "core/hook.h"

#include <algorithm>

#include "core/sessions/json_lines.h"
#include "core/sessions/json_members.h"

namespace holdfast {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

// Depth is bounded by the parser, which refuses more than 1,024 levels.
Value value_of(const element& json) {
  switch (json.type()) {
    case element_type::ARRAY: {
      Value items = Value::array();
      simdjson::dom::array array;
      if (json.get(array) == simdjson::SUCCESS) {
        for (const element item : array) {
          items.append(value_of(item));
        }
      }
      return items;
    }
    case element_type::OBJECT: {
      Value members = Value::object();
      simdjson::dom::object object;
      if (json.get(object) == simdjson::SUCCESS) {
        for (const auto& member : object) {
          members.add(member.key, value_of(member.value));
        }
      }
      return members;
    }
    case element_type::STRING:
      return Value(sessions::text_of(sessions::found(json)));
    case element_type::BOOL:
      return Value(sessions::is_true(sessions::found(json)));
    case element_type::NULL_VALUE:
      return Value();
    default: {
      std::string digits;
      TextRepairs repairs;
      sessions::CompactWriter(digits, repairs).append(json);
      return Value(digits);
    }
  }
}

}  // namespace

std::optional<Value> read_hook_payload(std::string_view bytes) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  bytes.remove_prefix(bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  simdjson::dom::parser parser;
  element json;
  if (parser.parse(bytes.data(), bytes.size()).get(json) != simdjson::SUCCESS) {
    sessions::JsonRepairs repairs;
    const std::string repaired = sessions::JsonRepairer(bytes, repairs).repaired();
    if (parser.parse(repaired).get(json) != simdjson::SUCCESS) {
      return std::nullopt;
    }
  }
  Value payload = value_of(json);
  return payload.is_object() ? std::optional(std::move(payload)) : std::nullopt;
}

std::string hook_text(const Value& payload, std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < payload.names().size(); ++i) {
    if (payload.names()[i] == name) {
      const Value& value = payload.items()[i];
      text = value.is_string() ? value.text() : std::string();
    }
  }
  return text;
}

const HookRuntime* find_hook_runtime(std::string_view name) {
  std::string wanted(name);
  std::replace(wanted.begin(), wanted.end(), '-', '_');
  const auto runtimes = hooks::all();
  const auto found = std::find_if(runtimes.begin(), runtimes.end(),
                                  [&](const HookRuntime& one) { return one.name == wanted; });
  return found == runtimes.end() ? nullptr : &*found;
}

}  // namespace holdfast
