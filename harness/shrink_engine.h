// The search that all shrinking shares: a budget, and a shrinker of JSON trees for anything that
// can be written as one.
//
// Order: fewer nodes (and bytes of text), then left to right: shorter arrays, numbers nearer to
// zero (a positive one before its negative), texts of fewer bytes that differ less from "x". Every
// accepted step is strictly smaller, so the search ends. No step asks twice about one value.
#pragma once

#include <cstdint>
#include <functional>

#include "core/value.h"

namespace holdfast {

struct ShrinkLimits {
  std::uint64_t calls_max = 300;
  double seconds_max = 0;  // 0: calls alone decide, so that equal input gives equal bytes
};

class ShrinkBudget {
 public:
  // `now_s` is a clock in seconds; nullptr for the steady clock of this machine.
  explicit ShrinkBudget(const ShrinkLimits& limits, std::function<double()> now_s = nullptr);
  bool exhausted();
  void spend() { ++calls_; }
  void end() { ended_ = true; }
  std::uint64_t calls() const { return calls_; }
  // A question had to be left out.
  bool cut_short() const { return cut_short_; }

 private:
  ShrinkLimits limits_;
  std::function<double()> now_s_;
  double begin_s_ = 0;
  std::uint64_t calls_ = 0;
  bool ended_ = false;
  bool cut_short_ = false;
};

// Whether `a` is smaller than `b` in the order above.
bool is_smaller(const Value& a, const Value& b);

struct ShrunkValue {
  Value smallest;
  bool minimal = false;  // a full round of passes found nothing smaller
};

// `fails` is true of `failing`, and of nothing that is not a value of the problem's kind. It is
// asked as often as the budget says; where `fails` asks somebody else, it may spend the budget
// itself (`counts` false).
ShrunkValue shrink_value(const Value& failing, const std::function<bool(const Value&)>& fails,
                         ShrinkBudget& budget, bool counts = true);

}  // namespace holdfast
