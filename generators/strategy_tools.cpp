#include "generators/strategy_tools.h"

#include <algorithm>
#include <utility>

#include "core/time.h"

namespace holdfast {

Change change_of(Edit edit) {
  Change change;
  change.edits.push_back(std::move(edit));
  return change;
}

Change change_of(Edit first, Edit second) {
  Change change;
  change.edits.push_back(std::move(first));
  change.edits.push_back(std::move(second));
  return change;
}

Change change_of_raw(std::string raw) { return {.edits = {}, .raw = std::move(raw)}; }

bool holds(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool holds_effect(const Manifest& document, std::string_view effect_id) {
  return std::any_of(document.external_writes.begin(), document.external_writes.end(),
                     [&](const ExternalWrite& write) { return write.effect_id == effect_id; });
}

namespace {

// Draws until `taken` lets a text pass; where the pool has no other text, a number makes it one.
template <typename Taken>
std::string draw(TextKind kind, Language language, Random& random, Taken taken) {
  constexpr int kDrawsMax = 16;
  std::string text;
  for (int i = 0; i < kDrawsMax; ++i) {
    text = pool_text(kind, language, random.next());
    if (!taken(text)) {
      return text;
    }
  }
  for (std::size_t number = 2;; ++number) {
    std::string numbered = text + " (" + std::to_string(number) + ")";
    if (!taken(numbered)) {
      return numbered;
    }
  }
}

Language language_of_list(const std::vector<std::string>& list, Random& random) {
  if (list.empty()) {
    return random.chance(1, 2) ? Language::kEnglish : Language::kJapanese;
  }
  return language_of(random.pick(list));
}

std::optional<std::size_t> any_of(const std::vector<std::size_t>& places, Random& random) {
  if (places.empty()) {
    return std::nullopt;
  }
  return random.pick(places);
}

}  // namespace

std::string other_text(TextKind kind, std::string_view old, Random& random) {
  return draw(kind, language_of(old), random, [&](const std::string& text) { return text == old; });
}

std::string new_item(TextKind kind, const std::vector<std::string>& list, Random& random) {
  return draw(kind, language_of_list(list, random), random,
              [&](const std::string& text) { return holds(list, text); });
}

std::string new_effect_id(const Manifest& document, Random& random) {
  const Language language = document.external_writes.empty()
                                ? Language::kEnglish
                                : language_of(random.pick(document.external_writes).effect_id);
  return draw(TextKind::kEffectId, language, random,
              [&](const std::string& text) { return holds_effect(document, text); });
}

std::vector<std::string> list_texts(const Manifest& document, std::string_view list_name) {
  if (list_name != "consumedAuthorities") {
    return document.*text_list(list_name).member;
  }
  std::vector<std::string> ids;
  for (const ConsumedAuthority& authority : document.consumed_authorities) {
    ids.push_back(authority.authority_id);
  }
  return ids;
}

std::optional<Change> drop_any(const Manifest& document, std::string_view list_name,
                               Random& random) {
  const std::vector<std::string> list = list_texts(document, list_name);
  if (list.empty()) {
    return std::nullopt;
  }
  const auto index = static_cast<std::size_t>(random.below(list.size()));
  return change_of(remove_at(item_pointer(list_name, index)));
}

Change invent_item(const Manifest& document, std::string_view list_name, TextKind kind,
                   Random& random) {
  const std::vector<std::string> list = list_texts(document, list_name);
  const auto index = static_cast<std::size_t>(random.between(0, list.size()));
  return change_of(add_at(item_pointer(list_name, index), new_item(kind, list, random)));
}

std::vector<std::size_t> writes_with(const Manifest& document, WriteStatus status) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < document.external_writes.size(); ++i) {
    if (document.external_writes[i].status == status) {
      places.push_back(i);
    }
  }
  return places;
}

std::optional<Change> drop_write_with(const Manifest& document, WriteStatus status,
                                      Random& random) {
  const auto index = any_of(writes_with(document, status), random);
  if (!index) {
    return std::nullopt;
  }
  return change_of(remove_at(item_pointer("externalWrites", *index)));
}

std::optional<Change> turn_write_with(const Manifest& document, WriteStatus status,
                                      Random& random) {
  const auto index = any_of(writes_with(document, status), random);
  if (!index) {
    return std::nullopt;
  }
  const WriteStatus other =
      status == WriteStatus::kConfirmed ? WriteStatus::kUnknown : WriteStatus::kConfirmed;
  return change_of(replace_at(write_pointer(*index, "status"), to_text(other)));
}

std::string write_pointer(std::size_t index, std::string_view member) {
  std::string pointer = item_pointer("externalWrites", index);
  pointer += '/';
  pointer += member;
  return pointer;
}

Value write_value(std::string_view operation, std::string_view effect_id, std::string_view status) {
  return Value::object({{"operation", operation}, {"effectId", effect_id}, {"status", status}});
}

std::optional<std::string> shift_years(std::string_view time, int years) {
  if (time.empty() || time.back() != 'Z' || !parse_time(time)) {
    return std::nullopt;
  }
  int year = 0;
  for (const char digit : time.substr(0, 4)) {
    year = year * 10 + (digit - '0');
  }
  year += years;
  if (year < 1 || year > 9999) {
    return std::nullopt;
  }
  std::string shifted = std::to_string(year);
  shifted.insert(0, 4 - shifted.size(), '0');
  shifted += time.substr(4);
  if (time.substr(4, 6) == "-02-29") {
    shifted[9] = '8';
  }
  return shifted;
}

}  // namespace holdfast
