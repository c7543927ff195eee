#include "harness/shrink_leaves.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>

#include "core/manifest_parts.h"
#include "harness/shrink_documents.h"

namespace holdfast {
namespace {

constexpr std::size_t kDigestDigits = 64;

bool ends_in_digest(std::string_view text) {
  return text.size() >= kDigestDigits && is_sha256_text(text.substr(text.size() - kDigestDigits));
}

void collect(const Value& value, const std::string& pointer, std::vector<std::string>& pointers) {
  if (!value.is_array() && !value.is_object()) {
    pointers.push_back(pointer);
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string token =
        value.is_object() ? escape_pointer_token(value.names()[i]) : std::to_string(i);
    collect(value.items()[i], pointer + "/" + token, pointers);
  }
}

void collect_members(const Value& value, const std::string& pointer, int depth,
                     std::vector<std::string>& pointers) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string token =
        value.is_object() ? escape_pointer_token(value.names()[i]) : std::to_string(i);
    if (value.is_object() && depth > 0) {
      pointers.push_back(pointer + "/" + token);
    }
    collect_members(value.items()[i], pointer + "/" + token, depth + 1, pointers);
  }
}

void add_new(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& pointer : more) {
    if (std::find(all.begin(), all.end(), pointer) == all.end()) {
      all.push_back(pointer);
    }
  }
}

std::string name_at(const std::string& pointer) {
  return pointer.substr(pointer.find_last_of('/') + 1);
}

}  // namespace

Value plain_like(const Value& leaf, std::string_view name) {
  if (leaf.is_integer()) {
    return Value(0);
  }
  if (leaf.is_boolean()) {
    return Value(false);
  }
  if (!leaf.is_string() || leaf.text().empty()) {
    return leaf;
  }
  if (is_utc_time(leaf.text()) || name == "readAt" || name == "observedAt") {
    return "2000-01-01T00:00:00Z";
  }
  if (ends_in_digest(leaf.text())) {
    const std::string zeros(kDigestDigits, '0');
    return leaf.text().size() == kDigestDigits ? Value(zeros)
           : leaf.text().starts_with("sc")     ? Value("sc2:sha256:" + zeros)
                                               : Value("d1:sha256:" + zeros);
  }
  if (name == "state") {
    return leaf.text() == "active" || leaf.text() == "fulfilled" ? Value("active") : Value("open");
  }
  if (name == "status") {
    return "unknown";
  }
  return "x";
}

std::vector<Leaf> leaves_of(const Case& c) {
  const std::vector<const Value*> documents = documents_of(c);
  std::vector<std::string> pointers;
  for (const Value* document : documents) {
    std::vector<std::string> here;
    collect(*document, "", here);
    add_new(pointers, here);
  }
  std::vector<Leaf> leaves;
  for (const std::string& pointer : pointers) {
    if (pointer == "/schema") {
      continue;
    }
    const Value* first = resolve_pointer(*documents[0], pointer);
    leaves.push_back(
        {pointer, std::all_of(documents.begin(), documents.end(), [&](const Value* document) {
           const Value* other = resolve_pointer(*document, pointer);
           return first != nullptr && other != nullptr && *first == *other;
         })});
  }
  return leaves;
}

std::vector<std::string> inner_members(const Case& c) {
  std::vector<std::string> pointers;
  for (const Value* document : documents_of(c)) {
    std::vector<std::string> here;
    collect_members(*document, "", 0, here);
    add_new(pointers, here);
  }
  return pointers;
}

bool make_plain_at(Case& c, const std::string& pointer) {
  bool changed = false;
  for (Value* document : documents_of(c)) {
    Value* leaf = resolve_pointer(*document, pointer);
    if (leaf != nullptr) {
      const Value plain = plain_like(*leaf, name_at(pointer));
      changed = changed || !(plain == *leaf);
      *leaf = plain;
    }
  }
  return changed;
}

bool make_plain_apart(Case& c, const std::string& pointer) {
  const std::vector<Value*> documents = documents_of(c);
  std::vector<Value> known;
  bool changed = false;
  for (Value* document : documents) {
    Value* leaf = resolve_pointer(*document, pointer);
    if (leaf == nullptr || !(leaf->is_string() || leaf->is_integer())) {
      return false;
    }
    auto found = std::find(known.begin(), known.end(), *leaf);
    const auto number = found - known.begin();
    if (found == known.end()) {
      known.push_back(*leaf);
    }
    Value plain = plain_like(*leaf, name_at(pointer));
    if (number > 0 && plain.is_integer()) {
      plain = Value(static_cast<std::int64_t>(number));
    } else if (number > 0 && number < 10 && ends_in_digest(plain.text())) {
      plain.text().back() = static_cast<char>('0' + number);
    } else if (number > 0 && number < 10 && is_utc_time(plain.text())) {
      plain.text()[plain.text().size() - 2] = static_cast<char>('0' + number);
    } else if (number > 0) {
      plain = Value(number == 1 ? "y" : "z");
    }
    changed = changed || !(plain == *leaf);
    *leaf = std::move(plain);
  }
  return changed;
}

bool drop_member_at(Case& c, const std::string& pointer) {
  bool changed = false;
  const std::size_t slash = pointer.find_last_of('/');
  std::vector<std::string> tokens;
  if (slash == std::string::npos || !split_pointer(pointer, tokens)) {
    return false;
  }
  for (Value* document : documents_of(c)) {
    Value* object = resolve_pointer(*document, std::string_view(pointer).substr(0, slash));
    if (object != nullptr && object->is_object() && object->find(tokens.back()) != nullptr) {
      object->erase(tokens.back());
      changed = true;
    }
  }
  return changed;
}

namespace {

constexpr std::string_view kKinds[] = {"x", "scope", "method", "completion", "prohibition"};
constexpr std::string_view kStates[] = {"open", "active"};
constexpr std::string_view kStatuses[] = {"unknown"};

void for_each_tree(Case& c, const std::function<void(Value& tree)>& call) {
  for (Value* document : documents_of(c)) {
    call(*document);
  }
  call(c.evidence);
  for (CaseLink& link : c.chain) {
    call(link.evidence);
  }
}

void for_each_member(Value& value, std::string_view name,
                     const std::function<void(Value& member)>& call) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value.is_object() && value.names()[i] == name && value.items()[i].is_string()) {
      call(value.items()[i]);
    }
    for_each_member(value.items()[i], name, call);
  }
}

void make_coverages_plain(const std::vector<Value*>& coverages) {
  std::set<std::int64_t> numbers;
  for (const Value* coverage : coverages) {
    for (const Value& number : coverage->items()) {
      numbers.insert(number.integer());
    }
  }
  std::map<std::int64_t, std::int64_t> small;
  std::int64_t previous = 0;
  std::int64_t next = 0;
  for (const std::int64_t number : numbers) {
    next += small.empty() ? 0 : number - previous == 1 ? 1 : 2;
    small[number] = next;
    previous = number;
  }
  for (Value* coverage : coverages) {
    for (Value& number : coverage->items()) {
      number = Value(small[number.integer()]);
    }
  }
}

}  // namespace

std::vector<WordChange> word_changes(const Case& c) {
  std::vector<WordChange> changes;
  const auto add = [&](std::string_view name, std::span<const std::string_view> words) {
    std::set<std::string> seen;
    for (const Value* document : documents_of(c)) {
      Value copy = *document;
      for_each_member(copy, name, [&](Value& member) { seen.insert(member.text()); });
    }
    for (const std::string& from : seen) {
      for (const std::string_view to : words) {
        if (to.size() < from.size() || (to.size() == from.size() && to < from)) {
          changes.push_back({std::string(name), from, std::string(to)});
        }
      }
    }
  };
  add("kind", kKinds);
  add("state", kStates);
  add("status", kStatuses);
  return changes;
}

void change_word(Case& c, const WordChange& change) {
  for_each_tree(c, [&](Value& tree) {
    for_each_member(tree, change.member, [&](Value& member) {
      if (member.text() == change.from) {
        member = Value(change.to);
      }
    });
  });
}

void make_all_active(Case& c) {
  for (Value* document : documents_of(c)) {
    for_each_member(*document, "state", [](Value& state) {
      const bool of_directive = state.text() != "open" && state.text() != "fulfilled";
      state = of_directive ? Value("active") : Value("open");
    });
    Value* directives = document->find("directives");
    for (std::size_t i = 0; directives != nullptr && i < directives->size(); ++i) {
      directives->items()[i].set("state", "active");
    }
  }
}

void make_lineage_plain(Case& c) {
  std::vector<Value*> lineages;
  for (Value* document : documents_of(c)) {
    Value* lineage = document->find("lineage");
    if (lineage == nullptr || !lineage->is_object()) {
      continue;
    }
    lineages.push_back(lineage);
  }
  if (lineages.empty()) {
    return;
  }
  const Value plain = *to_value(smallest_manifest(Version::kV2)).find("lineage");
  for (const std::string& name : plain.names()) {
    const Value first = lineages[0]->find(name) != nullptr ? *lineages[0]->find(name) : Value();
    const bool shared = std::all_of(lineages.begin(), lineages.end(), [&](const Value* lineage) {
      return lineage->find(name) != nullptr && *lineage->find(name) == first;
    });
    for (Value* lineage : lineages) {
      if (shared) {
        lineage->set(name, *plain.find(name));
      }
    }
  }
  std::vector<Value*> coverages;
  for (Value* lineage : lineages) {
    Value* coverage = lineage->find("coverage");
    if (coverage != nullptr && coverage->is_object()) {
      coverages.push_back(coverage);
    }
  }
  make_coverages_plain(coverages);
}

}  // namespace holdfast
