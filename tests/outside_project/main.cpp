// Two tiny manifests through the installed core: one that kept everything and one that lost a prohibition.
#include <cstdio>
#include <string>

#include "core/compaction.h"
#include "core/document.h"

namespace {

std::string manifest(const std::string& prohibitions) {
  return R"({"schema":"resume-manifest/v1","taskId":"T-1","objective":"Move the table.","canonical":)"
         R"({"path":"plan.md","sha256":"0000000000000000000000000000000000000000000000000000000000000000",)"
         R"("readAt":"2026-01-01T00:00:00Z"},"completedPhases":["Copied."],"nextExactAction":"Compare the rows.",)"
         R"("externalWrites":[],"consumedAuthorities":[],"prohibitions":[)" +
         prohibitions + R"(],"rollback":"Drop the copy.","completionChecks":["Counts agree."]})";
}

holdfast::Verdict check(const std::string& before, const std::string& after) {
  return holdfast::check_compaction(holdfast::read_document(before, holdfast::Side::kBefore),
                                    holdfast::read_document(after, holdfast::Side::kAfter));
}

}  // namespace

int main() {
  const std::string kept = manifest(R"("Do not deploy.")");
  const std::string lost = manifest("");
  const holdfast::Verdict same = check(kept, kept);
  const holdfast::Verdict different = check(kept, lost);
  std::printf("kept: %s\nlost: %s\n", same.pass ? "pass" : "fail", different.pass ? "pass" : "fail");
  return same.pass && !different.pass ? 0 : 1;
}
