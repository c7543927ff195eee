// How a case's two documents differ, said for a person (harness/report.h).
#include <algorithm>

#include "core/json.h"
#include "core/unicode.h"
#include "harness/report.h"

namespace holdfast {
namespace {

constexpr std::size_t kShownTextBytesMax = 160;

class Describer {
 public:
  explicit Describer(bool show_text) : show_text_(show_text) {}

  std::vector<std::string> take() { return std::move(lines_); }

  void compare(const std::string& pointer, const Value& before, const Value& after) {
    if (before == after) {
      if (write_compact_json(before) != write_compact_json(after)) {
        add(pointer, "members in another order", {});
      }
    } else if (before.is_object() && after.is_object()) {
      compare_members(pointer, before, after);
    } else if (before.is_array() && after.is_array()) {
      compare_items(pointer, before, after);
    } else {
      add(pointer, "was " + shown(before), "is  " + shown(after));
    }
  }

 private:
  std::string shown(const Value& value) const {
    std::string text = write_compact_json(value);
    if (!show_text_) {
      return value.is_string()
                 ? "a text of " + std::to_string(count_code_points(value.text())) + " characters"
                 : std::to_string(text.size()) + " bytes of JSON";
    }
    if (text.size() > kShownTextBytesMax) {
      std::size_t size = kShownTextBytesMax;
      while ((static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
        --size;
      }
      text = text.substr(0, size) + "… (" + std::to_string(text.size()) + " bytes)";
    }
    return text;
  }

  void add(const std::string& pointer, const std::string& first, const std::string& second) {
    lines_.push_back((pointer.empty() ? "/" : pointer) + "  " + first);
    if (!second.empty()) {
      lines_.push_back(std::string(pointer.empty() ? 1 : pointer.size(), ' ') + "  " + second);
    }
  }

  void compare_members(const std::string& pointer, const Value& before, const Value& after) {
    for (std::size_t i = 0; i < before.size(); ++i) {
      const std::string at = pointer + "/" + escape_pointer_token(before.names()[i]);
      if (const Value* found = after.find(before.names()[i])) {
        if (!(*found == before.items()[i])) {
          compare(at, before.items()[i], *found);
        }
      } else {
        add(at, "gone: " + shown(before.items()[i]), {});
      }
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (before.find(after.names()[i]) == nullptr) {
        add(pointer + "/" + escape_pointer_token(after.names()[i]),
            "new: " + shown(after.items()[i]), {});
      }
    }
  }

  // Items that only one side has; when there are none, the order differs.
  void compare_items(const std::string& pointer, const Value& before, const Value& after) {
    const std::size_t count = lines_.size();
    std::vector<Value> rest = after.items();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto found = std::find(rest.begin(), rest.end(), before.items()[i]);
      if (found == rest.end()) {
        add(pointer + "/" + std::to_string(i), "gone: " + shown(before.items()[i]), {});
      } else {
        rest.erase(found);
      }
    }
    for (const Value& item : rest) {
      add(pointer, "new: " + shown(item), {});
    }
    if (lines_.size() == count) {
      add(pointer, "the same items in another order", {});
    }
  }

  bool show_text_;
  std::vector<std::string> lines_;
};

std::string shape(const CaseDocument& document) {
  switch (document.form) {
    case SubjectDocument::Form::kNothing:
      return "nothing";
    case SubjectDocument::Form::kValue:
      return "a document";
    case SubjectDocument::Form::kText:
      return std::to_string(document.text.size()) + " bytes of its own spelling";
  }
  return {};
}

}  // namespace

std::vector<std::string> describe_difference(const Case& c, bool show_text, std::size_t lines_max) {
  if (c.before.form != SubjectDocument::Form::kValue ||
      c.after.form != SubjectDocument::Form::kValue) {
    return {"before is " + shape(c.before) + ", after is " + shape(c.after)};
  }
  Describer describer(show_text);
  describer.compare({}, c.before.value, c.after.value);
  std::vector<std::string> lines = describer.take();
  if (lines.size() > lines_max) {
    const std::size_t left_out = lines.size() - lines_max;
    lines.resize(lines_max);
    lines.push_back("… and " + std::to_string(left_out) + " more lines");
  }
  return lines;
}

}  // namespace holdfast
