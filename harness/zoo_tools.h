// What the faults of the zoo are made of: a correct verifier, and the places at which one can go
// wrong. Each of these gives a verifier that is correct but for the one step that the fault
// supplies.
//
//   text -> [misreading_text] -> tree -> [misreading] -> manifest, judged as a document
//        -> [comparing_otherwise] -> findings -> [misjudging] -> answer -> [remembering]
//
// A fault that leaves its step alone is a correct verifier; harness/zoo_test.cpp checks that.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "core/value.h"
#include "harness/zoo.h"

namespace holdfast {

// The two documents as a verifier has read and accepted them, each its own to change.
using CompareOtherwise = std::function<void(Manifest& before, Manifest& after)>;
// Documents are judged as they are; what was changed for it does not count in the comparison.
MakeJudge comparing_otherwise(CompareOtherwise change);
// `after` is given what `before` has: the verifier never looks at it.
template <typename Part>
MakeJudge forgetting(Part Manifest::*part) {
  return comparing_otherwise(
      [part](Manifest& before, Manifest& after) { after.*part = before.*part; });
}
// Items of both that have the same id are given the same part.
template <typename Item, typename Part>
MakeJudge forgetting(std::vector<Item> Manifest::*list, std::string Item::*id, Part Item::*part) {
  return comparing_otherwise([=](Manifest& before, Manifest& after) {
    for (Item& item : after.*list) {
      for (const Item& known : before.*list) {
        if (known.*id == item.*id) {
          item.*part = known.*part;
        }
      }
    }
  });
}
// The same for the obligations of each directive.
template <typename Part>
MakeJudge forgetting_of_obligations(Part Obligation::*part) {
  return comparing_otherwise([=](Manifest& before, Manifest& after) {
    for (Directive& directive : after.directives) {
      for (const Directive& known : before.directives) {
        for (std::size_t i = 0; known.directive_id == directive.directive_id &&
                                i < directive.obligations.size() && i < known.obligations.size();
             ++i) {
          directive.obligations[i].*part = known.obligations[i].*part;
        }
      }
    }
  });
}
// Every free text of both, in any member, passes through the function before it is compared.
MakeJudge comparing_texts(std::function<std::string(std::string_view text)> fold);
// The same for the items of one list, so that equal ones fall together.
MakeJudge comparing_items(std::vector<std::string> Manifest::*list,
                          std::function<std::string(std::string_view text)> fold);
void for_each_text(Manifest& manifest, const std::function<void(std::string& text)>& call);

// The tree of `after` is changed before it is read; texts that are no document stay what they are.
MakeJudge misreading(std::function<void(Value& after)> change);
// The bytes of `after`, whatever their form, are changed before they are parsed. Nothing at all is
// an empty text.
MakeJudge misreading_text(std::function<void(std::string& text)> change);
// The evidence is changed before it is read; the function is not called where there is none. Null
// is none.
MakeJudge misreading_evidence(std::function<void(Value& evidence)> change);

// The findings are changed before the answer is made of them. A manifest is nullptr where its
// document is invalid.
struct Judged {
  const Manifest* before;
  const Manifest* after;
  const Question& question;
  std::vector<Finding>& findings;

  bool has(std::string_view code) const;
  void drop(std::string_view code) const;
  void add(std::string_view code) const;
};
MakeJudge misjudging(std::function<void(const Judged& judged)> change);
MakeJudge blind_to(std::initializer_list<std::string_view> codes);
MakeJudge saying(std::string_view code, std::string_view in_place_of);
// Refuses, with the code, what the function says of a valid document.
MakeJudge refusing(std::string_view code, std::function<bool(const Manifest& after)> when);
// The same of the bytes of `after`.
MakeJudge refusing_text(std::string_view code, std::function<bool(std::string_view text)> when);
// Accepts what the function says of two valid documents, whatever is found.
MakeJudge opening_when(std::function<bool(const Manifest& before, const Manifest& after)> when);

// A correct verifier: everything but the question forgotten.
Judge correct_judge();
// The correct answer changed by what is remembered. State starts as State().
template <typename State>
MakeJudge remembering(
    std::function<Answer(const Question& question, const Judge& correct, State& state)> answer) {
  return [answer]() -> Judge {
    return [answer, correct = correct_judge(), state = State()](const Question& question) mutable {
      return answer(question, correct, state);
    };
  };
}

Answer accepting();
Answer refusing_with(std::string_view code);
inline bool accepts(const Answer& answer) { return answer.kind == AnswerKind::kAccept; }

// The bytes of a document, as a verifier gets them.
std::string bytes_of(const SubjectDocument& document);
// The text of a top-level member; empty where it is none.
std::string member_of(const SubjectDocument& document, std::string_view name);

std::string lower_ascii(std::string_view text);
// Up to so many bytes, cut between characters.
std::string first_bytes_of(std::string_view text, std::size_t bytes_max);
template <typename Item>
void keep_first(std::vector<Item>& items, std::size_t count) {
  if (items.size() > count) {
    items.resize(count);
  }
}
template <typename Item>
bool holds_item(const std::vector<Item>& items, const Item& item) {
  for (const Item& known : items) {
    if (known == item) {
      return true;
    }
  }
  return false;
}

}  // namespace holdfast
