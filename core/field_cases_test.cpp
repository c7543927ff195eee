// Judges a folder of small case/v1 files, pairs and chains, where there is one: field reports with
// the right verdict. They are no part of the repository, so the test says how many it ran.
#include <cstdlib>
#include <filesystem>

#include "core/chain.h"
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
  std::size_t pairs = 0;
  std::size_t chains = 0;
};

// A document, a text where the point is a malformed one, or null where nothing came.
std::optional<std::string> bytes_of(const Value& document) {
  if (document.is_null()) {
    return std::nullopt;
  }
  return document.is_string() ? document.text() : write_compact_json(document);
}

const Value* given(const Value& object, std::string_view name) {
  const Value* value = object.find(name);
  return value == nullptr || value->is_null() ? nullptr : value;
}

Verdict judge_chain(const Value& value, const CheckOptions& options) {
  std::vector<ChainLink> links;
  for (const Value& link : value.find("chain")->items()) {
    ChainLink& out = links.emplace_back();
    out.manifest = read_document(bytes_of(*link.find("manifest")), Side::kAfter);
    out.evidence = given(link, "evidence");
    if (const Value* before = given(link, "before")) {
      out.before = read_document(bytes_of(*before), Side::kBefore);
    }
  }
  return check_chain(links, std::nullopt, options);
}

void judge_case(const std::string& name, const Value& value, Tally& tally) {
  const Value* policy = value.find("policy");
  const bool monotone = policy != nullptr && *policy == Value("monotone");
  CheckOptions options = with_policy(monotone ? Policy::kMonotone : Policy::kExact);
  const Value* kind = value.find("kind");
  Verdict verdict;
  if (kind != nullptr && *kind == Value("chain")) {
    ++tally.chains;
    verdict = judge_chain(value, options);
  } else {
    ASSERT_TRUE(kind == nullptr || *kind == Value("compaction")) << name;
    ++tally.pairs;
    options.evidence = given(value, "evidence");
    verdict =
        check_compaction(read_document(bytes_of(*value.find("before")), Side::kBefore),
                         read_document(bytes_of(*value.find("after")), Side::kAfter), options);
  }
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
  std::printf("%zu cases judged: %zu pairs and %zu chains\n", files.size(), tally.pairs,
              tally.chains);
  EXPECT_EQ(tally.pairs + tally.chains, files.size());
}

}  // namespace
}  // namespace holdfast
