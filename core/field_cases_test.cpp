// Judges the pairs among a folder of small case/v1 files, where there is one: field reports with
// the right verdict. They are no part of the repository, so the test says how many it ran.
#include <cstdlib>
#include <filesystem>

#include "core/manifest_test.h"

namespace holdfast {
namespace {

std::string cases_folder() {
  const char* shared = std::getenv("HOLDFAST_SHARED");
  const std::string base =
      shared != nullptr ? shared : std::string(HOLDFAST_SOURCE_DIR) + "/../shared";
  return base + "/cases/field-reports";
}

struct Tally {
  std::size_t ran = 0;
  std::size_t version_two = 0;
  std::size_t with_evidence = 0;
  std::size_t other_kinds = 0;
};

// A document, a text where the point is a malformed one, or null where nothing came.
std::optional<std::string> bytes_of(const Value& document) {
  if (document.is_null()) {
    return std::nullopt;
  }
  return document.is_string() ? document.text() : write_compact_json(document);
}

bool is_version_two(const std::optional<std::string>& bytes) {
  return bytes && bytes->find("resume-manifest/v2") != std::string::npos;
}

void judge_case(const std::string& name, const Value& value, Tally& tally) {
  const Value* kind = value.find("kind");
  if (kind != nullptr && *kind != Value("compaction")) {
    ++tally.other_kinds;
    return;
  }
  const auto before = bytes_of(*value.find("before"));
  const auto after = bytes_of(*value.find("after"));
  if (is_version_two(before) || is_version_two(after)) {
    ++tally.version_two;
    return;
  }
  if (const Value* evidence = value.find("evidence"); evidence != nullptr && !evidence->is_null()) {
    ++tally.with_evidence;
    return;
  }
  ++tally.ran;
  const Value* policy = value.find("policy");
  const bool monotone = policy != nullptr && *policy == Value("monotone");
  const Verdict verdict =
      check_compaction(read_document(before, Side::kBefore), read_document(after, Side::kAfter),
                       with_policy(monotone ? Policy::kMonotone : Policy::kExact));
  const Value& expect = *value.find("expect");
  EXPECT_EQ(verdict.pass ? "accept" : "reject", expect.find("verdict")->text()) << name << "\n"
                                                                                << to_text(verdict);
  const Codes found = codes_of(verdict.findings);
  const std::vector<Value>& codes = expect.find("codes")->items();
  EXPECT_TRUE(codes.empty() || std::any_of(codes.begin(), codes.end(),
                                           [&](const Value& code) {
                                             return std::find(found.begin(), found.end(),
                                                              code.text()) != found.end();
                                           }))
      << name << "\n"
      << to_text(verdict);
}

TEST(FieldCases, ComeOutWithTheRightVerdict) {
  const std::string folder = cases_folder();
  if (!std::filesystem::is_directory(folder)) {
    GTEST_SKIP() << "no folder " << folder
                 << "; set HOLDFAST_SHARED to one with cases/field-reports";
  }
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  Tally tally;
  for (const std::string& file : files) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream bytes;
    bytes << stream.rdbuf();
    const JsonReading reading = read_json(bytes.str());
    ASSERT_TRUE(reading.value && reading.value->find("expect") != nullptr) << file << " is no case";
    judge_case(file, *reading.value, tally);
  }
  std::printf(
      "of %zu cases: %zu judged; not yet supported: %zu of version 2, %zu with evidence, "
      "%zu of other kinds\n",
      files.size(), tally.ran, tally.version_two, tally.with_evidence, tally.other_kinds);
  EXPECT_GT(tally.ran, 0U) << "not one case was judged";
}

}  // namespace
}  // namespace holdfast
