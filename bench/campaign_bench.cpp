// Times the work of a campaign against the built-in verifier on one core, without processes: make a
// good manifest, break it, let the oracle prove that the meaning differs, let the verifier judge.
//
//   campaign_bench MUTANTS PAIR BATCH_MS     prints: campaign_MUTANTS.ours, pair, nanoseconds a
//   case
//
// MUTANTS cases share one manifest. Lists have 0 to 16 items, 8 on average; the rival's have 8.
#include <cstdlib>
#include <string>

#include "bench/timing.h"
#include "core/check.h"
#include "core/json.h"
#include "generators/random.h"
#include "generators/realistic.h"
#include "generators/strategy.h"
#include "harness/builtin_subject.h"
#include "harness/case.h"
#include "harness/oracle.h"

namespace holdfast::bench {
namespace {

constexpr std::size_t kListItemsMax = 16;

class Campaign {
 public:
  explicit Campaign(int mutants) : mutants_(mutants) {
    auto started = make_builtin_subject_factory()->start();
    CHECK(started.ok());
    subject_ = std::move(*started);
  }

  // One manifest and its mutants.
  void run() {
    Random random(1, manifest_++);
    const Manifest manifest = random_manifest(random, {.list_items_max = kListItemsMax});
    before_ = to_value(manifest);
    const Oracle oracle(write_compact_json(before_), false);
    for (int i = 0; i < mutants_;) {
      const Strategy& strategy = strategies_of("compaction")[strategy_++ % strategies_of("compaction").size()];
      if (auto change = strategy.make(manifest, random)) {
        judge(oracle, std::move(*change));
        ++i;
      }
    }
  }

 private:
  void judge(const Oracle& oracle, Change change) {
    CaseDocument after;
    if (change.raw) {
      after = change.raw->empty() ? CaseDocument() : CaseDocument::of_text(std::move(*change.raw));
    } else {
      after = CaseDocument::of(before_);
      CHECK(apply_edits(change.edits, after.value));
    }
    if (oracle.judge(after.bytes()).equal()) {
      return;  // equivalent: not asked, yet a case that was made
    }
    Question question;
    question.before = {.form = SubjectDocument::Form::kValue, .value = &before_};
    question.after = after.view();
    CHECK(subject_->verify(question).kind == AnswerKind::kReject);
  }

  int mutants_;
  std::unique_ptr<Subject> subject_;
  std::uint64_t manifest_ = 0;
  std::size_t strategy_ = 0;
  Value before_;
};

int run(int count, char** words) {
  const int mutants = count == 4 ? std::atoi(words[1]) : 0;
  const int pair = count == 4 ? std::atoi(words[2]) : 0;
  const double batch_ms = count == 4 ? std::atof(words[3]) : 0;
  if (mutants < 1 || pair < 0 || batch_ms <= 0) {
    std::fprintf(stderr, "usage: campaign_bench MUTANTS PAIR BATCH_MS\n");
    return 2;
  }
  Campaign campaign(mutants);
  print_sample("campaign_" + std::to_string(mutants) + ".ours", pair,
               time_ns([&] { campaign.run(); }, batch_ms) / mutants);
  return 0;
}

}  // namespace
}  // namespace holdfast::bench

int main(int count, char** words) { return holdfast::bench::run(count, words); }
