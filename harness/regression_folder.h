// A folder of stored cases, as this project and its users keep one:
//
//   <folder>/cases/<invariant>/<id>.json   case/v1, written as Holdfast writes it
//   <folder>/notes.json                    each flag of a case, explained once
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "harness/case.h"

namespace holdfast {

// Everything that is wrong with the folder, one line each, sorted: files that are no cases, cases
// in the wrong place or in another form, flags without a note, notes without a case. Errors: it
// cannot be read.
Result<std::vector<std::string>> lint_regression_folder(const std::string& folder);

struct RegressionAddition {
  std::string flag;     // says where the case is from; explained by `note` where it is new
  std::string note;     // may be empty for a flag that has one
  std::string comment;  // replaces the case's own where it is not empty
};

// Stores the case in its place. Gives the path. Errors: one with these documents is there already,
// a new flag has no note, the case names no invariant, the disk.
Result<std::string> add_regression(const std::string& folder, Case c,
                                   const RegressionAddition& addition);

}  // namespace holdfast
