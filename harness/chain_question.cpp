// A chain asked of a subject that knows only pairs: one question a link, with what earlier links
// have spent as `used`, and one about the origin with the evidence of all. A mask comes as it was
// pointed at its link.
#include <algorithm>

#include "harness/case.h"

namespace holdfast {
namespace {

void append_items(Value& evidence, std::string_view member, const Value& more) {
  const Value* items = more.find(member);
  if (items == nullptr || !items->is_array()) {
    return;
  }
  Value list = evidence.find(member) == nullptr ? Value::array() : *evidence.find(member);
  for (const Value& item : items->items()) {
    list.append(item);
  }
  evidence.set(member, std::move(list));
}

Value spent_by(const Value& evidence) {
  Value ids = Value::array();
  if (const Value* approvals = evidence.find("approvals");
      approvals != nullptr && approvals->is_array()) {
    for (const Value& approval : approvals->items()) {
      const Value* id = approval.find("authorityId");
      if (id != nullptr && id->is_string()) {
        ids.append(*id);
      }
    }
  }
  return ids;
}

// The evidence of a link with the authorities that earlier links have spent.
Value with_used(const Value& evidence, const Value& used) {
  if (used.size() == 0 || (!evidence.is_null() && !evidence.is_object())) {
    return evidence;
  }
  Value result = evidence.is_null() ? Value::object() : evidence;
  append_items(result, "used", Value::object({{"used", used}}));
  return result;
}

class ChainAsker {
 public:
  ChainAsker(Subject& subject, const Case& c) : subject_(subject), case_(c) {}

  Answer ask() {
    Value used = Value::array();
    Value all = Value::object();
    for (std::size_t i = 1; i < case_.chain.size(); ++i) {
      const CaseLink& link = case_.chain[i];
      const CaseDocument& record = link.before ? *link.before : case_.chain[i - 1].manifest;
      if (!question("link-" + std::to_string(i), "link", record, link.manifest,
                    with_used(link.evidence, used))) {
        return std::move(answer_);
      }
      const Value spent = spent_by(link.evidence);
      for (const Value& id : spent.items()) {
        used.append(id);
      }
      const bool logged = case_.log.has_value();
      const Value& recorded = !logged                 ? link.evidence
                              : i < case_.log->size() ? (*case_.log)[i]
                                                      : kNothing;
      collect(all, recorded);
    }
    if (case_.chain.size() > 1) {
      question("origin", "origin", case_.chain.front().manifest, case_.chain.back().manifest,
               all.size() == 0 ? kNothing : all);
    }
    return std::move(answer_);
  }

 private:
  static void collect(Value& all, const Value& evidence) {
    for (const std::string_view member : {"progress", "approvals", "receipts", "masks"}) {
      append_items(all, member, evidence);
    }
    if (const Value* ledger = evidence.find("ledger"); ledger != nullptr && !ledger->is_null()) {
      all.set("ledger", *ledger);  // each is whole, so the last one holds the others
    }
  }

  // False where the subject gave no verdict; the answer then says so.
  bool question(const std::string& id, std::string_view step, const CaseDocument& before,
                const CaseDocument& after, const Value& evidence) {
    Question question;
    question.id = case_.id + "/" + id;
    question.step = step;
    question.policy = to_text(case_.policy);
    question.before = before.view();
    question.after = after.view();
    question.evidence = evidence.is_null() ? nullptr : &evidence;
    Answer answer = subject_.verify(question);
    if (answer.kind != AnswerKind::kAccept && answer.kind != AnswerKind::kReject) {
      answer_ = std::move(answer);
      return false;
    }
    if (answer.kind == AnswerKind::kReject) {
      answer_.kind = AnswerKind::kReject;
      for (std::string& reason : answer.reasons) {
        if (std::find(answer_.reasons.begin(), answer_.reasons.end(), reason) ==
            answer_.reasons.end()) {
          answer_.reasons.push_back(std::move(reason));
        }
      }
    }
    return true;
  }

  const Value kNothing;
  Subject& subject_;
  const Case& case_;
  Answer answer_ = [] {
    Answer accepted;
    accepted.kind = AnswerKind::kAccept;
    return accepted;
  }();
};

}  // namespace

Answer Subject::verify_chain(const Case& c) { return ChainAsker(*this, c).ask(); }

}  // namespace holdfast
