// Sabotaged processes and their trial.
#include "harness/self_check.h"

#include "harness/subject_testing.h"

namespace holdfast {
namespace {

using SelfCheck = SubjectTest;

TEST_F(SelfCheck, ConvictsEverySabotagedProcessOfItsOwnFault) {
  const auto verdicts = try_processes(7, sabotaged_processes());
  ASSERT_TRUE(verdicts.ok());
  EXPECT_EQ(describe(*verdicts, "processes"), "6 of 6 sabotaged processes convicted");
}

TEST_F(SelfCheck, LetsGoWhoeverFailsOtherwiseThanCharged) {
  std::vector<SabotagedProcess> charged_wrongly;
  for (SabotagedProcess process : sabotaged_processes()) {
    if (process.name == "crash" || process.name == "echo" || process.name == "accept_all") {
      process.convicted_by = Outcome::kTimeout;
      charged_wrongly.push_back(process);
    }
  }
  // Dies only after it has waved something through: two faults, of which one is not charged.
  charged_wrongly.push_back({"both", Outcome::kAccepted,
                             "printf '{\"id\":\"%s\",\"verdict\":\"accept\"}\\n' \"$id\"\n"
                             "case $id in 4) kill -9 $$;; esac",
                             kPatientMs});
  const auto verdicts = try_processes(7, charged_wrongly);
  ASSERT_TRUE(verdicts.ok());
  for (const TwinVerdict& verdict : *verdicts) {
    EXPECT_FALSE(verdict.convicted) << verdict.name;
  }
}

}  // namespace
}  // namespace holdfast
