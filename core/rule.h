// A rule names one thing that is wrong. One file in core/rules/ each; the file's name is the code
// that it reports. Rules never accept: what no rule names is refused as `unexplained_difference`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/action.h"
#include "core/finding.h"
#include "core/manifest.h"
#include "core/shape.h"

namespace holdfast {

enum class Policy {
  kExact,     // nothing may differ
  kMonotone,  // exact, except that prohibitions and completionChecks may gain items
};
std::string_view to_text(Policy policy);
bool may_grow(Policy policy, std::string_view list_name);

// Where a rule puts its findings; the code is the rule's name.
class Report {
 public:
  Report(std::vector<Finding>& findings, ActionMode action_mode)
      : findings_(findings), action_mode_(action_mode) {}

  void begin(std::string_view code, Side side) {
    code_ = code;
    side_ = side;
  }
  void add(std::string_view field, std::string item = {}, Value detail = {}) {
    add_on(side_, field, std::move(item), std::move(detail));
  }
  void add_on(Side side, std::string_view field, std::string item = {}, Value detail = {});
  ActionMode action_mode() const { return action_mode_; }

 private:
  std::vector<Finding>& findings_;
  ActionMode action_mode_;
  std::string_view code_;
  Side side_ = Side::kAfter;
};

struct Pair {
  const Manifest& before;
  const Manifest& after;
  Policy policy;
};

struct Rule {
  std::string_view name{};  // the file's name and the code; set by the registry
  std::string_view summary;
  // Called for each node of one document; or
  void (*check_node)(const Node& node, Report& report) = nullptr;
  // for two valid documents.
  void (*check_pair)(const Pair& pair, Report& report) = nullptr;
};

namespace rules {
std::span<const Rule> all();
}

}  // namespace holdfast
