#include "harness/shrink_engine.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/json.h"

namespace holdfast {
namespace {

constexpr char kPlain = 'x';
// Beyond so many numbers no pairs of them are tried.
constexpr std::size_t kPairsMax = 12;

double steady_now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::size_t weight(const Value& value) {
  std::size_t sum = 1 + (value.is_string() ? value.text().size() : 0);
  for (const Value& item : value.items()) {
    sum += weight(item);
  }
  return sum;
}

auto number_key(std::int64_t number) { return std::make_pair(std::abs(number), number < 0); }

auto text_key(const std::string& text) {
  const auto plain = std::count(text.begin(), text.end(), kPlain);
  return std::make_tuple(text.size(), static_cast<std::ptrdiff_t>(text.size()) - plain, text);
}

// Negative, zero, positive.
int compare(const Value& a, const Value& b) {
  const auto three_way = [](const auto& left, const auto& right) {
    return left < right ? -1 : right < left ? 1 : 0;
  };
  if (a.kind() != b.kind()) {
    return three_way(a.kind(), b.kind());
  }
  if (a.is_integer()) {
    return three_way(number_key(a.integer()), number_key(b.integer()));
  }
  if (a.is_string()) {
    return three_way(text_key(a.text()), text_key(b.text()));
  }
  if (a.size() != b.size()) {
    return three_way(a.size(), b.size());
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (const int order = compare(a.items()[i], b.items()[i]); order != 0) {
      return order;
    }
  }
  return 0;
}

// A place in a tree: the indices that lead to it.
using Path = std::vector<std::size_t>;

Value& at(Value& root, const Path& path) {
  Value* value = &root;
  for (const std::size_t index : path) {
    value = &value->items()[index];
  }
  return *value;
}

void collect(const Value& value, Path& path, std::vector<Path>& paths) {
  paths.push_back(path);
  for (std::size_t i = 0; i < value.size(); ++i) {
    path.push_back(i);
    collect(value.items()[i], path, paths);
    path.pop_back();
  }
}

class ValueShrinker {
 public:
  ValueShrinker(const Value& failing, const std::function<bool(const Value&)>& fails,
                ShrinkBudget& budget, bool counts)
      : best_(failing), fails_(fails), budget_(budget), counts_(counts) {
    asked_.insert(write_compact_json(best_));
  }

  ShrunkValue run() {
    bool smaller = true;
    while (smaller && !budget_.exhausted()) {
      smaller =
          everywhere(&ValueShrinker::delete_items) || everywhere(&ValueShrinker::hoist) ||
          everywhere(&ValueShrinker::clear_numbers) || everywhere(&ValueShrinker::merge_numbers) ||
          everywhere(&ValueShrinker::lower_number) || everywhere(&ValueShrinker::shorten_text) ||
          delete_pairs() || sort_items() || shift_between();
    }
    return {best_, !budget_.cut_short()};
  }

 private:
  bool improve(Value candidate) {
    if (!is_smaller(candidate, best_) || !asked_.insert(write_compact_json(candidate)).second ||
        budget_.exhausted()) {
      return false;
    }
    if (counts_) {
      budget_.spend();
    }
    if (!fails_(candidate)) {
      return false;
    }
    best_ = std::move(candidate);
    return true;
  }

  // The pass at each place of the tree, the largest parts first. Places are looked up anew after
  // each success, because it may have removed them.
  bool everywhere(bool (ValueShrinker::*pass)(const Path&)) {
    bool smaller = false;
    for (std::size_t i = 0;; ++i) {
      const std::vector<Path> paths = places();
      if (i >= paths.size() || budget_.exhausted()) {
        return smaller;
      }
      smaller = (this->*pass)(paths[i]) || smaller;
    }
  }

  std::vector<Path> places() const {
    std::vector<Path> paths;
    Path path;
    collect(best_, path, paths);
    return paths;
  }

  // Chunks of halving length, from the back. Where a number beside the list counts its items or
  // points into it, it goes down together with the list.
  bool delete_items(const Path& path) {
    bool smaller = false;
    for (std::size_t chunk = at(best_, path).size(); chunk > 0; chunk /= 2) {
      std::size_t end = at(best_, path).size();
      while (end >= chunk && chunk > 0) {
        Value candidate = best_;
        auto& items = at(candidate, path).items();
        if (!at(candidate, path).is_array() || end > items.size()) {
          return smaller;
        }
        const auto first = items.begin() + static_cast<std::ptrdiff_t>(end - chunk);
        items.erase(first, first + static_cast<std::ptrdiff_t>(chunk));
        if (improve(candidate) || lower_beside(candidate, path, chunk)) {
          smaller = true;
          end = std::min(end, at(best_, path).size());
        } else {
          --end;
        }
      }
    }
    return smaller;
  }

  bool lower_beside(const Value& cut, const Path& path, std::size_t by) {
    if (path.empty()) {
      return false;
    }
    const Path parent(path.begin(), path.end() - 1);
    Value candidate = cut;
    bool changed = false;
    for (Value& sibling : at(candidate, parent).items()) {
      if (sibling.is_integer() && sibling.integer() >= static_cast<std::int64_t>(by)) {
        sibling = Value(sibling.integer() - static_cast<std::int64_t>(by));
        changed = true;
      }
    }
    return changed && improve(std::move(candidate));
  }

  // A part becomes one of its own parts, or zero.
  bool hoist(const Path& path) {
    const Value part = at(best_, path);
    if (!part.is_array()) {
      return false;
    }
    std::vector<Value> replacements = {Value(0)};
    replacements.insert(replacements.end(), part.items().begin(), part.items().end());
    return std::any_of(replacements.begin(), replacements.end(), [&](const Value& replacement) {
      Value candidate = best_;
      at(candidate, path) = replacement;
      return improve(std::move(candidate));
    });
  }

  // All parts of one array together: alone, each may be held up by the others.
  bool clear_numbers(const Path& path) {
    const auto is_number = [](const Value& item) { return item.is_integer(); };
    const auto& items = at(best_, path).items();
    if (std::none_of(items.begin(), items.end(), is_number)) {
      return false;
    }
    Value candidate = best_;
    for (Value& item : at(candidate, path).items()) {
      item = is_number(item) ? Value(0) : item;
    }
    if (improve(candidate)) {
      return true;
    }
    for (Value& item : at(candidate, path).items()) {
      item = Value(0);
    }
    return improve(std::move(candidate));
  }

  // Two neighbours become their sum, or, for what wraps around, its negative.
  bool merge_numbers(const Path& path) {
    for (std::size_t i = 1; i < at(best_, path).size(); ++i) {
      const Value first = at(best_, path).items()[i - 1];
      const Value second = at(best_, path).items()[i];
      if (!first.is_integer() || !second.is_integer()) {
        continue;
      }
      for (const int sign : {1, -1}) {
        Value candidate = best_;
        auto& items = at(candidate, path).items();
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
        items[i - 1] = Value(sign * (first.integer() + second.integer()));
        if (improve(std::move(candidate))) {
          return true;
        }
      }
    }
    return false;
  }

  // Two numbers of different lists, where neither can go without the other.
  bool delete_pairs() {
    const std::vector<Path> paths = places();
    std::vector<Path> numbers;
    for (const Path& path : paths) {
      if (!path.empty() && at(best_, path).is_integer()) {
        numbers.push_back(path);
      }
    }
    const auto erase = [](Value& value, const Path& path) {
      auto& items = at(value, Path(path.begin(), path.end() - 1)).items();
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(path.back()));
    };
    for (std::size_t i = 0; i < numbers.size() && numbers.size() <= kPairsMax; ++i) {
      for (std::size_t j = i + 1; j < numbers.size(); ++j) {
        Value candidate = best_;
        erase(candidate, numbers[j]);  // the later one first: the other's place stays
        erase(candidate, numbers[i]);
        if (improve(std::move(candidate))) {
          return true;
        }
      }
    }
    return false;
  }

  bool set_number(const Path& path, std::int64_t number) {
    Value candidate = best_;
    at(candidate, path) = Value(number);
    return improve(std::move(candidate));
  }

  // Halving towards zero, then one by one: exact where failing is monotone in the number.
  bool lower_number(const Path& path) {
    const Value number = at(best_, path);
    if (!number.is_integer() || number.integer() == 0) {
      return false;
    }
    if (set_number(path, 0) || set_number(path, std::abs(number.integer()))) {
      return true;
    }
    const std::int64_t sign = number.integer() < 0 ? -1 : 1;
    std::int64_t passes = 0;
    std::int64_t fails = std::abs(number.integer());
    while (fails - passes > 1) {
      const std::int64_t middle = passes + (fails - passes) / 2;
      (set_number(path, sign * middle) ? fails : passes) = middle;
    }
    return fails < std::abs(number.integer());
  }

  bool set_text(const Path& path, std::string text) {
    Value candidate = best_;
    at(candidate, path) = Value(std::move(text));
    return improve(std::move(candidate));
  }

  bool shorten_text(const Path& path) {
    if (!at(best_, path).is_string()) {
      return false;
    }
    bool smaller = set_text(path, "") || set_text(path, std::string(1, kPlain));
    for (std::size_t chunk = at(best_, path).text().size(); chunk > 0; chunk /= 2) {
      for (std::size_t end = at(best_, path).text().size(); end >= chunk && chunk > 0;) {
        std::string text = at(best_, path).text();
        text.erase(end - chunk, chunk);
        const bool cut = set_text(path, std::move(text));
        smaller = cut || smaller;
        end -= cut ? chunk : 1;
      }
    }
    for (std::size_t i = 0; i < at(best_, path).text().size(); ++i) {
      std::string text = at(best_, path).text();
      text[i] = kPlain;
      smaller = set_text(path, std::move(text)) || smaller;
    }
    return smaller;
  }

  bool sort_items() {
    // Places are stale after a success; the next round goes on.
    for (const Path& path : places()) {
      const std::size_t size = at(best_, path).is_array() ? at(best_, path).size() : 0;
      Value candidate = best_;
      auto& items = at(candidate, path).items();
      std::stable_sort(items.begin(), items.end(),
                       [](const Value& a, const Value& b) { return compare(a, b) < 0; });
      if (size > 1 && improve(std::move(candidate))) {
        return true;
      }
      for (std::size_t i = 1; i < size; ++i) {
        Value swapped = best_;
        std::swap(at(swapped, path).items()[i - 1], at(swapped, path).items()[i]);
        if (improve(std::move(swapped))) {
          return true;
        }
      }
    }
    return false;
  }

  // What one number loses, a later one gains, so that their sum stays.
  bool shift_between() {
    const std::vector<Path> paths = places();
    for (std::size_t i = 0; i < paths.size(); ++i) {
      for (std::size_t j = i + 1; j < paths.size(); ++j) {
        const Value first = at(best_, paths[i]);
        const Value second = at(best_, paths[j]);
        if (!first.is_integer() || !second.is_integer()) {
          continue;
        }
        for (const std::int64_t target : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}}) {
          if (shift(paths[i], paths[j], target)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  bool shift(const Path& from, const Path& to, std::int64_t target) {
    Value candidate = best_;
    Value& lowered = at(candidate, from);
    Value& raised = at(candidate, to);
    raised = Value(raised.integer() + (lowered.integer() - target));
    lowered = Value(target);
    return improve(std::move(candidate));
  }

  Value best_;
  const std::function<bool(const Value&)>& fails_;
  ShrinkBudget& budget_;
  bool counts_;
  std::set<std::string> asked_;
};

}  // namespace

ShrinkBudget::ShrinkBudget(const ShrinkLimits& limits, std::function<double()> now_s)
    : limits_(limits), now_s_(now_s ? std::move(now_s) : steady_now_s) {
  begin_s_ = limits_.seconds_max > 0 ? now_s_() : 0;
}

bool ShrinkBudget::exhausted() {
  const bool over = ended_ || calls_ >= limits_.calls_max ||
                    (limits_.seconds_max > 0 && now_s_() - begin_s_ >= limits_.seconds_max);
  cut_short_ = cut_short_ || over;
  return over;
}

bool is_smaller(const Value& a, const Value& b) {
  const std::size_t left = weight(a);
  const std::size_t right = weight(b);
  return left != right ? left < right : compare(a, b) < 0;
}

ShrunkValue shrink_value(const Value& failing, const std::function<bool(const Value&)>& fails,
                         ShrinkBudget& budget, bool counts) {
  return ValueShrinker(failing, fails, budget, counts).run();
}

}  // namespace holdfast
