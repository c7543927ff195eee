// Reads one strategy/v1 file. What could only be a slip of the pen is an error here, not a strategy
// that quietly never applies or can never be killed.
#include <algorithm>

#include "core/json.h"
#include "core/rule.h"
#include "core/unicode.h"
#include "harness/strategy_file.h"

namespace holdfast {
namespace {

constexpr std::pair<std::string_view, ScriptOperation> kOperations[] = {
    {"add", ScriptOperation::kAdd},
    {"remove", ScriptOperation::kRemove},
    {"replace", ScriptOperation::kReplace},
    {"append", ScriptOperation::kAppend},
    {"duplicate", ScriptOperation::kDuplicate},
    {"swap", ScriptOperation::kSwap}};

// What a file that names no invariant violates: by the member that its first edit changes.
constexpr std::pair<std::string_view, std::string_view> kInvariantOfMember[] = {
    {"taskId", "task"},
    {"objective", "objective"},
    {"canonical", "canonical"},
    {"completedPhases", "phase"},
    {"nextExactAction", "action"},
    {"externalWrites", "external_write"},
    {"consumedAuthorities", "authority"},
    {"prohibitions", "prohibition"},
    {"rollback", "rollback"},
    {"completionChecks", "completion_check"},
    {"events", "event_order"},
    {"directives", "directive"},
    {"decisions", "decision"},
    {"lineage", "lineage"}};

bool is_known_code(std::string_view code) {
  const auto rules = rules::all();
  const auto strategies = mutations::all();
  return std::any_of(rules.begin(), rules.end(),
                     [&](const Rule& rule) { return rule.name == code; }) ||
         std::any_of(strategies.begin(), strategies.end(), [&](const Strategy& strategy) {
           return std::find(strategy.codes.begin(), strategy.codes.end(), code) !=
                  strategy.codes.end();
         });
}

// As in the schema: [A-Za-z][A-Za-z0-9_]*; it becomes part of a file's name.
bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && text.size() <= 64 && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) { file_.path = path; }

  Result<StrategyFile> read(std::string_view bytes) {
    const JsonReading reading = read_json(bytes);
    if (!reading.value) {
      const JsonFault& fault = reading.faults.front();
      return Error{ErrorCode::kInput, fault.reason,
                   path_ + ":byte " + std::to_string(fault.offset_bytes) + ":" + fault.pointer,
                   "mend the JSON"};
    }
    const Value& root = *reading.value;
    members(root, "", {"schema", "name", "summary", "kind", "invariant", "codes", "edits"});
    if (need(root, "", "schema") != Value("strategy/v1")) {
      complain("/schema", "not \"strategy/v1\"");
    }
    file_.name = need(root, "", "name").text();
    if (!is_name(file_.name)) {
      complain("/name", "no name: a letter, then letters, digits and _, 64 at most");
    }
    file_.summary = need(root, "", "summary").text();
    if (!has_visible_character(file_.summary)) {
      complain("/summary", "no text with a visible character");
    }
    if (const Value* kind = root.find("kind"); kind != nullptr && *kind != Value("compaction")) {
      complain("/kind", "not \"compaction\": a file changes one document of a pair");
    }
    codes(need(root, "", "codes"));
    edits(need(root, "", "edits"));
    invariant(root.find("invariant"));
    if (error_) {
      return *error_;
    }
    return std::move(file_);
  }

 private:
  void complain(const std::string& pointer, std::string what) {
    if (!error_) {
      error_ = Error{ErrorCode::kInput, std::move(what), path_ + ":" + pointer,
                     "docs/strategies.md shows how a strategy/v1 file is written"};
    }
  }

  void members(const Value& object, const std::string& pointer,
               std::initializer_list<std::string_view> known) {
    if (!object.is_object()) {
      complain(pointer, "no object");
    }
    for (const std::string& name : object.names()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        complain(pointer + "/" + escape_pointer_token(shown_name(name)), "an unknown member");
      }
    }
  }

  const Value& need(const Value& object, const std::string& pointer, std::string_view name) {
    static const Value kNothing;
    const Value* found = object.find(name);
    if (found == nullptr) {
      complain(pointer + "/" + std::string(name), "the member is missing");
      return kNothing;
    }
    return *found;
  }

  void codes(const Value& codes) {
    if (!codes.is_array() || codes.size() == 0) {
      complain("/codes", "no list of codes; at least one must be there");
      return;
    }
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::string& code = codes.items()[i].text();
      const std::string pointer = "/codes/" + std::to_string(i);
      if (!is_known_code(code)) {
        complain(pointer, "no code of Holdfast; docs/codes.md lists them");
      }
      if (std::find(file_.codes.begin(), file_.codes.end(), code) != file_.codes.end()) {
        complain(pointer, "the code stands twice");
      }
      file_.codes.push_back(code);
    }
  }

  void edits(const Value& edits) {
    if (!edits.is_array() || edits.size() == 0) {
      complain("/edits", "no list of edits; at least one must be there");
      return;
    }
    for (std::size_t i = 0; i < edits.size(); ++i) {
      edit(edits.items()[i], "/edits/" + std::to_string(i));
    }
  }

  void edit(const Value& value, const std::string& pointer) {
    members(value, pointer, {"pointer", "op", "value"});
    ScriptEdit edit;
    const std::string& op = need(value, pointer, "op").text();
    const auto operation = std::find_if(std::begin(kOperations), std::end(kOperations),
                                        [&](const auto& known) { return known.first == op; });
    if (operation == std::end(kOperations)) {
      complain(pointer + "/op", "none of add, remove, replace, append, duplicate and swap");
      return;
    }
    edit.operation = operation->second;
    const Value& at = need(value, pointer, "pointer");
    if (!at.is_string() || !split_pointer(at.text(), edit.tokens) || edit.tokens.empty()) {
      complain(pointer + "/pointer", "no JSON pointer to a part of the document");
      return;
    }
    if (edit.operation == ScriptOperation::kAdd && edit.tokens.back() == "*") {
      complain(pointer + "/pointer",
               "add needs a place of its own at the end: \"-\", an index or a member");
    }
    const bool has_value = edit.operation == ScriptOperation::kAdd ||
                           edit.operation == ScriptOperation::kReplace ||
                           edit.operation == ScriptOperation::kAppend;
    if (has_value) {
      edit.value = need(value, pointer, "value");
    } else if (value.find("value") != nullptr) {
      complain(pointer + "/value", "the operation takes no value");
    }
    if (edit.operation == ScriptOperation::kAppend &&
        (!edit.value.is_string() || edit.value.text().empty())) {
      complain(pointer + "/value", "append needs a text");
    }
    file_.edits.push_back(std::move(edit));
  }

  void invariant(const Value* named) {
    if (named != nullptr) {
      file_.invariant = named->text();
      if (std::find(std::begin(kInvariants), std::end(kInvariants), file_.invariant) ==
          std::end(kInvariants)) {
        complain("/invariant", "no invariant of Holdfast; docs/strategies.md lists them");
      }
      return;
    }
    file_.invariant = "document";
    for (const auto& [member, of_member] : kInvariantOfMember) {
      if (!file_.edits.empty() && file_.edits.front().tokens.front() == member) {
        file_.invariant = of_member;
      }
    }
  }

  const std::string& path_;
  StrategyFile file_;
  std::optional<Error> error_;
};

}  // namespace

Result<StrategyFile> strategy_file_from(std::string_view bytes, const std::string& path) {
  return Reader(path).read(bytes);
}

}  // namespace holdfast
