#include "harness/shrink_documents.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/checksum.h"
#include "core/json.h"
#include "core/manifest_parts.h"
#include "generators/ledger_for.h"

namespace holdfast {
namespace {

constexpr std::string_view kObligationsOf = "obligations of ";
// Members whose texts are words of the format.
constexpr std::string_view kWords[] = {"schema", "status", "state", "kind", "prev", "at", "author"};

std::uint64_t nodes_of(const Value& value) {
  std::uint64_t sum = 1;
  for (const Value& item : value.items()) {
    sum += nodes_of(item);
  }
  return sum;
}

std::vector<Value> evidences_of(const Case& c) {
  std::vector<Value> all;
  if (!c.evidence.is_null()) {
    all.push_back(c.evidence);
  }
  for (const CaseLink& link : c.chain) {
    if (!link.evidence.is_null()) {
      all.push_back(link.evidence);
    }
  }
  return all;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// The list of that name; nullptr where the document has none.
Value* find_list(Value& document, std::string_view name) {
  if (name.starts_with(kObligationsOf)) {
    Value* directives = document.find("directives");
    if (directives == nullptr || !directives->is_array()) {
      return nullptr;
    }
    for (Value& directive : directives->items()) {
      if (item_key(directive) == name.substr(kObligationsOf.size())) {
        return directive.find("obligations");
      }
    }
    return nullptr;
  }
  Value* list = document.find(name);
  return list != nullptr && (list->is_array() || list->is_object()) ? list : nullptr;
}

const Value* find_list(const Value& document, std::string_view name) {
  return find_list(const_cast<Value&>(document), name);
}

// `decisions` is a list too, whose keys are its names.
std::string key_at(const Value& list, std::size_t index) {
  return list.is_object() ? list.names()[index] : item_key(list.items()[index]);
}

std::vector<std::string> keys_of(const Value& list) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < list.size(); ++i) {
    keys.push_back(key_at(list, i));
  }
  return keys;
}

bool is_hex_tail(std::string_view text) {
  return text.size() > 64 && is_sha256_text(text.substr(text.size() - 64));
}

std::string numbered_digest(std::size_t number) {
  const std::string digits = std::to_string(number);
  return std::string(64 - digits.size(), '0') + digits;
}

// x, y, z, then x3, x4, …
std::string numbered_text(std::size_t number) {
  constexpr std::string_view kLetters = "xyz";
  return number < kLetters.size() ? std::string(1, kLetters[number]) : "x" + std::to_string(number);
}

// Texts in the order in which they stand.
void collect_texts(const Value& value, std::vector<std::string>& texts, std::set<std::string>& seen,
                   bool names_count) {
  if (value.is_string() && seen.insert(value.text()).second) {
    texts.push_back(value.text());
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value.is_object()) {
      collect_texts(value.items()[i], texts, seen, false);
      continue;
    }
    const std::string& name = value.names()[i];
    if (names_count && seen.insert(name).second) {
      texts.push_back(name);
    }
    if (std::find(std::begin(kWords), std::end(kWords), name) == std::end(kWords)) {
      collect_texts(value.items()[i], texts, seen, name == "decisions");
    }
  }
}

void rename_in(Value& value, const std::map<std::string, std::string>& names, bool names_count) {
  if (value.is_string()) {
    if (const auto found = names.find(value.text()); found != names.end()) {
      value = Value(found->second);
    }
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    bool is_word = false;
    bool inner_names = false;
    if (value.is_object()) {
      std::string& name = value.names()[i];
      is_word = std::find(std::begin(kWords), std::end(kWords), name) != std::end(kWords);
      inner_names = name == "decisions";
      if (names_count) {
        if (const auto found = names.find(name); found != names.end()) {
          name = found->second;
        }
      }
    }
    if (!is_word) {
      rename_in(value.items()[i], names, inner_names);
    }
  }
}

std::string literal(const std::string& text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

void for_each_evidence(Case& c, const std::function<void(Value& evidence)>& call) {
  if (!c.evidence.is_null()) {
    call(c.evidence);
  }
  for (CaseLink& link : c.chain) {
    if (!link.evidence.is_null()) {
      call(link.evidence);
    }
  }
}

std::optional<std::vector<Value>> ledger_members(const Value& ledger) {
  if (!ledger.is_array()) {
    return std::nullopt;
  }
  std::vector<Value> members = ledger.items();
  for (Value& line : members) {
    if (!line.is_object()) {
      return std::nullopt;
    }
    for (const char* name : {"seq", "prev", "at"}) {
      line.erase(name);
    }
  }
  return members;
}

void fit_span(Value& line) {
  const Value* text = line.find("text");
  Value* span = line.find("span");
  if (text != nullptr && text->is_string() && span != nullptr && span->size() == 2) {
    *span = Value::array({0, static_cast<std::int64_t>(text->text().size())});
  }
}

Value* head_in(Value& document) {
  Value* lineage = document.find("lineage");
  Value* head = lineage == nullptr ? nullptr : lineage->find("ledgerHead");
  return head != nullptr && head->is_object() ? head : nullptr;
}

Value to_value(const LedgerHead& head) {
  return Value::object({{"seq", head.seq}, {"sha256", head.sha256}});
}

}  // namespace

std::vector<Value*> documents_of(Case& c) {
  std::vector<Value*> documents;
  const auto add = [&](CaseDocument& document) {
    if (document.form == SubjectDocument::Form::kValue && document.value.is_object()) {
      documents.push_back(&document.value);
    }
  };
  if (c.kind == "chain") {
    for (CaseLink& link : c.chain) {
      if (link.before) {
        add(*link.before);
      }
      add(link.manifest);
    }
    return documents;
  }
  add(c.before);
  add(c.after);
  return documents;
}

std::vector<const Value*> documents_of(const Case& c) {
  const std::vector<Value*> documents = documents_of(const_cast<Case&>(c));
  return {documents.begin(), documents.end()};
}

CaseSize size_of(const Case& c) {
  CaseSize size;
  size.rounds = c.kind == "chain" ? c.chain.size() : 1;
  std::vector<const Value*> documents = documents_of(c);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    size.edits += i > 0 ? edits_between(*documents[i - 1], *documents[i]).size() : 0;
    size.nodes += nodes_of(*documents[i]);
    size.text += write_compact_json(*documents[i]);
  }
  for (const Value& evidence : evidences_of(c)) {
    size.nodes += nodes_of(evidence);
    size.text += write_compact_json(evidence);
  }
  for (const CaseDocument* side : {&c.before, &c.after}) {
    if (side->form == SubjectDocument::Form::kText) {
      ++size.edits;
      size.text += side->text;
    }
  }
  size.nodes += c.policy == Policy::kExact ? 0 : 1;
  size.bytes = size.text.size();
  for (const char character : size.text) {
    const bool plain = character == 'x' || character == '0';
    const bool next = character == 'y' || character == 'z' || character == '1';
    size.not_plain += plain ? 0 : next ? 1 : 3;
  }
  return size;
}

std::uint64_t items_of(const Case& c) {
  std::uint64_t most = 0;
  for (const Value* document : documents_of(c)) {
    std::uint64_t items = 0;
    for (const std::string& name : list_names(c)) {
      const Value* list = find_list(*document, name);
      items += list != nullptr && name != "canonical" ? list->size() : 0;
    }
    most = std::max(most, items);
  }
  return most;
}

Manifest smallest_manifest(Version version) {
  const std::string digest(64, '0');
  Manifest manifest;
  manifest.version = version;
  manifest.task_id = "x";
  manifest.objective = "x";
  manifest.canonical = {{version == Version::kV2 ? "x" : "", "x", digest, "2000-01-01T00:00:00Z"}};
  manifest.next_exact_action.text = version == Version::kV1 ? "x" : "";
  manifest.next_exact_action.operation = version == Version::kV2 ? "x" : "";
  manifest.next_exact_action.target = version == Version::kV2 ? "x" : "";
  manifest.rollback = "x";
  manifest.lineage.source_sha256 = digest;
  return manifest;
}

std::string item_key(const Value& item) {
  if (item.is_object()) {
    std::string key;
    for (const char* name :
         {"directiveId", "obligationId", "eventId", "authorityId", "root", "path", "effectId"}) {
      const Value* id = item.find(name);
      if (id != nullptr && id->is_string() && (key.empty() || std::string_view(name) == "path")) {
        key += id->text() + "\n";
      }
    }
    if (!key.empty()) {
      return key;
    }
  }
  return write_canonical_json(item);
}

std::vector<std::string> list_names(const Case& c) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  };
  for (const Value* document : documents_of(c)) {
    for (std::size_t i = 0; i < document->size(); ++i) {
      if (document->items()[i].is_array() || document->names()[i] == "decisions") {
        add(document->names()[i]);
      }
    }
  }
  for (const Value* document : documents_of(c)) {
    const Value* directives = document->find("directives");
    for (std::size_t i = 0; directives != nullptr && i < directives->size(); ++i) {
      const Value* obligations = directives->items()[i].find("obligations");
      if (obligations != nullptr && obligations->is_array()) {
        add(std::string(kObligationsOf) + item_key(directives->items()[i]));
      }
    }
  }
  return names;
}

std::vector<std::string> item_keys(const Case& c, std::string_view name, bool shared) {
  std::vector<std::string> keys;
  std::set<std::string> seen;
  const std::vector<const Value*> documents = documents_of(c);
  const auto item_of = [&](const Value& document, const std::string& key) -> const Value* {
    const Value* list = find_list(document, name);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      if (key_at(*list, i) == key) {
        return &list->items()[i];
      }
    }
    return nullptr;
  };
  for (const Value* document : documents) {
    const Value* list = find_list(*document, name);
    for (const std::string& key : list == nullptr ? std::vector<std::string>() : keys_of(*list)) {
      const Value* item = item_of(*document, key);
      const bool same = std::all_of(documents.begin(), documents.end(), [&](const Value* other) {
        const Value* theirs = item_of(*other, key);
        return theirs != nullptr && *theirs == *item;
      });
      if ((!shared || same) && seen.insert(key).second) {
        keys.push_back(key);
      }
    }
  }
  return keys;
}

void drop_items(Case& c, std::string_view name, const std::vector<std::string>& keys) {
  for (Value* document : documents_of(c)) {
    Value* list = find_list(*document, name);
    if (list == nullptr) {
      continue;
    }
    for (std::size_t i = list->size(); i-- > 0;) {
      if (std::find(keys.begin(), keys.end(), key_at(*list, i)) == keys.end()) {
        continue;
      }
      list->items().erase(list->items().begin() + static_cast<std::ptrdiff_t>(i));
      if (list->is_object()) {
        list->names().erase(list->names().begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }
  // A raw text follows, as far as it spells the items as the other side does.
  for (CaseDocument* side : {&c.before, &c.after}) {
    if (side->form != SubjectDocument::Form::kText) {
      continue;
    }
    for (const std::string& key : keys) {
      for (const std::string& cut : {"," + key, key + ",", key}) {
        if (const std::size_t at = side->text.find(cut); at != std::string::npos) {
          side->text.erase(at, cut.size());
          break;
        }
      }
    }
  }
}

std::vector<std::string> shared_members(const Case& c) {
  std::vector<std::string> shared;
  const std::vector<const Value*> documents = documents_of(c);
  for (std::size_t i = 0; !documents.empty() && i < documents[0]->size(); ++i) {
    const std::string& name = documents[0]->names()[i];
    const bool same = std::all_of(documents.begin(), documents.end(), [&](const Value* other) {
      const Value* theirs = other->find(name);
      return theirs != nullptr && *theirs == documents[0]->items()[i];
    });
    if (same && name != "schema") {
      shared.push_back(name);
    }
  }
  return shared;
}

void make_smallest(Case& c, const std::vector<std::string>& members) {
  const std::vector<Value*> documents = documents_of(c);
  if (documents.empty()) {
    return;
  }
  const Value* schema = documents[0]->find("schema");
  const bool second = schema != nullptr && *schema == Value(kManifestV2);
  const Value smallest = to_value(smallest_manifest(second ? Version::kV2 : Version::kV1));
  for (const std::string& name : members) {
    const Value* value = smallest.find(name);
    const Value* old = documents[0]->find(name);
    if (value == nullptr || old == nullptr) {
      continue;
    }
    const std::string member = literal(name) + ":";
    for (CaseDocument* side : {&c.before, &c.after}) {
      if (side->form == SubjectDocument::Form::kText) {
        replace_all(side->text, member + write_compact_json(*old),
                    member + write_compact_json(*value));
      }
    }
    for (Value* document : documents) {
      document->set(name, *value);
    }
  }
}

std::map<std::string, std::string> short_texts(const Case& c) {
  std::vector<std::string> texts;
  std::set<std::string> seen;
  for (const Value* document : documents_of(c)) {
    collect_texts(*document, texts, seen, false);
  }
  std::vector<std::string> times;
  std::map<std::string, std::string> names;
  std::size_t digests = 0;
  std::size_t plain = 0;
  for (const std::string& text : texts) {
    if (is_utc_time(text)) {
      times.push_back(text);
    } else if (is_sha256_text(text)) {
      names[text] = numbered_digest(digests++);
    } else if (is_hex_tail(text)) {
      names[text] =
          (text.starts_with("sc") ? "sc2:sha256:" : "d1:sha256:") + numbered_digest(digests++);
    } else if (!text.empty()) {
      names[text] = numbered_text(plain++);
    }
  }
  // Which time is the later one stays as it is.
  std::sort(times.begin(), times.end());
  for (std::size_t i = 0; i < times.size() && i < 10; ++i) {
    names[times[i]] = "2000-01-01T00:00:0" + std::to_string(i) + "Z";
  }
  return names;
}

void rename_texts(Case& c, const std::map<std::string, std::string>& names) {
  for (Value* document : documents_of(c)) {
    rename_in(*document, names, false);
  }
  for_each_evidence(c, [&](Value& evidence) { rename_in(evidence, names, false); });
  for (CaseDocument* side : {&c.before, &c.after}) {
    if (side->form != SubjectDocument::Form::kText) {
      continue;
    }
    // In one walk, so that no new name is taken for an old one.
    std::string text;
    for (std::size_t at = 0; at < side->text.size();) {
      const auto found = std::find_if(names.begin(), names.end(), [&](const auto& name) {
        return side->text[at] == '"' &&
               side->text.compare(at, name.first.size() + 2, literal(name.first)) == 0;
      });
      text += found != names.end() ? literal(found->second) : std::string(1, side->text[at]);
      at += found != names.end() ? found->first.size() + 2 : 1;
    }
    side->text = std::move(text);
  }
}

bool make_first_version(Case& c) {
  constexpr std::string_view kSecondOnly[] = {"events", "directives", "decisions", "lineage",
                                              "nextExactAction"};
  const std::vector<std::string> shared = shared_members(c);
  const std::vector<Value*> documents = documents_of(c);
  for (const std::string_view name : kSecondOnly) {
    if (std::find(shared.begin(), shared.end(), name) == shared.end()) {
      return false;
    }
  }
  std::vector<Value> first;
  for (Value* document : documents) {
    std::optional<Manifest> manifest = manifest_from(*document);
    if (!manifest || manifest->version == Version::kV1 || manifest->canonical.empty()) {
      return false;
    }
    manifest->version = Version::kV1;
    manifest->canonical.resize(1);
    manifest->canonical[0].root.clear();
    manifest->next_exact_action = {};
    manifest->next_exact_action.text = "x";
    first.push_back(to_value(*manifest));
  }
  for (std::size_t i = 0; i < documents.size(); ++i) {
    *documents[i] = std::move(first[i]);
  }
  return c.kind == "compaction" && c.after.form == SubjectDocument::Form::kValue;
}

Joints::Joints(const Case& c) {
  for (const Value& evidence : evidences_of(c)) {
    const Value* ledger = evidence.find("ledger");
    const auto members = ledger == nullptr ? std::nullopt : ledger_members(*ledger);
    if (!members || members->empty() || !(chained_ledger(*members) == *ledger)) {
      continue;
    }
    has_chained_ledger_ = true;
    for (const Value* document : documents_of(c)) {
      const Value* head = head_in(const_cast<Value&>(*document));
      has_head_ = has_head_ || (head != nullptr && *head == to_value(head_of_ledger(*ledger)));
    }
  }
  for (std::size_t i = 1; c.kind == "chain" && i < c.chain.size(); ++i) {
    const auto previous = manifest_from(c.chain[i - 1].manifest.value);
    const auto next = manifest_from(c.chain[i].manifest.value);
    has_parents_ =
        has_parents_ || (previous && next && next->version == Version::kV2 &&
                         match_checksum(*previous, next->lineage.parent) == ChecksumMatch::kEqual);
  }
}

void Joints::settle(Case& c) const {
  for_each_evidence(c, [&](Value& evidence) {
    Value* ledger = evidence.find("ledger");
    auto members = ledger == nullptr ? std::nullopt : ledger_members(*ledger);
    if (!has_chained_ledger_ || !members || members->empty()) {
      return;
    }
    std::for_each(members->begin(), members->end(), fit_span);
    const Value old_head = to_value(head_of_ledger(*ledger));
    *ledger = chained_ledger(*members);
    for (Value* document : documents_of(c)) {
      Value* head = head_in(*document);
      if (has_head_ && head != nullptr) {
        *head = to_value(head_of_ledger(*ledger));
      }
    }
  });
  for (std::size_t i = 0; has_parents_ && i < c.chain.size(); ++i) {
    auto manifest = manifest_from(c.chain[i].manifest.value);
    if (!manifest || manifest->version != Version::kV2) {
      continue;
    }
    const auto previous = i == 0 ? std::nullopt : manifest_from(c.chain[i - 1].manifest.value);
    if (previous) {
      manifest->lineage.generation = previous->lineage.generation + 1;
      manifest->lineage.parent = semantic_checksum(*previous);
      c.chain[i].manifest.value = to_value(*manifest);
    }
  }
}

}  // namespace holdfast
