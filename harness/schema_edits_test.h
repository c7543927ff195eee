// Good documents and generic random edits of their trees, for holding readers and published schemas
// against each other. The edits know nothing of either: they take a node anywhere and replace,
// remove, rename, repeat, swap, nest or spoil it. For tests only.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/manifest_test.h"
#include "core/sha256.h"
#include "core/value.h"

namespace holdfast {

// Texts that are good in one place and bad in another. None is long: the validator's regular
// expressions recurse for each character.
struct TextGroup {
  bool (*like)(const std::string& text);
  std::vector<std::string> texts;
};

// By what a text looks like: others that are nearly so.
inline const std::vector<TextGroup>& edit_text_groups() {
  const auto is_hex = [](const std::string& text) {
    return text.size() >= 63 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  };
  const auto is_time = [](const std::string& text) { return text.compare(0, 5, "2026-") == 0; };
  const auto is_path = [](const std::string& text) {
    return text.find('.') != std::string::npos && text.find(' ') == std::string::npos;
  };
  const auto is_digest = [](const std::string& text) { return text.compare(0, 3, "d1:") == 0; };
  const auto is_checksum = [](const std::string& text) { return text.compare(0, 2, "sc") == 0; };
  const auto is_short = [](const std::string& text) {
    return text.size() <= 16 && text.find(' ') == std::string::npos;
  };
  const auto is_long = [](const std::string& text) { return text.size() > 16; };
  const auto is_status = [](const std::string& text) {
    return text == "confirmed" || text == "unknown";
  };
  const auto is_state = [](const std::string& text) {
    return text == "active" || text == "replaced" || text == "withdrawn" || text == "fulfilled" ||
           text == "open";
  };
  static const std::vector<TextGroup> groups = {
      {is_status, {"confirmed", "unknown", "Unknown"}},
      {is_state, {"active", "replaced", "withdrawn", "fulfilled", "open", "closed"}},
      {is_hex,
       {std::string(64, 'e'), std::string(63, 'e'), std::string(65, 'e'), std::string(64, 'E'),
        std::string(64, '0')}},
      {is_time,
       {"2026-03-05T11:59:60Z", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-03-05T11:00:00.125Z", "2026-03-05T11:00:00+00:00", "2026-03-05",
        "0000-01-01T00:00:00Z"}},
      {is_path,
       {"/absolute", "a/../b", "a//b", "a/b/", "a\\b", "a\tb", std::string(256, 'p'), "a/b",
        "make build && make test", "token.name-1"}},
      {is_digest,
       {"d1:sha256:" + std::string(64, 'b'), "d1:hmac-sha256:key:two:" + std::string(64, 'b'),
        "d1:hmac-sha256:a\u0301:" + std::string(64, 'b'), "d1:hmac-sha256::" + std::string(64, 'b'),
        "d1:md5:" + std::string(64, 'b'), "d2:sha256:" + std::string(64, 'b')}},
      {is_checksum,
       {"sc1:sha256:" + std::string(64, 'a'), "sc9:sha256:" + std::string(64, 'a'),
        "sc2:sha256:abc"}},
      {is_short, {"completion", "progress",  "user",       "accept",         "reject",
                  "exact",      "monotone",  "compaction", "chain",          "QUJD",
                  "QUJ",        "operation", "shell.run",  "e\u0301t\u00e9", "zero\u200bwidth",
                  "two words",  "Upper",     "1st",        "prohibitions",   "rollback"}},
      {is_long,
       {"", " ", "\u200b", "\u3000\u00a0", "A plain sentence.", "make build && make test",
        "resume-manifest/v1", "resume-manifest/v2", "resume-manifest/v3"}}};
  return groups;
}

// All of them: each may land anywhere.
inline const std::vector<std::string>& edit_texts() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> all;
    for (const TextGroup& group : edit_text_groups()) {
      all.insert(all.end(), group.texts.begin(), group.texts.end());
    }
    return all;
  }();
  return texts;
}

// A node and the container that it stands in.
struct Spot {
  Value* parent;
  std::size_t index;
  Value& value() const { return parent->items()[index]; }
  bool is_member() const { return parent->is_object(); }
  const std::string& name() const { return parent->names()[index]; }
};

inline void collect_spots(Value& value, std::vector<Spot>& spots) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    spots.push_back({&value, i});
    collect_spots(value.items()[i], spots);
  }
}

class RandomEdits {
 public:
  explicit RandomEdits(TestRandom& random) : random_(random) {}

  // `texts`: what the good documents hold, so that ids, digests and words of one place come to
  // another.
  void edit(Value& document, const std::vector<std::string>& texts) {
    texts_ = &texts;
    if (random_.one_in(200)) {
      document = any_value();
      return;
    }
    std::size_t count = random_.one_in(12) ? 0 : 1;
    while (count > 0 && count < 6 && random_.one_in(3)) {
      ++count;
    }
    for (; count > 0; --count) {
      edit_once(document);
    }
    if (random_.one_in(60)) {
      lengthen_a_path(document);
    }
  }

 private:
  std::string any_text() { return random_.pick(random_.one_in(3) ? edit_texts() : *texts_); }

  Value any_value() {
    switch (random_.below(9)) {
      case 0:
        return {};
      case 1:
        return random_.one_in(2);
      case 2:
        return static_cast<std::int64_t>(random_.below(4)) - 1;
      case 3:
        return Value::array();
      case 4:
        return Value::object();
      case 5:
        return Value::array({any_text()});
      case 6:
        return Value::object({{any_text(), any_text()}});
      case 7:
        return nested(Value(any_text()), 1 + random_.below(20));
      default:
        return any_text();
    }
  }

  Value nested(Value value, std::size_t depth) {
    for (; depth > 0; --depth) {
      value = random_.one_in(2) ? Value::array({std::move(value)})
                                : Value::object({{"inner", std::move(value)}});
    }
    return value;
  }

  void edit_once(Value& document) {
    std::vector<Spot> spots;
    collect_spots(document, spots);
    if (spots.empty()) {
      document = Value::object({{"extra", any_value()}});
      return;
    }
    const Spot spot = random_.pick(spots);
    switch (random_.below(12)) {
      case 0:
        spot.value() = any_value();
        break;
      case 1:
        remove(spot);
        break;
      case 2:
        add_member(spot);
        break;
      case 3:
        rename(spot);
        break;
      case 4:
        repeat(spot);
        break;
      case 5: {
        const Spot other = random_.pick(spots);
        Value copy = other.value();
        if (random_.one_in(2)) {
          spot.value() = std::move(copy);
        } else {
          exchange(spot, other);
        }
        break;
      }
      case 6:
        random_.shuffle(spot.parent->is_array() ? spot.parent->items() : spot.value().items());
        break;
      case 7:
        spot.value() = nested(std::move(spot.value()), 1);
        break;
      default:
        spoil(spot.value());
    }
  }

  // Neither may stand inside the other.
  void exchange(const Spot& a, const Spot& b) {
    if (&a.value() != &b.value() && !contains(a.value(), b.value()) &&
        !contains(b.value(), a.value())) {
      std::swap(a.value(), b.value());
    }
  }
  static bool contains(const Value& outer, const Value& inner) {
    return std::any_of(outer.items().begin(), outer.items().end(),
                       [&](const Value& item) { return &item == &inner || contains(item, inner); });
  }

  static void remove(const Spot& spot) {
    if (spot.is_member()) {
      spot.parent->erase(std::string(spot.name()));
    } else {
      spot.parent->items().erase(spot.parent->items().begin() +
                                 static_cast<std::ptrdiff_t>(spot.index));
    }
  }

  void add_member(const Spot& spot) {
    static const std::vector<std::string> names = {"extra", "schema",  "state",     "receipt",
                                                   "text",  "answers", "arguments", "root",
                                                   "kind",  "target",  "operation", "seq"};
    Value& object = spot.value().is_object() ? spot.value() : *spot.parent;
    if (object.is_object()) {
      object.set(random_.pick(names), any_value());
    } else {
      object.append(any_value());
    }
  }

  void rename(const Spot& spot) {
    if (!spot.is_member()) {
      return;
    }
    std::string name = spot.name();
    if (random_.one_in(2)) {
      name = any_text();
    } else {
      name += "s";
    }
    if (spot.parent->find(name) == nullptr) {
      spot.parent->names()[spot.index] = name;
    }
  }

  // An item of a list once more, as it is or with another text in it.
  void repeat(const Spot& spot) {
    Value& list = spot.value().is_array() ? spot.value() : *spot.parent;
    if (!list.is_array() || list.size() == 0) {
      return;
    }
    Value item = random_.pick(list.items());
    std::vector<Spot> inner;
    collect_spots(item, inner);
    if (!inner.empty() && !random_.one_in(3)) {
      spoil(random_.pick(inner).value());
    }
    list.append(std::move(item));
  }

  // Another value of the same type, or null.
  void spoil(Value& value) {
    if (random_.one_in(12)) {
      value = Value();
    } else if (value.is_integer()) {
      const std::int64_t now = value.integer();
      static const std::vector<std::int64_t> others = {-1, 0, 1, 9007199254740991};
      value = random_.one_in(3) ? random_.pick(others) : random_.one_in(2) ? now - 1 : now + 1;
    } else if (value.is_boolean()) {
      value = !value.boolean();
    } else if (value.is_array()) {
      value = Value::array();
    } else if (value.is_object()) {
      value = Value::object();
    } else if (value.is_string()) {
      spoil_text(value.text());
    }
  }

  void spoil_text(std::string& text) {
    static const std::vector<std::string> tails = {"\n", " ", "x", "\u200b", "e\u0301", "A", "0"};
    static const std::vector<std::string> blanks = {"", "", "", " ", "\u200b", "\u3000\u00a0"};
    switch (random_.below(7)) {
      case 0:
        text += random_.pick(tails);
        break;
      case 1:
        text = any_text();
        break;
      case 2:
      case 3:
        text = random_.pick(blanks);
        break;
      default:
        for (const TextGroup& group : edit_text_groups()) {
          if (group.like(text)) {
            text = random_.pick(group.texts);
            break;
          }
        }
    }
  }

  // Bytes and characters of a path are counted apart; both have their limit.
  void lengthen_a_path(Value& document) {
    std::vector<Spot> spots;
    collect_spots(document, spots);
    const std::string part = random_.one_in(2) ? "\u3042/" : "a/";
    const std::size_t parts = random_.one_in(2) ? 1500 : 2500;
    for (const Spot& spot : spots) {
      if (spot.is_member() && spot.name() == "path") {
        std::string path;
        for (std::size_t i = 0; i < parts; ++i) {
          path += part;
        }
        spot.value() = path + "end";
      }
    }
  }

  TestRandom& random_;
  const std::vector<std::string>* texts_ = nullptr;
};

inline void collect_texts(const Value& value, std::vector<std::string>& texts) {
  if (value.is_string()) {
    texts.push_back(value.text());
  }
  for (const Value& item : value.items()) {
    collect_texts(item, texts);
  }
}

}  // namespace holdfast
