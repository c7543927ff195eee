#include "harness/sweep.h"

#include <algorithm>

#include "harness/sweep_questions.h"

namespace holdfast {

Result<Threshold> find_threshold(const Survives& survives, std::uint64_t limit) {
  Threshold found;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  for (std::uint64_t amount = 0; !found.lost;) {
    const Result<bool> alive = survives(amount);
    if (!alive) {
      return alive.error();
    }
    if (!*alive) {
      found.lost = true;
      high = amount;
    } else {
      found.survived = low = amount;
      if (amount >= limit) {
        return found;
      }
      amount = std::min(limit, amount == 0 ? 1 : 2 * amount);
    }
  }
  while (high > 0 && high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    const Result<bool> alive = survives(middle);
    if (!alive) {
      return alive.error();
    }
    (*alive ? low : high) = middle;
  }
  if (high > 0) {
    found.survived = low;
  }
  return found;
}

Result<int> carried_directive(SweepLab& lab, std::uint64_t rounds_max) {
  const int item = lab.add(AtomKind::kDirective, kSweepItemCharacters);
  const std::uint64_t id = lab.say(Role::kUser, {lab.body(item)});
  const Result<bool> folded = lab.fold_out(id, rounds_max);
  return folded ? Result<int>(item) : folded.error();
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

Result<std::vector<SweepFinding>> sweep(
    Pipeline& pipeline, const SweepOptions& options,
    const std::function<void(const SweepFinding&)>& on_finding) {
  std::vector<SweepFinding> findings;
  for (const auto questions :
       {sweep_questions_of_text(), sweep_questions_of_rounds(), sweep_questions_of_kinds()}) {
    for (const SweepQuestion question : questions) {
      Result<SweepFinding> finding = question(pipeline, options);
      if (!finding) {
        return finding.error();
      }
      if (on_finding) {
        on_finding(*finding);
      }
      findings.push_back(std::move(*finding));
    }
  }
  return findings;
}

}  // namespace holdfast
