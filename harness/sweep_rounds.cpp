// Sweeps: after how many rounds, and behind how many newer directives.
#include <array>

#include "harness/sweep_questions.h"

namespace holdfast {
namespace {

constexpr std::size_t kDirectiveCharacters = 200;
constexpr std::uint64_t kDirectivesMax = 100;

std::string state_of(const AtomReading& reading) {
  return !reading.present                 ? "lost"
         : reading.level == Level::kLabel ? "survives only as a label"
                                          : "survives only changed";
}

// Nothing but time passes.
Result<SweepFinding> rounds(Pipeline& pipeline, const SweepOptions& options) {
  SweepLab lab(pipeline);
  const Result<int> item = carried_directive(lab, options.messages_max);
  if (!item) {
    return item.error();
  }
  SweepFinding finding{"rounds", false, std::nullopt, options.rounds_max, {}};
  if (!lab.carried(*item)) {
    finding.lost = true;
    finding.sentence = state_of(lab.reading(*item)) + " from its first folding";
    return finding;
  }
  for (std::uint64_t round = 2; round <= options.rounds_max; ++round) {
    lab.say(Role::kAssistant, {SweepLab::noise(200)});
    if (Result<Done> done = lab.compact(); !done) {
      return done.error();
    }
    if (!lab.carried(*item)) {
      finding.lost = true;
      finding.survived = round - 1;
      finding.sentence = state_of(lab.reading(*item)) + " from round " + with_commas(round);
      return finding;
    }
  }
  finding.sentence = with_commas(options.rounds_max) + " rounds of small talk change nothing";
  return finding;
}

// The place of the first of them that is not carried; their number where all are.
std::size_t first_lost(const SweepLab& lab, const std::vector<int>& items) {
  std::size_t place = 0;
  while (place < items.size() && lab.carried(items[place])) {
    ++place;
  }
  return place;
}

// A user gives one directive after the other.
Result<SweepFinding> newer_directives(Pipeline& pipeline, const SweepOptions& options) {
  SweepLab lab(pipeline);
  std::vector<int> items;
  SweepFinding finding{"newer_directives", false, std::nullopt, kDirectivesMax, {}};
  while (items.size() < kDirectivesMax) {
    items.push_back(lab.add(AtomKind::kDirective, kDirectiveCharacters));
    const std::uint64_t id = lab.say(Role::kUser, {lab.body(items.back())});
    const Result<bool> folded = lab.fold_out(id, options.messages_max);
    if (!folded) {
      return folded.error();
    }
    const std::size_t lost = first_lost(lab, items);
    if (lost == items.size()) {
      continue;
    }
    finding.lost = true;
    const std::string each = " (" + with_commas(kDirectiveCharacters) + " characters each)";
    if (items.size() == 1) {
      finding.sentence = "a single directive is not carried";
    } else if (lost == 0) {
      finding.survived = items.size() - 2;
      finding.sentence =
          "lost once " + with_commas(items.size() - 1) + " newer directives" + each + " were given";
    } else {
      finding.survived = lost;
      finding.sentence = "only the first " + with_commas(lost) + " directives" + each +
                         " are carried; later ones are lost";
    }
    return finding;
  }
  finding.sentence = with_commas(kDirectivesMax) + " directives are carried side by side";
  return finding;
}

}  // namespace

std::span<const SweepQuestion> sweep_questions_of_rounds() {
  static constexpr std::array kQuestions = {&rounds, &newer_directives};
  return kQuestions;
}

}  // namespace holdfast
