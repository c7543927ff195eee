// The grammar of a reference's path.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/disk_test.h"
#include "core/reference.h"

namespace holdfast {
namespace {

TEST(PathFault, AcceptsPlainRelativePaths) {
  for (const char* path : {"a", "plan.md", "docs/plan.md", ".hidden", "..a", "a..", "...", "a/.b/c",
                           "with space", "-", "~", "a:b", "caf\u00e9/\u8a08\u753b.md", "%2e%2e/x",
                           "\u00a0", "\xff\xfe", "\xc2", "\xc2/\x80"}) {
    EXPECT_EQ(path_fault(path), "") << path;
  }
}

TEST(PathFault, NamesTheFault) {
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"", "empty_path"},
      {"/", "absolute_path"},
      {"/etc/passwd", "absolute_path"},
      {"//a", "absolute_path"},
      {"a//b", "empty_part"},
      {"a//", "empty_part"},
      {"a/", "trailing_slash"},
      {".", "dot_part"},
      {"..", "dot_part"},
      {"./a", "dot_part"},
      {"a/.", "dot_part"},
      {"a/..", "dot_part"},
      {"a/../b", "dot_part"},
      {"../a", "dot_part"},
      {"a\\b", "backslash"},
      {"C:\\a", "backslash"},
      {"..\\a", "backslash"},
      {"a\nb", "control_character"},
      {"a\x7f", "control_character"},
      {"a\u0080", "control_character"},
      {"a\u009b1m", "control_character"},
      {"\u009f", "control_character"},
      {std::string("a\0b", 3), "control_character"},
      {std::string("\0", 1), "control_character"},
  };
  for (const auto& [path, fault] : faults) {
    EXPECT_EQ(path_fault(path), fault) << testing::PrintToString(path);
  }
  for (char byte = 1; byte < 0x20; ++byte) {
    EXPECT_EQ(path_fault(std::string("a") + byte), "control_character") << int{byte};
  }
}

TEST(PathFault, CountsBytesUpToTheLimits) {
  const std::string part(255, 'p');
  EXPECT_EQ(path_fault(part), "");
  EXPECT_EQ(path_fault("a/" + part + "/b"), "");
  EXPECT_EQ(path_fault(part + "p"), "part_too_long");
  EXPECT_EQ(path_fault("a/" + part + "p/b"), "part_too_long");
  std::string path;
  while (path.size() < 4096) {
    path += "p/";
  }
  path.back() = 'q';
  ASSERT_EQ(path.size(), 4096U);
  EXPECT_EQ(path_fault(path), "");
  EXPECT_EQ(path_fault(path + "q"), "path_too_long");
  // 85 characters of three bytes each fill a part.
  std::string wide;
  for (int i = 0; i < 85; ++i) {
    wide += "\u8a08";
  }
  EXPECT_EQ(path_fault(wide), "");
  EXPECT_EQ(path_fault(wide + "a"), "part_too_long");
}

// The kernel counts a closing NUL as well and so stops one byte before the grammar.
TEST(PathFault, LeavesTheLastByteOfTheLimitToTheSystem) {
  const Scratch scratch;
  std::string path;
  while (path.size() < 4096) {
    path += "p/";
  }
  path.back() = 'q';
  EXPECT_EQ(check_reference(scratch.folder(), path, "").reason, "path_too_long");
  path.pop_back();
  path.back() = 'q';
  EXPECT_EQ(check_reference(scratch.folder(), path, "").reason, "not_found");
}

// Against std::filesystem's idea of a normal path, for every text of up to seven of these
// characters.
TEST(PathFault, AcceptsExactlyTheNormalRelativePaths) {
  constexpr std::string_view kAlphabet = "a./\\\n";
  std::vector<std::string> layer = {""};
  std::size_t accepted = 0;
  for (int size = 0; size < 7; ++size) {
    std::vector<std::string> next;
    for (const std::string& start : layer) {
      for (const char character : kAlphabet) {
        next.push_back(start + character);
        const std::string& path = next.back();
        const std::filesystem::path parsed(path);
        const bool climbs = std::find(parsed.begin(), parsed.end(), "..") != parsed.end();
        const bool is_normal = parsed.lexically_normal().native() == path && parsed.is_relative() &&
                               parsed.has_filename() && path != "." && !climbs &&
                               path.find_first_of("\\\n") == std::string::npos;
        ASSERT_EQ(path_fault(path).empty(), is_normal) << testing::PrintToString(path);
        accepted += is_normal ? 1U : 0U;
      }
    }
    layer = std::move(next);
  }
  EXPECT_GT(accepted, 100U);
}

}  // namespace
}  // namespace holdfast
