#include "core/difference.h"

#include <algorithm>
#include <numeric>

#include "core/unicode.h"

namespace holdfast {
namespace {

// Longer texts are not compared by eye; looks_alike() has the same limit.
constexpr std::size_t kLookalikeBytesMax = 64 * 1024;

std::vector<std::size_t> sorted_order(const Names& texts) {
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
  return order;
}

Value item_detail(std::string_view text, const Lookalikes& others) {
  Value detail =
      Value::object({{"length_characters", static_cast<std::int64_t>(count_code_points(text))}});
  if (others.contain(text)) {
    detail.add("lookalike", true);
  }
  return detail;
}

Names chosen(const Names& names, const std::vector<std::size_t>& indices) {
  Names found;
  for (const std::size_t index : indices) {
    found.push_back(names[index]);
  }
  return found;
}

std::string pointer_to(std::string_view list, std::size_t index) {
  return "/" + std::string(list) + "/" + std::to_string(index);
}

// Those of `names` that are `missing`, one finding each.
void report_missing(const Names& names, const std::vector<std::size_t>& missing,
                    const Names& others, Side side, std::string_view field, bool by_id,
                    Report& report) {
  if (missing.empty()) {
    return;
  }
  const Lookalikes lookalikes(others);
  for (const std::size_t index : missing) {
    if (!by_id) {
      report.add_on(side, field, pointer_to(field, index), item_detail(names[index], lookalikes));
    } else {
      report.add_on(
          side, field, std::string(names[index]),
          lookalikes.contain(names[index]) ? Value::object({{"lookalike", true}}) : Value());
    }
  }
}

void report_all(const Names& before, const Names& after, Side side, std::string_view field,
                bool by_id, Report& report) {
  if (before == after) {
    return;
  }
  const ListDifference difference = compare_names(before, after);
  if (side == Side::kBefore) {
    report_missing(before, difference.dropped, chosen(after, difference.invented), side, field,
                   by_id, report);
  } else {
    report_missing(after, difference.invented, chosen(before, difference.dropped), side, field,
                   by_id, report);
  }
}

std::vector<std::size_t> kept(std::size_t size, const std::vector<std::size_t>& removed) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < size; ++i) {
    if (!std::binary_search(removed.begin(), removed.end(), i)) {
      indices.push_back(i);
    }
  }
  return indices;
}

}  // namespace

Names names_of(const std::vector<std::string>& texts) { return {texts.begin(), texts.end()}; }

std::unordered_map<std::string_view, std::size_t> index_by_name(const Names& names) {
  std::unordered_map<std::string_view, std::size_t> found;
  found.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    found.emplace(names[i], i);
  }
  return found;
}

ListDifference compare_names(const Names& before, const Names& after) {
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

std::optional<std::size_t> first_reordered(const Names& before, const Names& after) {
  if (before == after) {
    return std::nullopt;
  }
  const ListDifference difference = compare_names(before, after);
  const auto kept_before = kept(before.size(), difference.dropped);
  const auto kept_after = kept(after.size(), difference.invented);
  for (std::size_t i = 0; i < kept_after.size(); ++i) {
    if (before[kept_before[i]] != after[kept_after[i]]) {
      return kept_after[i];
    }
  }
  return std::nullopt;
}

void report_dropped(const Names& before, const Names& after, std::string_view name,
                    Report& report) {
  report_all(before, after, Side::kBefore, name, false, report);
}

void report_invented(const Names& before, const Names& after, std::string_view name,
                     Report& report) {
  report_all(before, after, Side::kAfter, name, false, report);
}

void report_dropped(const Pair& pair, std::string_view name, Report& report) {
  const auto member = text_list(name).member;
  if (pair.before.*member != pair.after.*member) {
    report_dropped(names_of(pair.before.*member), names_of(pair.after.*member), name, report);
  }
}

void report_invented(const Pair& pair, std::string_view name, Report& report) {
  const auto member = text_list(name).member;
  if (!may_grow(pair.policy, name) && pair.before.*member != pair.after.*member) {
    report_invented(names_of(pair.before.*member), names_of(pair.after.*member), name, report);
  }
}

void report_ids_dropped(const Names& before, const Names& after, std::string_view field,
                        Report& report) {
  report_all(before, after, Side::kBefore, field, true, report);
}

void report_ids_invented(const Names& before, const Names& after, std::string_view field,
                         Report& report) {
  report_all(before, after, Side::kAfter, field, true, report);
}

void report_changed(std::string_view before, std::string_view after, std::string_view field,
                    std::string item, Report& report, Value detail) {
  if (before == after) {
    return;
  }
  detail.add("length_before_characters", static_cast<std::int64_t>(count_code_points(before)));
  detail.add("length_after_characters", static_cast<std::int64_t>(count_code_points(after)));
  if (looks_alike(before, after)) {
    detail.add("lookalike", true);
  }
  report.add(field, std::move(item), std::move(detail));
}

Lookalikes::Lookalikes(const Names& candidates) {
  for (const std::string_view candidate : candidates) {
    if (candidate.size() <= kLookalikeBytesMax) {
      folded_.insert(folded(candidate));
    }
  }
}

bool Lookalikes::contain(std::string_view text) const {
  return !folded_.empty() && text.size() <= kLookalikeBytesMax && folded_.count(folded(text)) > 0;
}

}  // namespace holdfast
