// Which approval covers a change of a decision. Only core/continuity.cpp and its tests include
// this.
//
// An approval covers exactly one transition of one name, once: not the way back, not two steps in a
// row, no other name, nothing that was observed before it was given, and nothing that nobody or the
// agent itself approved. The order of the approvals changes nothing: an authority under which two
// different approvals are presented is worth nothing, and of several that would do the earliest is
// taken, then the one with the lowest id.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence.h"
#include "core/time.h"

namespace holdfast::internal {

struct Transition {
  std::string_view name;
  std::string_view from;
  std::string_view to;
  Instant observed_at;
};

class ApprovalBook {
 public:
  ApprovalBook(const std::vector<Approval>& approvals, const std::vector<std::string>& used,
               const std::vector<std::string>& agents);

  // Empty and the authority where an approval covers the transition, else why none does.
  std::string_view cover(const Transition& transition, std::string& authority_id) const;
  void spend(const std::string& authority_id) { used_.insert(authority_id); }

 private:
  std::string_view fault_of(const Approval& approval, const Transition& transition) const;
  bool by_an_agent(const Approval& approval) const;
  bool is_chained(const Transition& transition) const;
  std::string_view reason_without_exact(const Transition& transition) const;

  const std::vector<Approval>& approvals_;
  const std::vector<std::string>& agents_;
  std::set<std::string, std::less<>> used_;
  std::set<std::string, std::less<>> ambiguous_;
};

}  // namespace holdfast::internal
