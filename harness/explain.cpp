#include "harness/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/shrink_documents.h"
#include "harness/shrink_proof.h"

namespace holdfast {
namespace {

// How a reader would call a member, one and its items.
struct Word {
  std::string_view member;
  std::string_view one;
};
constexpr Word kMemberWords[] = {{"taskId", "the task's id"},
                                 {"objective", "the objective"},
                                 {"canonical", "the canonical reference"},
                                 {"completedPhases", "this completed phase"},
                                 {"events", "this event"},
                                 {"nextExactAction", "the next action"},
                                 {"externalWrites", "this external write"},
                                 {"consumedAuthorities", "this consumed authority"},
                                 {"directives", "this directive"},
                                 {"decisions", "this decision"},
                                 {"prohibitions", "this prohibition"},
                                 {"rollback", "the way back"},
                                 {"completionChecks", "this completion check"},
                                 {"lineage", "the lineage"},
                                 {"schema", "the schema"}};
constexpr std::string_view kTextMembers[] = {"taskId", "objective", "rollback"};
constexpr std::string_view kListMembers[] = {"completedPhases", "prohibitions", "completionChecks",
                                             "consumedAuthorities"};

// What each kind of evidence speaks of; masks and progress may speak of any member.
struct EvidenceOf {
  std::string_view evidence;
  std::string_view member;
};
constexpr EvidenceOf kEvidenceOf[] = {{"ledger", "directives"},
                                      {"sources", "directives"},
                                      {"receipts", "externalWrites"},
                                      {"approvals", "decisions"},
                                      {"used", "decisions"}};

std::string member_of_pointer(std::string_view pointer) {
  std::vector<std::string> tokens;
  return split_pointer(pointer, tokens) && !tokens.empty() ? tokens[0] : std::string();
}

// "the prohibition at /prohibitions/0": what, and where.
std::string part_name(std::string_view pointer) {
  std::vector<std::string> tokens;
  if (!split_pointer(pointer, tokens) || tokens.empty()) {
    return "the document as a whole";
  }
  std::string name = "the unknown member";
  for (const Word& word : kMemberWords) {
    name = word.member == tokens[0] ? std::string(word.one) : name;
  }
  // Names inside `decisions` and `arguments` are the document's own.
  const bool is_own = tokens[0] == "decisions" || tokens[0] == "nextExactAction";
  const bool is_index = tokens.back().find_first_not_of("0123456789") == std::string::npos;
  return tokens.size() > 1 && !is_own && !is_index
             ? fmt::format("\"{}\" of {}", shown_name(tokens.back()), name)
             : name;
}

std::string_view what_was_done(const Edit& edit) {
  switch (edit.operation) {
    case EditOperation::kAdd:
      return "was added";
    case EditOperation::kRemove:
      return "was dropped";
    case EditOperation::kReplace:
      return "was changed";
  }
  return "";
}

class Explainer {
 public:
  Explainer(const Case& failing, Outcome outcome, const SubjectFactory& factory,
            const ShrinkLimits& limits)
      : case_(failing), budget_(limits), asker_(factory, budget_) {
    explanation_.outcome = outcome;
    explanation_.calls_max = limits.calls_max;
  }

  Explanation run() {
    if (case_.after.form == SubjectDocument::Form::kValue &&
        case_.before.form == SubjectDocument::Form::kValue) {
      script_ = edits_between(case_.before.value, case_.after.value);
      explain_edits();
      find_repair();
      explain_evidence();
      explain_members();
      find_others();
    } else {
      explain_spelling();
    }
    explanation_.calls = budget_.calls();
    explanation_.complete = !budget_.cut_short();
    return std::move(explanation_);
  }

 private:
  // Whether the case still fails; nullopt where that was not asked. What means the same again has
  // to be accepted from then on.
  std::optional<bool> still_fails(Case variant) {
    if (budget_.exhausted() || !has_valid_start(variant)) {
      return std::nullopt;
    }
    // Evidence can make a difference right that no comparison of the documents knows of: there the
    // built-in says what has to be accepted.
    const bool is_good = variant.evidence.is_null() && case_.evidence.is_null()
                             ? judge_case(variant).equal()
                             : named_codes(variant).empty();
    if (!variant.expect.accept && is_good) {
      variant.expect = {.accept = true, .codes = {}};
    }
    const Outcome outcome = asker_.ask(variant, true);
    if (outcome == Outcome::kNotAsked) {
      return std::nullopt;
    }
    return outcome == explanation_.outcome;
  }

  Case with_edits(const std::function<bool(std::size_t index)>& keeps) const {
    EditScript kept;
    for (std::size_t i = 0; i < script_.size(); ++i) {
      if (keeps(i)) {
        kept.push_back(script_[i]);
      }
    }
    Case variant = case_;
    variant.after.value = case_.before.value;
    if (!apply_edits(kept, variant.after.value)) {
      variant.before = {};  // an edit leans on another: no experiment
    }
    return variant;
  }

  void add(std::string pointer, PartRole role, std::string sentence) {
    explanation_.parts.push_back({std::move(pointer), role, std::move(sentence)});
  }

  void explain_edits() {
    const auto is_schema = [](const Edit& edit) { return edit.pointer == "/schema"; };
    if (script_.size() > 1 && std::any_of(script_.begin(), script_.end(), is_schema)) {
      explain_version();
      return;
    }
    for (std::size_t out = 0; out < script_.size(); ++out) {
      const Edit& edit = script_[out];
      const std::string name = part_name(edit.pointer);
      const auto fails = still_fails(with_edits([&](std::size_t i) { return i != out; }));
      if (!fails) {
        add(edit.pointer, PartRole::kUntried,
            fmt::format("{} {}; whether that matters was not tried", name, what_was_done(edit)));
      } else if (*fails) {
        add(edit.pointer, PartRole::kAny,
            fmt::format("{} {}, which makes no difference", name, what_was_done(edit)));
      } else {
        add(edit.pointer, PartRole::kNecessary,
            fmt::format("{} {}: with that undone the failure is gone{}", name, what_was_done(edit),
                        text_matters(edit) + place_matters(edit)));
      }
    }
  }

  // A document told in another version differs in many members, and none can be undone alone.
  void explain_version() {
    const auto fails = still_fails(with_edits([](std::size_t) { return false; }));
    const bool gone = fails && !*fails;
    add("/schema",
        gone    ? PartRole::kNecessary
        : fails ? PartRole::kAny
                : PartRole::kUntried,
        gone    ? "the schema was changed, and all that goes with it: with that undone the failure "
                  "is gone"
        : fails ? "the schema was changed, which makes no difference"
                : "the schema was changed; whether that matters was not tried");
    if (gone) {
      explanation_.repair = Repair{{"/schema"}, "the document in the record's version is enough"};
    }
  }

  // Other wrong values in place of the wrong one.
  std::string text_matters(const Edit& edit) {
    if (edit.operation == EditOperation::kRemove || !edit.value.is_string()) {
      return "";
    }
    int tried = 0;
    int failed = 0;
    for (const char* other : {"quite another text", "q", "0 Z"}) {
      Case variant = case_;
      Value* value = resolve_pointer(variant.after.value, edit.pointer);
      if (value == nullptr || *value == Value(other)) {
        continue;
      }
      *value = Value(other);
      if (judge_case(variant).equal()) {
        continue;
      }
      const auto fails = still_fails(std::move(variant));
      tried += fails ? 1 : 0;
      failed += fails && *fails ? 1 : 0;
    }
    if (tried == 0) {
      return "";
    }
    return failed == tried ? "; any other wrong text does as well"
           : failed == 0   ? "; no other wrong text does, so this text matters"
                           : "; some other wrong texts do, so the text matters";
  }

  // One more item on either side of it, in both documents.
  std::string place_matters(const Edit& edit) {
    std::vector<std::string> tokens;
    if (!split_pointer(edit.pointer, tokens) || tokens.size() != 2) {
      return "";
    }
    int tried = 0;
    int failed = 0;
    for (const bool front : {true, false}) {
      Case variant = case_;
      for (Value* document : documents_of(variant)) {
        Value* list = document->find(tokens[0]);
        if (list == nullptr || !list->is_array() ||
            (list->size() > 0 && !list->items()[0].is_string())) {
          return "";
        }
        list->items().insert(front ? list->items().begin() : list->items().end(),
                             Value("one more item"));
      }
      const auto fails = still_fails(std::move(variant));
      tried += fails ? 1 : 0;
      failed += fails && *fails ? 1 : 0;
    }
    return tried == 0        ? ""
           : failed == tried ? "; its place does not matter"
                             : "; its place matters";
  }

  void find_repair() {
    const auto restore = [&](const std::vector<std::size_t>& undone) {
      Case variant = with_edits([&](std::size_t i) {
        return std::find(undone.begin(), undone.end(), i) == undone.end();
      });
      const auto fails = still_fails(std::move(variant));
      if (!fails || *fails) {
        return false;
      }
      Repair repair;
      for (const std::size_t i : undone) {
        repair.pointers.push_back(script_[i].pointer);
        repair.sentence += (repair.sentence.empty() ? "" : " and ") + part_name(script_[i].pointer);
      }
      repair.sentence = "restoring " + repair.sentence + " is enough";
      explanation_.repair = std::move(repair);
      return true;
    };
    if (explanation_.repair || explanation_.parts.size() != script_.size()) {
      return;
    }
    // A part that is known to be necessary needs no second question.
    for (std::size_t i = 0; i < script_.size(); ++i) {
      if (explanation_.parts[i].role == PartRole::kNecessary) {
        explanation_.repair = Repair{{script_[i].pointer},
                                     "restoring " + part_name(script_[i].pointer) + " is enough"};
        return;
      }
    }
    for (std::size_t i = 0; i < script_.size(); ++i) {
      for (std::size_t j = i + 1; j < script_.size(); ++j) {
        if (restore({i, j})) {
          return;
        }
      }
    }
    std::vector<std::size_t> all(script_.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = i;
    }
    if (all.size() > 2) {
      restore(all);
    }
  }

  // Without each kind of evidence, and without any.
  void explain_evidence() {
    if (!case_.evidence.is_object()) {
      return;
    }
    std::vector<std::string> mattering;
    for (const std::string& kind : case_.evidence.names()) {
      Case variant = case_;
      variant.evidence.erase(kind);
      if (variant.evidence.size() == 0) {
        variant.evidence = Value();
      }
      const auto fails = still_fails(std::move(variant));
      const std::string pointer = "/evidence/" + escape_pointer_token(shown_name(kind));
      const std::string name = fmt::format("\"{}\" of the evidence", shown_name(kind));
      add(pointer,
          !fails   ? PartRole::kUntried
          : *fails ? PartRole::kAny
                   : PartRole::kMatters,
          !fails   ? name + " was not left out"
          : *fails ? name + " may be missing"
                   : name + " matters: without it the failure is gone");
      if (fails && !*fails) {
        mattering.push_back(pointer);
      }
    }
    if (!explanation_.repair && !mattering.empty()) {
      explanation_.repair = Repair{{mattering[0]}, "evidence other than this is enough"};
    }
  }

  // Whether an edit is in this member.
  bool is_edited(std::string_view member) const {
    return std::any_of(script_.begin(), script_.end(),
                       [&](const Edit& edit) { return member_of_pointer(edit.pointer) == member; });
  }

  // Another valid value of the member, in all documents; false where none is known. There are two
  // variations: one leans on the value, the other forgets it.
  static bool vary(Case& variant, std::string_view member, int variation) {
    bool changed = false;
    for (Value* document : documents_of(variant)) {
      Value* value = document->find(member);
      changed = (value != nullptr && vary_value(*value, *document, member, variation)) || changed;
    }
    return changed;
  }

  static bool vary_value(Value& value, const Value& document, std::string_view member,
                         int variation) {
    const bool is_record =
        member == "canonical" || member == "nextExactAction" || member == "lineage";
    if (value.is_string()) {
      value = variation == 0 ? Value(value.text() + " and more") : Value("another text");
      return true;
    }
    if (!is_record && value.size() > 0) {
      do {
        value.items().pop_back();
        if (value.is_object()) {
          value.names().pop_back();
        }
      } while (variation == 1 && value.size() > 0);
      return true;
    }
    const Value* schema = document.find("schema");
    const bool second = schema != nullptr && *schema == Value(kManifestV2);
    if (std::find(std::begin(kListMembers), std::end(kListMembers), member) !=
            std::end(kListMembers) &&
        !(second && member == "consumedAuthorities")) {
      value.append(variation == 0 ? "one more item" : "quite another item");
      return true;
    }
    const std::string_view inner = member == "canonical" ? value.is_array() ? "/0/path" : "/path"
                                   : member == "nextExactAction" ? "/target"
                                                                 : "/sourceSha256";
    Value* text = is_record ? resolve_pointer(value, inner) : nullptr;
    if (text == nullptr || !text->is_string() || text->text().empty()) {
      return false;
    }
    text->text().back() = text->text().back() == 'a' ? 'b' : 'a';
    return true;
  }

  std::optional<bool> fails_with_others(const std::vector<std::string>& members) {
    std::optional<bool> fails;
    for (const int variation : {0, 1}) {
      Case variant = case_;
      for (const std::string& member : members) {
        vary(variant, member, variation);
      }
      const auto here = still_fails(std::move(variant));
      if (here) {
        fails = fails.value_or(true) && *here;
      }
    }
    return fails;
  }

  // All other members with other values at once; one by one only where that turned the verdict.
  void explain_members() {
    std::vector<std::string> others;
    for (const std::string& member : case_.before.value.names()) {
      Case probe = case_;
      if (member != "schema" && !is_edited(member) && vary(probe, member, 0) &&
          has_valid_start(probe)) {
        others.push_back(member);
      }
    }
    const auto all_fail = others.empty() ? std::nullopt : fails_with_others(others);
    for (const std::string& member : others) {
      const auto fails = all_fail && *all_fail ? all_fail : fails_with_others({member});
      const std::string name = part_name("/" + member);
      add("/" + member,
          !fails   ? PartRole::kUntried
          : *fails ? PartRole::kAny
                   : PartRole::kMatters,
          !fails   ? name + " was not tried with other values"
          : *fails ? name + " may be anything"
                   : name +
                         " matters, though it was not changed: with another value in both "
                         "documents the failure is gone");
      if (fails && !*fails && !explanation_.repair) {
        explanation_.repair =
            Repair{{"/" + member}, "another value of " + name + " in both documents is enough"};
      }
    }
  }

  // The same change in members of the same form.
  void find_others() {
    if (script_.size() != 1 || case_.expect.accept) {
      return;
    }
    const std::string member = member_of_pointer(script_[0].pointer);
    const auto is_in = [&](const auto& members) {
      return std::find(std::begin(members), std::end(members), member) != std::end(members);
    };
    const auto attempt = [&](std::string_view other) {
      const Value* from = case_.before.value.find(member);
      const Value* to = case_.after.value.find(member);
      Case variant = case_;
      if (other == member || from == nullptr || to == nullptr ||
          variant.before.value.find(other) == nullptr) {
        return;
      }
      for (Value* document : documents_of(variant)) {
        if (const Value* rest = document->find(member); rest != nullptr) {
          document->set(member, *from);
        }
      }
      variant.before.value.set(other, *from);
      variant.after.value.set(other, *to);
      const std::set<std::string> codes = named_codes(variant);
      variant.expect.codes.assign(codes.begin(), codes.end());
      if (judge_case(variant).equal()) {
        return;
      }
      const auto fails = still_fails(std::move(variant));
      if (fails && *fails) {
        explanation_.also.emplace_back(other);
      }
    };
    if (is_in(kTextMembers)) {
      std::for_each(std::begin(kTextMembers), std::end(kTextMembers), attempt);
    } else if (is_in(kListMembers)) {
      std::for_each(std::begin(kListMembers), std::end(kListMembers), attempt);
    }
  }

  // A raw text: only as a whole can it be undone.
  void explain_spelling() {
    Case variant = case_;
    variant.after = case_.before;
    const auto fails = still_fails(std::move(variant));
    const bool gone = fails && !*fails;
    add("",
        gone    ? PartRole::kNecessary
        : fails ? PartRole::kAny
                : PartRole::kUntried,
        gone ? "how the document is written is necessary: as plain JSON of the record the failure "
               "is gone"
        : fails ? "the failure stays even with the record itself as the result"
                : "how the document is written was not tried otherwise");
    if (gone) {
      explanation_.repair = Repair{{""}, "writing the record as plain JSON is enough"};
    }
  }

  Case case_;
  ShrinkBudget budget_;
  Asker asker_;
  EditScript script_;
  Explanation explanation_;
};

}  // namespace

std::string_view to_text(PartRole role) {
  switch (role) {
    case PartRole::kNecessary:
      return "necessary";
    case PartRole::kMatters:
      return "matters";
    case PartRole::kAny:
      return "any";
    case PartRole::kUntried:
      return "untried";
  }
  return "untried";
}

std::set<std::string> Explanation::relevant() const {
  std::set<std::string> members(also.begin(), also.end());
  for (const ExplainedPart& part : parts) {
    if (part.role != PartRole::kNecessary && part.role != PartRole::kMatters) {
      continue;
    }
    const std::string member = member_of_pointer(part.pointer);
    if (member != "evidence") {
      members.insert(member);
      continue;
    }
    for (const EvidenceOf& kind : kEvidenceOf) {
      if (part.pointer == "/evidence/" + std::string(kind.evidence)) {
        members.emplace(kind.member);
      }
    }
  }
  return members;
}

std::optional<Explanation> explain_case(const Case& failing, Outcome outcome,
                                        const SubjectFactory& factory, const ShrinkLimits& limits) {
  if (failing.kind != "compaction" || !has_valid_start(failing)) {
    return std::nullopt;
  }
  return Explainer(failing, outcome, factory, limits).run();
}

std::string explanation_text(const Explanation& explanation) {
  std::string text = fmt::format("outcome: {} ({})\n", to_text(explanation.outcome),
                                 describe(explanation.outcome));
  for (const PartRole role :
       {PartRole::kNecessary, PartRole::kMatters, PartRole::kAny, PartRole::kUntried}) {
    for (const ExplainedPart& part : explanation.parts) {
      if (part.role == role) {
        text += fmt::format("{:<9}  {:<24}  {}\n", to_text(role),
                            part.pointer.empty() ? "(document)" : part.pointer, part.sentence);
      }
    }
  }
  for (const std::string& member : explanation.also) {
    text += fmt::format("also       {:<24}  the same change fails there in the same way\n",
                        "/" + member);
  }
  text += explanation.repair ? "repair: " + explanation.repair->sentence + "\n"
                             : std::string("repair: none was found\n");
  return text + fmt::format("{} of at most {} calls{}\n", explanation.calls, explanation.calls_max,
                            explanation.complete ? "" : "; the cap left parts untried");
}

Value to_value(const Explanation& explanation) {
  Value parts = Value::array();
  for (const ExplainedPart& part : explanation.parts) {
    parts.append(Value::object(
        {{"pointer", part.pointer}, {"role", to_text(part.role)}, {"sentence", part.sentence}}));
  }
  Value repair;
  if (explanation.repair) {
    repair = Value::object({{"pointers", Value::array_of(explanation.repair->pointers)},
                            {"sentence", explanation.repair->sentence}});
  }
  return Value::object({{"outcome", to_text(explanation.outcome)},
                        {"parts", std::move(parts)},
                        {"repair", std::move(repair)},
                        {"also", Value::array_of(explanation.also)},
                        {"calls", explanation.calls},
                        {"calls_max", explanation.calls_max},
                        {"complete", explanation.complete}});
}

}  // namespace holdfast
