#include "generators/strategy_tools.h"

#include <algorithm>
#include <utility>

#include "core/manifest_parts.h"
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

Change change_of_evidence(Value evidence) {
  Change change;
  change.evidence = std::move(evidence);
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

}  // namespace

std::string other_text(TextKind kind, std::string_view old, Random& random) {
  return draw(kind, language_of(old), random, [&](const std::string& text) { return text == old; });
}

std::string new_item(TextKind kind, const std::vector<std::string>& list, Random& random) {
  return draw(kind, language_of_list(list, random), random,
              [&](const std::string& text) { return holds(list, text); });
}

std::string new_effect_id(const Manifest& document, Random& random) {
  if (is_v2(document)) {
    return new_id(random);
  }
  const Language language = document.external_writes.empty()
                                ? Language::kEnglish
                                : language_of(random.pick(document.external_writes).effect_id);
  return draw(TextKind::kEffectId, language, random,
              [&](const std::string& text) { return holds_effect(document, text); });
}

std::string new_id(Random& random) {
  static constexpr char kHex[] = "0123456789abcdef";
  static constexpr std::string_view kStems[] = {"new-", "item:", "x/", "追加-", "🧾-"};
  std::string id(random.pick(kStems));
  // 64 bits: no document holds the same ones.
  std::uint64_t bits = random.next();
  for (int i = 0; i < 16; ++i, bits >>= 4) {
    id += kHex[bits & 0xF];
  }
  return id;
}

std::string other_operation(std::string_view old, Random& random) {
  static constexpr std::string_view kOperations[] = {"page.publish", "invoice.send",  "record.read",
                                                     "file.delete",  "sample.weigh",  "tag_release",
                                                     "mail-archive", "backup.restore"};
  const std::string_view drawn = random.pick(kOperations);
  return drawn == old ? "table.drop" : std::string(drawn);
}

std::string new_digest(Random& random) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string digits(64, '0');
  for (std::size_t i = 0; i < digits.size(); i += 16) {
    std::uint64_t bits = random.next();
    for (std::size_t k = 0; k < 16; ++k, bits >>= 4) {
      digits[i + k] = kHex[bits & 0xF];
    }
  }
  return digits;
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
  if (is_v2(document) && list_name == "consumedAuthorities") {
    const std::string id = new_id(random);
    return change_of(
        add_at(item_pointer(list_name, index),
               Value::object(
                   {{"authorityId", id}, {"holder", "run-main"}, {"effectId", new_id(random)}})));
  }
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
  const auto index = any_where(document.external_writes, random,
                               [&](const ExternalWrite& write) { return write.status == status; });
  if (!index) {
    return std::nullopt;
  }
  return change_of(remove_at(item_pointer("externalWrites", *index)));
}

std::optional<Change> turn_write_with(const Manifest& document, WriteStatus status,
                                      Random& random) {
  const auto index = any_where(document.external_writes, random,
                               [&](const ExternalWrite& write) { return write.status == status; });
  if (!index) {
    return std::nullopt;
  }
  const WriteStatus other =
      status == WriteStatus::kConfirmed ? WriteStatus::kUnknown : WriteStatus::kConfirmed;
  Change change = change_of(replace_at(write_pointer(*index, "status"), to_text(other)));
  if (is_v2(document)) {
    std::string receipt = write_pointer(*index, "receipt");
    change.edits.push_back(other == WriteStatus::kConfirmed
                               ? add_at(std::move(receipt), new_receipt({}, random))
                               : remove_at(std::move(receipt)));
  }
  return change;
}

std::string member_pointer(std::string_view list_name, std::size_t index, std::string_view member) {
  std::string pointer = item_pointer(list_name, index);
  pointer += '/';
  pointer += member;
  return pointer;
}

std::string write_pointer(std::size_t index, std::string_view member) {
  return member_pointer("externalWrites", index, member);
}

std::string obligation_pointer(std::size_t directive, std::size_t obligation,
                               std::string_view member) {
  std::string pointer = member_pointer("directives", directive, "obligations");
  pointer += '/';
  pointer += std::to_string(obligation);
  if (!member.empty()) {
    pointer += '/';
    pointer += member;
  }
  return pointer;
}

std::string decision_pointer(const DecisionRecord& decision, std::string_view member) {
  std::string pointer = "/decisions/" + escape_pointer_token(decision.name);
  pointer += '/';
  pointer += member;
  return pointer;
}

std::size_t any_reference(const Manifest& document, Random& random) {
  return is_v2(document) ? static_cast<std::size_t>(random.below(document.canonical.size())) : 0;
}

std::string reference_pointer(const Manifest& document, std::size_t index,
                              std::string_view member) {
  return is_v2(document) ? member_pointer("canonical", index, member)
                         : "/canonical/" + std::string(member);
}

Value new_write(const Manifest& document, std::string_view operation, std::string_view effect_id,
                WriteStatus status, Random& random) {
  Value write = Value::object(
      {{"operation", operation}, {"effectId", effect_id}, {"status", to_text(status)}});
  if (is_v2(document) && status == WriteStatus::kConfirmed) {
    write.add("receipt", new_receipt({}, random));
  }
  return write;
}

std::string new_receipt(std::string_view old, Random& random) {
  std::string receipt = "receipt " + std::to_string(random.below(1'000'000));
  return receipt == old ? receipt + "b" : receipt;
}

std::string new_write_operation(const Manifest& document, std::string_view old, Random& random) {
  return is_v2(document) ? other_operation(old, random)
                         : other_text(TextKind::kOperation, old, random);
}

Value command_action(const Manifest& document, std::string line, Random& random) {
  static constexpr std::string_view kRunners[] = {"run", "exec", "shell.command", "script.start"};
  static constexpr std::string_view kNames[] = {"line", "command", "script"};
  const NextAction& action = document.next_exact_action;
  const std::string operation = operation_runs_commands(action.operation)
                                    ? action.operation
                                    : std::string(random.pick(kRunners));
  Value arguments = action.arguments.is_null() ? Value::object() : action.arguments;
  arguments.set(random.pick(kNames), std::move(line));
  return Value::object(
      {{"operation", operation}, {"target", action.target}, {"arguments", std::move(arguments)}});
}

std::vector<ObligationPlace> all_obligations(const Manifest& document) {
  std::vector<ObligationPlace> places;
  for (std::size_t i = 0; i < document.directives.size(); ++i) {
    for (std::size_t k = 0; k < document.directives[i].obligations.size(); ++k) {
      places.push_back({i, k});
    }
  }
  return places;
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
