#include "core/difference.h"

#include <algorithm>
#include <numeric>

#include "core/unicode.h"

namespace holdfast {
namespace {

// Longer texts are not compared by eye; looks_alike() has the same limit.
constexpr std::size_t kLookalikeBytesMax = 64 * 1024;

std::vector<std::size_t> sorted_order(const std::vector<std::string>& texts) {
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
  return order;
}

Value item_detail(const std::string& text, const Lookalikes& others) {
  Value detail =
      Value::object({{"length_characters", static_cast<std::int64_t>(count_code_points(text))}});
  if (others.contain(text)) {
    detail.add("lookalike", true);
  }
  return detail;
}

std::vector<std::string_view> views(const std::vector<std::string>& texts,
                                    const std::vector<std::size_t>& indices) {
  std::vector<std::string_view> found;
  for (const std::size_t index : indices) {
    found.push_back(texts[index]);
  }
  return found;
}

std::string pointer_to(std::string_view list, std::size_t index) {
  return "/" + std::string(list) + "/" + std::to_string(index);
}

}  // namespace

ListDifference compare_lists(const std::vector<std::string>& before,
                             const std::vector<std::string>& after) {
  ListDifference difference;
  if (before == after) {
    return difference;
  }
  const std::vector<std::size_t> order_before = sorted_order(before);
  const std::vector<std::size_t> order_after = sorted_order(after);
  std::size_t b = 0;
  std::size_t a = 0;
  while (b < before.size() || a < after.size()) {
    const int order = b == before.size()  ? 1
                      : a == after.size() ? -1
                                          : before[order_before[b]].compare(after[order_after[a]]);
    if (order < 0) {
      difference.dropped.push_back(order_before[b++]);
    } else if (order > 0) {
      difference.invented.push_back(order_after[a++]);
    } else {
      ++b;
      ++a;
    }
  }
  std::sort(difference.dropped.begin(), difference.dropped.end());
  std::sort(difference.invented.begin(), difference.invented.end());
  return difference;
}

void report_dropped(const Pair& pair, std::string_view name, Report& report) {
  const auto member = text_list(name).member;
  const std::vector<std::string>& before = pair.before.*member;
  const std::vector<std::string>& after = pair.after.*member;
  const ListDifference difference = compare_lists(before, after);
  const Lookalikes others(difference.dropped.empty() ? std::vector<std::string_view>()
                                                     : views(after, difference.invented));
  for (const std::size_t index : difference.dropped) {
    report.add_on(Side::kBefore, name, pointer_to(name, index), item_detail(before[index], others));
  }
}

void report_invented(const Pair& pair, std::string_view name, Report& report) {
  if (may_grow(pair.policy, name)) {
    return;
  }
  const auto member = text_list(name).member;
  const std::vector<std::string>& before = pair.before.*member;
  const std::vector<std::string>& after = pair.after.*member;
  const ListDifference difference = compare_lists(before, after);
  const Lookalikes others(difference.invented.empty() ? std::vector<std::string_view>()
                                                      : views(before, difference.dropped));
  for (const std::size_t index : difference.invented) {
    report.add_on(Side::kAfter, name, pointer_to(name, index), item_detail(after[index], others));
  }
}

void report_changed(std::string_view before, std::string_view after, std::string_view field,
                    std::string item, Report& report) {
  if (before == after) {
    return;
  }
  Value detail = Value::object(
      {{"length_before_characters", static_cast<std::int64_t>(count_code_points(before))},
       {"length_after_characters", static_cast<std::int64_t>(count_code_points(after))}});
  if (looks_alike(before, after)) {
    detail.add("lookalike", true);
  }
  report.add(field, std::move(item), std::move(detail));
}

Lookalikes::Lookalikes(const std::vector<std::string_view>& candidates) {
  for (const std::string_view candidate : candidates) {
    if (candidate.size() <= kLookalikeBytesMax) {
      folded_.insert(folded(candidate));
    }
  }
}

bool Lookalikes::contain(std::string_view text) const {
  return !folded_.empty() && text.size() <= kLookalikeBytesMax && folded_.count(folded(text)) > 0;
}

std::vector<std::string_view> effects_only_in(const std::vector<ExternalWrite>& writes,
                                              const std::vector<ExternalWrite>& others) {
  const auto known = writes_by_effect(others);
  std::vector<std::string_view> effects;
  for (const ExternalWrite& write : writes) {
    if (known.find(write.effect_id) == known.end()) {
      effects.push_back(write.effect_id);
    }
  }
  return effects;
}

std::unordered_map<std::string_view, const ExternalWrite*> writes_by_effect(
    const std::vector<ExternalWrite>& writes) {
  std::unordered_map<std::string_view, const ExternalWrite*> found;
  for (const ExternalWrite& write : writes) {
    found.emplace(write.effect_id, &write);
  }
  return found;
}

}  // namespace holdfast
