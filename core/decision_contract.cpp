#include "core/decision_contract.h"

#include <algorithm>
#include <initializer_list>

#include "core/decision_digest.h"
#include "core/decision_reading.h"
#include "core/manifest_parts.h"
#include "core/reference.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

// Reads by hand: the rules of core/rules/ know neither truth values nor one of two forms.
class ContractReader {
 public:
  explicit ContractReader(std::vector<Finding>& findings) : findings_(findings) {}

  DecisionContract read(const Value& document) {
    DecisionContract contract;
    closed(document, "", {"schema", "decisions", "window_s", "consequential"});
    if (const Value* decisions = member(document, "", "decisions")) {
      read_decisions(*decisions, contract.decisions);
    }
    if (const Value* window = member(document, "", "window_s")) {
      if (!window->is_integer()) {
        invalid("/window_s", "no_integer");
      } else if (window->integer() < 1) {
        invalid("/window_s", "too_small");
      } else {
        contract.window_s = window->integer();
      }
    }
    if (const Value* calls = member(document, "", "consequential")) {
      read_calls(*calls, contract.consequential);
    }
    return contract;
  }

 private:
  static std::string_view field_of(std::string_view pointer) {
    const std::string_view rest = pointer.substr(std::min<std::size_t>(pointer.size(), 1));
    return rest.substr(0, rest.find('/'));
  }

  void fault(std::string_view code, const std::string& pointer, std::string_view reason = {}) {
    internal::add_fault(findings_, code, field_of(pointer), pointer, reason);
  }
  void invalid(const std::string& pointer, std::string_view reason) {
    fault("invalid_value", pointer, reason);
  }

  void closed(const Value& object, const std::string& at,
              std::initializer_list<std::string_view> known) {
    for (const std::string& name : object.names()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        fault("unknown_field", at + "/" + escape_pointer_token(shown_name(name)));
      }
    }
  }

  // The member, or nullptr and a finding.
  const Value* member(const Value& object, const std::string& at, std::string_view name) {
    const Value* value = object.find(name);
    if (value == nullptr || value->is_null()) {
      fault("required_missing", at + "/" + std::string(name));
      return nullptr;
    }
    return value;
  }

  void prose(const Value& value, const std::string& at, std::string& out) {
    if (!value.is_string()) {
      invalid(at, "no_text");
    } else if (!has_visible_character(value.text())) {
      fault("required_missing", at);
    } else {
      out = value.text();
    }
  }
  void prose(const Value& object, const std::string& at, std::string_view name, std::string& out) {
    if (const Value* value = member(object, at, name)) {
      prose(*value, at + "/" + std::string(name), out);
    }
  }
  void flag(const Value& object, const std::string& at, std::string_view name, bool& out) {
    const Value* value = member(object, at, name);
    if (value != nullptr && !value->is_boolean()) {
      invalid(at + "/" + std::string(name), "no_boolean");
    }
    out = value != nullptr && value->is_boolean() && value->boolean();
  }

  void read_decisions(const Value& decisions, std::vector<DecisionTerms>& out) {
    if (!decisions.is_object()) {
      invalid("/decisions", "no_object");
      return;
    }
    if (decisions.size() < kContractDecisionsMin || decisions.size() > kContractDecisionsMax) {
      invalid("/decisions", "not_three_to_seven");
    }
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      const std::string& name = decisions.names()[i];
      const std::string at = "/decisions/" + escape_pointer_token(shown_name(name));
      if (!is_token(name)) {
        invalid(at, "name");
      }
      if (!decisions.items()[i].is_object()) {
        invalid(at, "no_object");
        continue;
      }
      out.push_back(read_terms(decisions.items()[i], name, at));
    }
  }

  DecisionTerms read_terms(const Value& value, const std::string& name, const std::string& at) {
    DecisionTerms terms;
    terms.name = name;
    closed(value, at, {"role", "required", "keyed", "observe"});
    prose(value, at, "role", terms.role);
    flag(value, at, "required", terms.required);
    flag(value, at, "keyed", terms.keyed);
    if (const Value* observe = member(value, at, "observe")) {
      read_observe(*observe, at + "/observe", terms);
    }
    return terms;
  }

  void read_observe(const Value& observe, const std::string& at, DecisionTerms& terms) {
    if (!observe.is_object()) {
      invalid(at, "no_object");
      return;
    }
    const bool command = observe.find("command") != nullptr;
    if (command == (observe.find("file") != nullptr)) {
      invalid(at, "not_one_of_file_and_command");
      return;
    }
    if (command) {
      closed(observe, at, {"command"});
      read_command(observe, at, terms);
      return;
    }
    closed(observe, at, {"file", "pointer"});
    prose(observe, at, "file", terms.file);
    if (const auto reason = terms.file.empty() ? "" : path_fault(terms.file); !reason.empty()) {
      invalid(at + "/file", reason);
    }
    if (const Value* pointer = member(observe, at, "pointer")) {
      std::vector<std::string> tokens;
      if (!pointer->is_string() || !split_pointer(pointer->text(), tokens)) {
        invalid(at + "/pointer", "no_json_pointer");
      } else {
        terms.pointer = pointer->text();
      }
    }
  }

  void read_command(const Value& observe, const std::string& at, DecisionTerms& terms) {
    const Value* command = member(observe, at, "command");
    if (command == nullptr) {
      return;
    }
    if (!command->is_array() || command->size() == 0) {
      fault("invalid_list", at + "/command", command->is_array() ? "empty" : "no_list");
      return;
    }
    terms.command.resize(command->size());
    for (std::size_t i = 0; i < command->size(); ++i) {
      prose(command->items()[i], at + "/command/" + std::to_string(i), terms.command[i]);
    }
  }

  void read_calls(const Value& calls, std::vector<ConsequentialCalls>& out) {
    if (!calls.is_array()) {
      fault("invalid_list", "/consequential", "no_list");
      return;
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const std::string at = "/consequential/" + std::to_string(i);
      if (!calls.items()[i].is_object()) {
        fault("invalid_list", at, "type");
        continue;
      }
      ConsequentialCalls call;
      closed(calls.items()[i], at, {"tool", "pattern"});
      prose(calls.items()[i], at, "tool", call.tool);
      prose(calls.items()[i], at, "pattern", call.pattern);
      if (std::find(out.begin(), out.end(), call) != out.end()) {
        fault("invalid_list", at, "duplicate");
      }
      out.push_back(std::move(call));
    }
  }

  std::vector<Finding>& findings_;
};

DecisionContractDocument judged(internal::DecisionTree tree) {
  DecisionContractDocument document{std::move(tree.sha256), std::nullopt, std::move(tree.findings)};
  if (tree.value) {
    DecisionContract contract = ContractReader(document.findings).read(*tree.value);
    if (document.findings.empty()) {
      document.contract = std::move(contract);
    }
  }
  internal::finish_faults(document.findings, "contract", Side::kAfter);
  return document;
}

bool any_text_matches(std::string_view pattern, const Value& value, bool& has_text) {
  if (value.is_string()) {
    has_text = true;
    return matches_pattern(pattern, value.text());
  }
  return std::any_of(value.items().begin(), value.items().end(),
                     [&](const Value& item) { return any_text_matches(pattern, item, has_text); });
}

}  // namespace

const DecisionTerms* DecisionContract::find(std::string_view name) const {
  const auto found = std::find_if(decisions.begin(), decisions.end(),
                                  [&](const DecisionTerms& one) { return one.name == name; });
  return found == decisions.end() ? nullptr : &*found;
}

Value to_value(const DecisionContract& contract) {
  Value decisions = Value::object();
  for (const DecisionTerms& terms : contract.decisions) {
    Value observe = Value::object();
    if (terms.file.empty()) {
      observe.add("command", Value::array_of(terms.command));
    } else {
      observe.add("file", terms.file);
      observe.add("pointer", terms.pointer);
    }
    decisions.add(terms.name, Value::object({{"role", terms.role},
                                             {"required", terms.required},
                                             {"keyed", terms.keyed},
                                             {"observe", std::move(observe)}}));
  }
  Value calls = Value::array();
  for (const ConsequentialCalls& call : contract.consequential) {
    calls.append(Value::object({{"tool", call.tool}, {"pattern", call.pattern}}));
  }
  return Value::object({{"schema", kDecisionContractV1},
                        {"decisions", std::move(decisions)},
                        {"window_s", contract.window_s},
                        {"consequential", std::move(calls)}});
}

DecisionContractDocument read_decision_contract(std::optional<std::string_view> bytes,
                                                const JsonLimits& limits) {
  return judged(internal::read_decision_tree(bytes, kDecisionContractV1, limits));
}

DecisionContractDocument read_decision_contract_value(const Value& value) {
  return judged(internal::decision_tree_of(value, kDecisionContractV1));
}

std::vector<Finding> check_snapshot(const DecisionContract& contract,
                                    const DecisionSnapshot& snapshot) {
  std::vector<Finding> findings;
  for (const DecisionRecord& record : snapshot.decisions) {
    const std::string at = "/decisions/" + escape_pointer_token(shown_name(record.name));
    const DecisionTerms* terms = contract.find(record.name);
    if (terms == nullptr) {
      internal::add_fault(findings, "invalid_value", "decisions", at, "not_in_contract");
      continue;
    }
    const auto parts = split_decision_digest(record.digest);
    if (terms->keyed && parts && !parts->keyed) {
      internal::add_fault(findings, "invalid_value", "decisions", at + "/digest", "plain_digest");
    }
  }
  internal::finish_faults(findings, "snapshot", snapshot.side);
  return findings;
}

bool is_consequential(const DecisionContract& contract, std::string_view tool, const Value& input) {
  return std::any_of(contract.consequential.begin(), contract.consequential.end(),
                     [&](const ConsequentialCalls& call) {
                       bool has_text = false;
                       return (call.tool == "*" || call.tool == tool) &&
                              (any_text_matches(call.pattern, input, has_text) || !has_text);
                     });
}

bool matches_pattern(std::string_view pattern, std::string_view text) {
  // Greedy with one step back: only the last "*" ever has to be tried with more.
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace holdfast
