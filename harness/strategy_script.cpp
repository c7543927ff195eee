// The script of a strategy file against one document: places drawn, operations written out.
#include <algorithm>
#include <map>

#include "harness/strategy_file.h"

namespace holdfast {
namespace {

class Script {
 public:
  Script(const Manifest& document, Random& random)
      : document_(to_value(document)), random_(random) {}

  std::optional<Change> run(const std::vector<ScriptEdit>& edits) {
    Change change;
    for (const ScriptEdit& edit : edits) {
      const auto plain = written_out(edit);
      if (!plain || !apply_edits(*plain, document_)) {
        return std::nullopt;
      }
      change.edits.insert(change.edits.end(), plain->begin(), plain->end());
    }
    return change;
  }

 private:
  // The pointer with every "*" drawn; nullopt where there is nothing to draw from.
  std::optional<std::string> place(const std::vector<std::string>& tokens) {
    std::string pattern;
    std::string pointer;
    for (const std::string& token : tokens) {
      pattern += "/" + escape_pointer_token(token);
      if (token != "*") {
        pointer += "/" + escape_pointer_token(token);
        continue;
      }
      const auto known = drawn_.find(pattern);
      if (known == drawn_.end()) {
        const Value* parent = resolve_pointer(document_, pointer);
        if (parent == nullptr || parent->size() == 0) {
          return std::nullopt;
        }
        const auto index = static_cast<std::size_t>(random_.below(parent->size()));
        drawn_[pattern] = parent->is_object() ? escape_pointer_token(parent->names()[index])
                                              : std::to_string(index);
      }
      pointer += "/" + drawn_[pattern];
    }
    return pointer;
  }

  std::optional<EditScript> written_out(const ScriptEdit& edit) {
    const auto pointer = place(edit.tokens);
    if (!pointer) {
      return std::nullopt;
    }
    switch (edit.operation) {
      case ScriptOperation::kAdd:
        return EditScript{add_at(*pointer, edit.value)};
      case ScriptOperation::kRemove:
        return EditScript{remove_at(*pointer)};
      case ScriptOperation::kReplace:
        return EditScript{replace_at(*pointer, edit.value)};
      case ScriptOperation::kAppend:
        return append(*pointer, edit.value.text());
      case ScriptOperation::kDuplicate:
        return duplicate(*pointer);
      case ScriptOperation::kSwap:
        return swap(*pointer);
    }
    return std::nullopt;
  }

  std::optional<EditScript> append(const std::string& pointer, const std::string& more) const {
    const Value* text = resolve_pointer(document_, pointer);
    if (text == nullptr || !text->is_string()) {
      return std::nullopt;
    }
    return EditScript{replace_at(pointer, text->text() + more)};
  }

  std::optional<EditScript> duplicate(const std::string& pointer) const {
    const std::size_t slash = pointer.rfind('/');
    const Value* list = resolve_pointer(document_, pointer.substr(0, slash));
    const Value* item = resolve_pointer(document_, pointer);
    if (list == nullptr || !list->is_array() || item == nullptr) {
      return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(item - list->items().data());
    return EditScript{add_at(pointer.substr(0, slash) + "/" + std::to_string(index + 1), *item)};
  }

  std::optional<EditScript> swap(const std::string& pointer) {
    const Value* list = resolve_pointer(document_, pointer);
    if (list == nullptr || !list->is_array()) {
      return std::nullopt;
    }
    std::vector<std::size_t> places;  // whose item differs from the next
    for (std::size_t i = 0; i + 1 < list->size(); ++i) {
      if (!(list->items()[i] == list->items()[i + 1])) {
        places.push_back(i);
      }
    }
    if (places.empty()) {
      return std::nullopt;
    }
    const std::size_t at = random_.pick(places);
    return EditScript{replace_at(pointer + "/" + std::to_string(at), list->items()[at + 1]),
                      replace_at(pointer + "/" + std::to_string(at + 1), list->items()[at])};
  }

  Value document_;
  Random& random_;
  std::map<std::string, std::string> drawn_;  // pattern up to a "*" -> the token it stands for
};

}  // namespace

std::optional<Change> make_change(const StrategyFile& file, const Manifest& document,
                                  Random& random) {
  return Script(document, random).run(file.edits);
}

}  // namespace holdfast
