// decision-contract/v1: which decisions a project watches over boundaries, where each is read,
// which have to be keyed, how soon after a boundary they have to be read again, and which tool
// calls must not come before that.
//
// Three to seven decisions: fewer watch nothing, and more are not kept up to date by anybody.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/decision_snapshot.h"
#include "core/finding.h"
#include "core/json.h"

namespace holdfast {

inline constexpr std::string_view kDecisionContractV1 = "decision-contract/v1";
inline constexpr std::size_t kContractDecisionsMin = 3;
inline constexpr std::size_t kContractDecisionsMax = 7;

struct DecisionTerms {
  std::string name;
  std::string role;  // what the decision is for; `scope` and `approval-boundary` weigh more
  bool required = false;
  bool keyed = false;
  // Where the value is read: a file beneath the project's root with a JSON pointer,
  std::string file;
  std::string pointer;
  // or the output of a command, where `file` is empty.
  std::vector<std::string> command;

  // By name or by role: a project may call its scope what it likes.
  bool is(std::string_view kind) const { return name == kind || role == kind; }
  bool operator==(const DecisionTerms&) const = default;
};

struct ConsequentialCalls {
  std::string tool;     // its exact name, or "*"
  std::string pattern;  // "*" any run of characters, "?" any one byte, all else itself

  bool operator==(const ConsequentialCalls&) const = default;
};

struct DecisionContract {
  std::vector<DecisionTerms> decisions;
  std::int64_t window_s = 0;
  std::vector<ConsequentialCalls> consequential;

  const DecisionTerms* find(std::string_view name) const;
  bool operator==(const DecisionContract&) const = default;
};

Value to_value(const DecisionContract& contract);

struct DecisionContractDocument {
  std::string sha256;
  std::optional<DecisionContract> contract;  // present exactly when there are no findings
  std::vector<Finding> findings;             // sorted; their detail has "document":"contract"
};
DecisionContractDocument read_decision_contract(std::optional<std::string_view> bytes,
                                                const JsonLimits& limits = {});
DecisionContractDocument read_decision_contract_value(const Value& value);

// What in a valid snapshot goes against the contract: a decision that it does not name, and a plain
// digest where it asks for a keyed one. Such a snapshot is not to be stored.
std::vector<Finding> check_snapshot(const DecisionContract& contract,
                                    const DecisionSnapshot& snapshot);

// Whether the contract calls this tool call consequential. A pattern is held against each text of
// the input, at any depth. An input without any text is consequential wherever the tool is named:
// what cannot be looked at is not harmless.
bool is_consequential(const DecisionContract& contract, std::string_view tool, const Value& input);

// "*" and "?" as above, over the whole text. Time: the product of both lengths at worst.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace holdfast
