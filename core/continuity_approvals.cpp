#include "core/continuity_approvals.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include "core/hmac.h"
#include "core/manifest_parts.h"
#include "core/unicode.h"

namespace holdfast::internal {
namespace {

// Of several approvals for the very transition, none of which covers it, the first of these is
// told: the nearest to covering it stands last.
constexpr std::string_view kFaults[] = {"approval_ambiguous",  "approval_used",
                                        "approval_by_nobody",  "approval_by_agent",
                                        "approval_ill_formed", "approval_after_observation"};

std::size_t rank_of(std::string_view fault) {
  return static_cast<std::size_t>(
      std::distance(std::begin(kFaults), std::find(std::begin(kFaults), std::end(kFaults), fault)));
}

bool same(const Approval& a, const Approval& b) {
  return a.name == b.name && a.from == b.from && a.to == b.to && a.approver == b.approver &&
         a.at == b.at;
}

bool is_transition(const Approval& approval, std::string_view from, std::string_view to) {
  return equal_in_constant_time(approval.from, from) && equal_in_constant_time(approval.to, to);
}

}  // namespace

ApprovalBook::ApprovalBook(const std::vector<Approval>& approvals,
                           const std::vector<std::string>& used,
                           const std::vector<std::string>& agents)
    : approvals_(approvals), agents_(agents), used_(used.begin(), used.end()) {
  std::map<std::string_view, const Approval*> first;
  for (const Approval& approval : approvals) {
    const auto [entry, is_new] = first.emplace(approval.authority_id, &approval);
    if (!is_new && !same(*entry->second, approval)) {
      ambiguous_.insert(approval.authority_id);
    }
  }
}

// A name that only looks like the agent's is the agent's.
bool ApprovalBook::by_an_agent(const Approval& approval) const {
  return std::any_of(agents_.begin(), agents_.end(), [&](const std::string& agent) {
    return agent == approval.approver || looks_alike(agent, approval.approver);
  });
}

std::string_view ApprovalBook::fault_of(const Approval& approval,
                                        const Transition& transition) const {
  if (ambiguous_.count(approval.authority_id) != 0) {
    return "approval_ambiguous";
  }
  if (used_.count(approval.authority_id) != 0) {
    return "approval_used";
  }
  if (!has_visible_character(approval.approver)) {
    return "approval_by_nobody";
  }
  if (by_an_agent(approval)) {
    return "approval_by_agent";
  }
  const std::optional<Instant> at =
      is_utc_time(approval.at) ? parse_time(approval.at) : std::nullopt;
  if (!at || !is_visible_name(approval.authority_id)) {
    return "approval_ill_formed";
  }
  return *at > transition.observed_at ? "approval_after_observation" : "";
}

bool ApprovalBook::is_chained(const Transition& transition) const {
  std::set<std::string_view> reached = {transition.from};
  for (bool grew = true; grew;) {
    grew = false;
    for (const Approval& approval : approvals_) {
      grew = (approval.name == transition.name && reached.count(approval.from) != 0 &&
              reached.insert(approval.to).second) ||
             grew;
    }
  }
  return reached.count(transition.to) != 0;
}

std::string_view ApprovalBook::reason_without_exact(const Transition& transition) const {
  const auto any = [&](auto condition) {
    return std::any_of(approvals_.begin(), approvals_.end(), condition);
  };
  if (any([&](const Approval& one) {
        return one.name == transition.name && is_transition(one, transition.to, transition.from);
      })) {
    return "approval_reversed";
  }
  if (is_chained(transition)) {
    return "approval_chained";
  }
  if (any([&](const Approval& one) {
        return one.name != transition.name && is_transition(one, transition.from, transition.to);
      })) {
    return "approval_of_another_name";
  }
  return any([&](const Approval& one) { return one.name == transition.name; })
             ? "approval_of_another_transition"
             : "no_approval";
}

std::string_view ApprovalBook::cover(const Transition& transition,
                                     std::string& authority_id) const {
  const Approval* covering = nullptr;
  std::string_view told;
  const auto key = [](const Approval& one) {
    return std::make_pair(*parse_time(one.at), std::string_view(one.authority_id));
  };
  for (const Approval& approval : approvals_) {
    if (approval.name != transition.name ||
        !is_transition(approval, transition.from, transition.to)) {
      continue;
    }
    const std::string_view fault = fault_of(approval, transition);
    if (fault.empty()) {
      covering = covering == nullptr || key(approval) < key(*covering) ? &approval : covering;
    } else if (told.empty() || rank_of(fault) > rank_of(told)) {
      told = fault;
    }
  }
  if (covering != nullptr) {
    authority_id = covering->authority_id;
    return "";
  }
  return told.empty() ? reason_without_exact(transition) : told;
}

}  // namespace holdfast::internal
