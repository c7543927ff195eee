// For tests of subjects: small misbehaving commands, and proof that none of them left anything
// behind.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/value.h"
#include "harness/process_list.h"
#include "harness/subject.h"

namespace holdfast {

// Enough for a loaded machine; a test that ends in time never waits for it.
inline constexpr int kPatientMs = 60'000;
// For tests whose point is that the deadline passes. Nothing is asserted about how long it took.
inline constexpr int kImpatientMs = 200;

// Living or dead children of this process, and processes anywhere that it started.
inline int count_leftovers() {
  const std::string own_marker = std::to_string(::getpid()) + ".";
  int count = 0;
  for (const ProcessEntry& entry : list_processes()) {
    const auto marker = find_variable(process_environment(entry.pid), "HOLDFAST_SUBJECT_ID");
    const bool is_marked = marker && marker->compare(0, own_marker.size(), own_marker) == 0;
    count += entry.pid != ::getpid() && (entry.parent == ::getpid() || is_marked);
  }
  return count;
}

// Every test ends with no process and no temporary file of ours.
class SubjectTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string path = (std::filesystem::temp_directory_path() / "subject-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    scratch_ = path;
    const char* const old = std::getenv("TMPDIR");
    old_tmpdir_ = old == nullptr ? "" : old;
    ::setenv("TMPDIR", scratch_.c_str(), 1);
  }
  void TearDown() override {
    EXPECT_EQ(count_leftovers(), 0);
    EXPECT_TRUE(std::filesystem::is_empty(scratch_));
    std::filesystem::remove_all(scratch_);
    old_tmpdir_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", old_tmpdir_.c_str(), 1);
  }

  std::filesystem::path scratch_;

 private:
  std::string old_tmpdir_;
};

inline SubjectLimits patient_limits() {
  SubjectLimits limits;
  limits.start_deadline_ms = kPatientMs;
  limits.answer_deadline_ms = kPatientMs;
  limits.end_grace_ms = kPatientMs;
  return limits;
}

inline Question question_about(std::string id, const Value& before, const Value& after) {
  Question question;
  question.id = std::move(id);
  question.before = {SubjectDocument::Form::kValue, &before, {}};
  question.after = {SubjectDocument::Form::kValue, &after, {}};
  return question;
}

// A small valid v1 manifest.
inline Value small_manifest() {
  return Value::object({{"taskId", "task-1"},
                        {"objective", "Move the archive"},
                        {"canonical", Value::object({{"path", "plan.md"},
                                                     {"sha256", std::string(64, 'a')},
                                                     {"readAt", "2026-01-02T03:04:05Z"}})},
                        {"completedPhases", Value::array({"copied", "checked"})},
                        {"nextExactAction", "Delete the old copy"},
                        {"externalWrites", Value::array({Value::object({{"operation", "upload"},
                                                                        {"effectId", "e-1"},
                                                                        {"status", "unknown"}})})},
                        {"consumedAuthorities", Value::array({"upload-once"})},
                        {"prohibitions", Value::array({"Do not touch the index"})},
                        {"rollback", "Restore from the copy"},
                        {"completionChecks", Value::array({"Counts agree"})}});
}

}  // namespace holdfast
