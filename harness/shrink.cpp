#include "harness/shrink.h"

#include <algorithm>

#include "core/compaction.h"
#include "core/json.h"
#include "harness/oracle.h"
#include "harness/replay.h"

namespace holdfast {
namespace {

constexpr std::string_view kListNames[] = {
    "completedPhases", "externalWrites", "consumedAuthorities", "prohibitions", "completionChecks"};
constexpr std::string_view kTextNames[] = {"taskId", "objective", "nextExactAction", "rollback"};
constexpr std::string_view kShortText = "x";

class Shrinker {
 public:
  Shrinker(const Case& failing, const BucketKey& key, const SubjectFactory& factory,
           std::uint64_t calls_max)
      : best_(failing), key_(key), factory_(factory), calls_max_(calls_max) {
    violated_ = judge(best_);
    named_ = is_named(best_);
  }

  Shrunk run() {
    // Evidence has to fit the documents; a case with any is kept as it was found.
    if (!best_.evidence.is_null()) {
      return {best_, false, 0};
    }
    bool smaller = true;
    while (smaller && !exhausted()) {
      smaller = false;
      for (const std::string_view name : kListNames) {
        smaller = drop_shared_items(name) || smaller;
      }
      for (const std::string_view name : kTextNames) {
        smaller = shorten_shared_text(name) || smaller;
      }
      for (const std::string_view name : kListNames) {
        smaller = shorten_shared_items(name) || smaller;
      }
    }
    best_.id = case_id(key_.strategy, best_);
    return {best_, !exhausted(), calls_};
  }

 private:
  bool exhausted() const { return calls_ >= calls_max_; }

  OracleJudgement judge(const Case& c) const {
    return Oracle(c.before.bytes(), c.policy == Policy::kMonotone).judge(c.after.bytes());
  }

  // Whether the built-in names one of the codes that the case expects. Without this guard a case
  // slips: of two writes with one effect id the first is dropped, and what is left is an invented
  // write.
  static bool is_named(const Case& c) {
    CheckOptions options;
    options.policy = c.policy;
    options.evidence = c.evidence.is_null() ? nullptr : &c.evidence;
    options.checksums = false;
    const Verdict verdict =
        check_compaction(read_document_value(c.before.value, Side::kBefore),
                         read_document_value(c.after.value, Side::kAfter), options);
    return std::any_of(
        verdict.findings.begin(), verdict.findings.end(), [&](const Finding& finding) {
          return std::find(c.expect.codes.begin(), c.expect.codes.end(), finding.code) !=
                 c.expect.codes.end();
        });
  }

  // Replaces the best case if the candidate is a case of the same kind.
  bool improve(Case candidate) {
    if (exhausted() ||
        !read_document_value(candidate.before.value, Side::kBefore).findings.empty() ||
        !(judge(candidate) == violated_) || (named_ && !is_named(candidate)) ||
        outcome(candidate) != key_.outcome) {
      return false;
    }
    // The edits were made for the document as found.
    candidate.provenance.erase("edits");
    candidate.provenance.set("shrunk", true);
    best_ = std::move(candidate);
    return true;
  }

  Outcome outcome(const Case& c) {
    if (!subject_ || !subject_->usable()) {
      auto started = factory_.start();
      if (!started) {
        calls_ = calls_max_;
        return Outcome::kCrash;
      }
      subject_ = std::move(*started);
    }
    ++calls_;
    Question question;
    question.id = "shrink-" + std::to_string(calls_);
    question.policy = to_text(c.policy);
    question.before = c.before.view();
    question.after = c.after.view();
    const Answer answer = subject_->verify(question);
    return outcome_of(answer, c.expect, subject_->description().has_reason_map);
  }

  // Items of the list that stand in both documents, by their place in `before`.
  std::vector<std::size_t> shared_items(std::string_view name) const {
    std::vector<std::size_t> shared;
    const Value* before = best_.before.value.find(name);
    const Value* after = best_.after.value.find(name);
    if (before == nullptr || after == nullptr || !before->is_array() || !after->is_array()) {
      return shared;
    }
    for (std::size_t i = 0; i < before->size(); ++i) {
      const auto& items = after->items();
      if (std::find(items.begin(), items.end(), before->items()[i]) != items.end()) {
        shared.push_back(i);
      }
    }
    return shared;
  }

  static void erase_item(Value& list, const Value& item) {
    auto& items = list.items();
    if (const auto found = std::find(items.begin(), items.end(), item); found != items.end()) {
      items.erase(found);
    }
  }

  bool drop(std::string_view name, const std::vector<std::size_t>& indices) {
    Case candidate = best_;
    const std::vector<Value> items = best_.before.value.find(name)->items();
    for (const std::size_t index : indices) {
      erase_item(*candidate.before.value.find(name), items[index]);
      erase_item(*candidate.after.value.find(name), items[index]);
    }
    return improve(std::move(candidate));
  }

  // All of them at once, then each alone from the back: most cases need none.
  bool drop_shared_items(std::string_view name) {
    const std::vector<std::size_t> shared = shared_items(name);
    if (shared.empty()) {
      return false;
    }
    if (drop(name, shared)) {
      return true;
    }
    bool smaller = false;
    for (auto index = shared.rbegin(); shared.size() > 1 && index != shared.rend(); ++index) {
      smaller = drop(name, {*index}) || smaller;
    }
    return smaller;
  }

  bool shorten_shared_text(std::string_view name) {
    const Value* before = best_.before.value.find(name);
    const Value* after = best_.after.value.find(name);
    if (before == nullptr || after == nullptr || !(*before == *after) || !before->is_string() ||
        before->text() == kShortText) {
      return false;
    }
    Case candidate = best_;
    candidate.before.value.set(name, kShortText);
    candidate.after.value.set(name, kShortText);
    return improve(std::move(candidate));
  }

  bool shorten_shared_items(std::string_view name) {
    bool smaller = false;
    for (const std::size_t index : shared_items(name)) {
      const Value item = best_.before.value.find(name)->items()[index];
      const Value short_item(std::string(kShortText) + std::to_string(index));
      if (!item.is_string() || item == short_item) {
        continue;
      }
      Case candidate = best_;
      for (Value* document : {&candidate.before.value, &candidate.after.value}) {
        auto& items = document->find(name)->items();
        std::replace(items.begin(), items.end(), item, short_item);
      }
      smaller = improve(std::move(candidate)) || smaller;
    }
    return smaller;
  }

  Case best_;
  const BucketKey& key_;
  const SubjectFactory& factory_;
  std::uint64_t calls_max_;
  std::uint64_t calls_ = 0;
  OracleJudgement violated_;
  bool named_ = false;
  std::unique_ptr<Subject> subject_;
};

}  // namespace

std::optional<Shrunk> shrink_case(const Case& failing, const BucketKey& key,
                                  const SubjectFactory& factory, std::uint64_t calls_max) {
  const bool plain = key.outcome == Outcome::kAccepted || key.outcome == Outcome::kFalseAlarm ||
                     key.outcome == Outcome::kRejectedWrongReason;
  if (!plain || failing.before.form != SubjectDocument::Form::kValue ||
      failing.after.form != SubjectDocument::Form::kValue) {
    return std::nullopt;
  }
  return Shrinker(failing, key, factory, calls_max).run();
}

}  // namespace holdfast
