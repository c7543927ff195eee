#include "cli/conformance_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/output.h"
#include "core/file.h"
#include "core/json.h"
#include "harness/conformance.h"

namespace holdfast {
namespace {

constexpr std::size_t kFailedShownMax = 20;

// Leaves the vectors of those ids; an id that no vector has is an error.
Result<std::vector<VectorGroup>> chosen(const std::vector<std::string>& ids) {
  Result<std::vector<VectorGroup>> groups = read_vectors();
  if (!groups || ids.empty()) {
    return groups;
  }
  std::vector<std::string> missing = ids;
  for (VectorGroup& group : *groups) {
    std::vector<Case> kept;
    for (Case& vector : group.vectors) {
      if (std::find(ids.begin(), ids.end(), vector.id) != ids.end()) {
        missing.erase(std::remove(missing.begin(), missing.end(), vector.id), missing.end());
        kept.push_back(std::move(vector));
      }
    }
    group.vectors = std::move(kept);
  }
  if (!missing.empty()) {
    return Error{ErrorCode::kUsage, "no vector has the id " + missing.front(), "--vector",
                 "holdfast conformance --list shows them"};
  }
  groups->erase(std::remove_if(groups->begin(), groups->end(),
                               [](const VectorGroup& group) { return group.vectors.empty(); }),
                groups->end());
  return groups;
}

ExitCode list(const std::vector<VectorGroup>& groups, bool json) {
  Value all = Value::array();
  for (const VectorGroup& group : groups) {
    for (const Case& vector : group.vectors) {
      if (json) {
        all.append(Value::object({{"id", vector.id},
                                  {"grade", group.grade},
                                  {"invariant", vector.invariant},
                                  {"expected", vector.expect.accept ? "accept" : "reject"},
                                  {"codes", Value::array_of(vector.expect.codes)},
                                  {"comment", vector.comment}}));
      } else {
        print(fmt::format("{}  {:<36} {}  {}\n", group.grade, vector.id,
                          vector.expect.accept ? "accept" : "reject", vector.comment));
      }
    }
  }
  if (json) {
    print_json(all);
  }
  return ExitCode::kClean;
}

ExitCode write_all(const std::vector<VectorGroup>& groups, const std::string& directory) {
  if (const auto made = make_directory(directory); !made) {
    return fail(made.error());
  }
  std::size_t count = 0;
  for (const VectorGroup& group : groups) {
    for (const Case& vector : group.vectors) {
      const std::string path = directory + "/" + vector.id + ".json";
      if (const auto wrote = write_file(path, write_pretty_json(to_value(vector))); !wrote) {
        return fail(wrote.error());
      }
      ++count;
    }
  }
  note(fmt::format("{} vectors written to {}; holdfast replay runs each", count, directory));
  return ExitCode::kClean;
}

ExitCode code_of(const ConformanceResult& result) {
  ExitCode code = result.passed() ? ExitCode::kClean : ExitCode::kFinding;
  for (const VectorResult& one : result.results) {
    if (one.outcome == Outcome::kOrderDependent || one.outcome == Outcome::kNondeterministic) {
      code = most_serious({code, ExitCode::kNondeterministic});
    }
  }
  return code;
}

}  // namespace

ExitCode run_conformance_command(const ConformanceFlags& flags) {
  const Result<std::vector<VectorGroup>> groups = chosen(flags.vectors);
  if (!groups) {
    return fail(groups.error());
  }
  if (flags.list) {
    return list(*groups, flags.json);
  }
  if (!flags.export_directory.empty()) {
    return write_all(*groups, flags.export_directory);
  }
  const Result<ConformanceResult> result = run_conformance(*groups, *flags.subject.factory());
  if (!result) {
    return fail(result.error());
  }
  if (flags.json) {
    print_json(to_value(*groups, *result));
  } else {
    print(conformance_report(*groups, *result, kFailedShownMax));
  }
  return code_of(*result);
}

}  // namespace holdfast
