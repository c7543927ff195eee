// Whether a changed case is still the same failure. Nothing is remembered of how it was made: every
// part is derived anew from the documents.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/case.h"
#include "harness/oracle.h"
#include "harness/outcome.h"
#include "harness/shrink_engine.h"

namespace holdfast {

// What the oracle says of a case; of a chain, of each link. Evidence counts where it is not the one
// that fits the document before.
OracleJudgement judge_case(const Case& c);
// The codes that the built-in names for it.
std::set<std::string> named_codes(const Case& c);
// Whether every record that a change starts from is a valid document.
bool has_valid_start(const Case& c);

// Asks a subject, and counts.
class Asker {
 public:
  Asker(const SubjectFactory& factory, ShrinkBudget& budget) : factory_(factory), budget_(budget) {}
  // A subject that was asked before is asked again, unless `fresh`. kNotAsked where the subject
  // does not declare what the case needs, or where it cannot be started; then the budget is ended.
  Outcome ask(const Case& c, bool fresh = false);

 private:
  const SubjectFactory& factory_;
  ShrinkBudget& budget_;
  std::unique_ptr<Subject> subject_;
};

}  // namespace holdfast
