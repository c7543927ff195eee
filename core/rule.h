// A rule names one thing that is wrong. One file in core/rules/ each; the file's name is the code
// that it reports. Rules never accept: what no rule names is refused as `unexplained_difference`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

// How the next action is judged.
struct ActionRules {
  ActionMode mode = ActionMode::kListed;
  // A project's closed registry: any other operation of a v2 next action is refused. Empty: open.
  std::vector<std::string> operations;
};

// Where a rule puts its findings; the code is the rule's name.
class Report {
 public:
  Report(std::vector<Finding>& findings, const ActionRules& action_rules)
      : findings_(findings), action_rules_(action_rules) {}

  void begin(std::string_view code, Side side) {
    code_ = code;
    side_ = side;
  }
  void add(std::string_view field, std::string item = {}, Value detail = {}) {
    add_on(side_, field, std::move(item), std::move(detail));
  }
  void add_on(Side side, std::string_view field, std::string item = {}, Value detail = {});
  const ActionRules& action_rules() const { return action_rules_; }

 private:
  std::vector<Finding>& findings_;
  const ActionRules& action_rules_;
  std::string_view code_;
  Side side_ = Side::kAfter;
};

// What is compared: two documents of one generation, neighbours in a chain, or the chain's ends.
enum class Step : std::uint8_t { kPair, kLink, kOrigin };
std::string_view to_text(Step step);

struct Pair {
  const Manifest& before;  // what the result has to be: the record with the evidence applied
  const Manifest& after;
  Policy policy;
  Step step;
  const Manifest& record;  // as given
  // Of the evidence's ledger at this link, where there is one with lines.
  std::optional<LedgerHead> ledger_head;
};

struct Rule {
  std::string_view name{};  // the file's name and the code; set by the registry
  std::string_view summary;
  // Called for each node of one document, and
  void (*check_node)(const Node& node, Report& report) = nullptr;
  // for two valid documents; a rule has at least one of the two.
  void (*check_pair)(const Pair& pair, Report& report) = nullptr;
};

namespace rules {
std::span<const Rule> all();
}

}  // namespace holdfast
