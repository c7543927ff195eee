#include "bench/inputs.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace holdfast::bench {
namespace {

// splitmix64; a fixed seed, so that every run sorts the same lists.
class Numbers {
 public:
  std::size_t below(std::size_t bound) {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return static_cast<std::size_t>((z ^ (z >> 31)) % bound);
  }

 private:
  std::uint64_t state_ = 20240607;
};

template <typename Item>
void shuffle(std::vector<Item>& items, Numbers& numbers) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[numbers.below(i)]);
  }
}

std::vector<std::string> texts(const std::string& begin, std::size_t items, Numbers& numbers) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < items; ++i) {
    list.push_back(begin + std::to_string(100 + i) + (i % 4 == 1 ? "、北側" : " is north"));
  }
  shuffle(list, numbers);
  return list;
}

}  // namespace

Manifest manifest_with(std::size_t items) {
  Numbers numbers;
  Manifest manifest;
  manifest.task_id = "canal-survey-7";
  manifest.objective = "Survey the canal \"Nord\".";
  manifest.canonical = {
      {{}, "survey/plan.md", std::string(60, 'c') + "01af", "2026-02-03T08:15:00Z"}};
  manifest.completed_phases = texts("Lock ", items, numbers);
  manifest.next_exact_action.text = "Open gauge sheet 12";
  for (std::size_t i = 0; i < items; ++i) {
    manifest.external_writes.push_back(
        {"gauge.post",
         "fx-" + std::to_string(1000 + i),
         i % 3 == 0 ? WriteStatus::kUnknown : WriteStatus::kConfirmed,
         {}});
  }
  shuffle(manifest.external_writes, numbers);
  for (std::string& text : texts("Weir permit ", items, numbers)) {
    manifest.consumed_authorities.push_back({std::move(text), {}, {}});
  }
  manifest.prohibitions = texts("Never drain basin ", items, numbers);
  manifest.rollback = "Put back the gauge table of last week.";
  manifest.completion_checks = texts("Level at pier ", items, numbers);
  return manifest;
}

Manifest shuffled(Manifest manifest) {
  Numbers numbers;
  shuffle(manifest.external_writes, numbers);
  shuffle(manifest.consumed_authorities, numbers);
  shuffle(manifest.prohibitions, numbers);
  shuffle(manifest.completion_checks, numbers);
  return manifest;
}

Manifest emptied(Manifest manifest) {
  for (const TextList& list : kTextLists) {
    (manifest.*list.member).clear();
  }
  manifest.external_writes.clear();
  manifest.consumed_authorities.clear();
  return manifest;
}

}  // namespace holdfast::bench
