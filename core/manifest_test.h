// Help for the tests of the core: a good manifest, its checks in one call, a small random number
// source that gives the same numbers everywhere, and Node as an independent second opinion. For
// tests only.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/compaction.h"
#include "core/document.h"
#include "core/json.h"
#include "core/manifest.h"
#include "core/unicode.h"

namespace holdfast {

// splitmix64: the state is a counter, so every seed is a good one.
class TestRandom {
 public:
  explicit TestRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  // Small bounds only, so the bias of the remainder does not matter.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <typename T>
  const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }
  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[below(i)]);
    }
  }

 private:
  std::uint64_t state_;
};

// Any scalar value that a document may hold, with a leaning towards those where orders, lengths and
// escapes change.
inline char32_t random_code_point(TestRandom& random) {
  static const std::vector<char32_t> edges = {
      0x01,   0x08,   0x09,   0x0A,   0x0D,   0x1F,   0x20,   0x22,   0x2F,    0x5C,    0x7E,
      0x7F,   0x80,   0x85,   0x9F,   0x7FF,  0x800,  0x2028, 0x2029, 0xD7FF,  0xE000,  0xFB33,
      0xFEFF, 0xFFFD, 0x3042, 0x304C, 0x4E00, 0x00E9, 0x0301, 0x200D, 0x1F600, 0x10000, 0x10FFFD};
  switch (random.below(4)) {
    case 0:
      return edges[random.below(edges.size())];
    case 1:
      return static_cast<char32_t>(0x20 + random.below(0x5F));
    case 2:
      return static_cast<char32_t>(0x3041 + random.below(0x50));
    default: {
      const auto c = static_cast<char32_t>(1 + random.below(0x10FFFF));
      return (c >= 0xD800 && c <= 0xDFFF) || is_noncharacter(c) ? U'x' : c;
    }
  }
}

inline std::string random_text(TestRandom& random, std::size_t length_max) {
  std::string text;
  for (std::size_t i = random.below(length_max + 1); i > 0; --i) {
    append_code_point(text, random_code_point(random));
  }
  return text;
}

// Authorities as v1 has them: texts.
inline std::vector<ConsumedAuthority> authorities(const std::vector<std::string>& texts) {
  std::vector<ConsumedAuthority> found;
  for (const std::string& text : texts) {
    found.push_back({text});
  }
  return found;
}

inline Manifest good_manifest() {
  Manifest manifest;
  manifest.task_id = "harbour-map-014";
  manifest.objective = "Redraw the harbour map for the spring edition.";
  manifest.canonical = {{{}, "maps/plan.md", std::string(62, 'a') + "0f", "2026-03-05T11:00:00Z"}};
  manifest.completed_phases = {"Collected the soundings.", "岸壁の線を引いた。",
                               "Checked the scale."};
  manifest.next_exact_action.text = "Open sheet 5";
  manifest.external_writes = {{"proof.upload", "fx-proof", WriteStatus::kConfirmed, {}},
                              {"mail.send", "fx-mail", WriteStatus::kConfirmed, {}}};
  manifest.consumed_authorities = authorities({"ok-1 for fx-proof", "ok-2 for fx-mail"});
  manifest.prohibitions = {"Do not publish depths.", "印刷所へ送らない。",
                           "Leave the legend alone."};
  manifest.rollback = "Restore snapshot spring-02.";
  manifest.completion_checks = {"Every sheet has a scale bar.", "No two sheets overlap."};
  return manifest;
}

// The same task in the second version, at generation 2, with two directives of which one is
// fulfilled.
inline Manifest good_manifest_v2() {
  Manifest manifest = good_manifest();
  manifest.version = Version::kV2;
  manifest.canonical = {
      {"repo", "maps/plan.md", std::string(62, 'a') + "0f", "2026-03-05T11:00:00Z"},
      {"notes", "soundings.csv", std::string(64, '3'), "2026-03-05T11:10:00Z"}};
  manifest.events = {{"u-1", "user", {}},
                     {"call-1", "call", {}},
                     {"progress-1", "progress", "call-1"},
                     {"result-1", "result", "call-1"},
                     {"u-2", "user", {}},
                     {"call-2", "call", {}}};
  manifest.next_exact_action = {
      {}, "sheet.open", "sheet 5", Value::object({{"layer", "quay walls"}, {"zoom", 3}})};
  manifest.external_writes = {{"proof.upload", "fx-proof", WriteStatus::kConfirmed, "proof 204"},
                              {"mail.send", "fx-mail", WriteStatus::kUnknown, {}}};
  manifest.consumed_authorities = {{"ok-1", "run-main", "fx-proof"},
                                   {"ok-2", "run-main", "fx-mail"}};
  manifest.directives = {
      {"d-1",
       "u-1",
       std::string(64, '1'),
       "Never show a depth, and say why a line was left out.",
       {{"o-1", "prohibition", "No depth is shown.", false},
        {"o-2", "explain_exception", "Every line left out has its reason.", false}},
       DirectiveState::kActive},
      {"d-2",
       "u-2",
       std::string(64, '2'),
       "縮尺を確かめてください。",
       {{"o-3", "completion", "縮尺を確かめた。", true}},
       DirectiveState::kFulfilled}};
  manifest.decisions = {
      {"scope", "d1:sha256:" + std::string(64, '4'), "2026-03-05T11:20:00Z", "decision-record"},
      {"target", "d1:hmac-sha256:key-1:" + std::string(64, '5'), "2026-03-05T11:21:00Z",
       "decision-record"}};
  manifest.lineage = {2, "sc2:sha256:" + std::string(64, '6'), std::string(64, '7'),
                      Coverage{41, 80, 81}, LedgerHead{3, std::string(64, '8')}};
  return manifest;
}

inline std::string text_of(const Manifest& manifest) {
  return write_compact_json(to_value(manifest));
}

inline Document read_after(std::string_view text) { return read_document(text, Side::kAfter); }
inline Document read_after(const Manifest& manifest) { return read_after(text_of(manifest)); }

inline Verdict judge(std::string_view before, std::string_view after,
                     const CheckOptions& options = {}) {
  return check_compaction(read_document(before, Side::kBefore), read_document(after, Side::kAfter),
                          options);
}
inline Verdict judge(const Manifest& before, const Manifest& after,
                     const CheckOptions& options = {}) {
  return judge(text_of(before), text_of(after), options);
}
inline CheckOptions with_policy(Policy policy) {
  CheckOptions options;
  options.policy = policy;
  return options;
}

// The codes, each once, in the order of the findings.
inline std::vector<std::string> codes_of(const std::vector<Finding>& findings) {
  std::vector<std::string> codes;
  for (const Finding& finding : findings) {
    if (std::find(codes.begin(), codes.end(), finding.code) == codes.end()) {
      codes.push_back(finding.code);
    }
  }
  return codes;
}

using Codes = std::vector<std::string>;

// A good manifest as a tree, changed by `edit`.
template <typename Edit>
Value edited(const Edit& edit, const Manifest& manifest = good_manifest()) {
  Value value = to_value(manifest);
  edit(value);
  return value;
}

inline std::string read_source_file(const std::string& path) {
  std::ifstream stream(std::string(HOLDFAST_SOURCE_DIR) + "/" + path, std::ios::binary);
  EXPECT_TRUE(stream.good()) << path << " cannot be opened";
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

// Runs `script` with the lines on its standard input and returns the lines that it prints; nullopt
// where there is no Node. The script finds the input's lines in `lines`.
inline std::optional<std::vector<std::string>> run_node(const std::string& script,
                                                        const std::vector<std::string>& lines) {
  if (std::system("node --version >/dev/null 2>&1") != 0) {
    return std::nullopt;
  }
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const std::string stem = testing::TempDir() + "node-" + info->test_suite_name() + "-" +
                           info->name() + "-" + std::to_string(::getpid());
  std::ofstream(stem + ".js", std::ios::binary)
      << "const lines = require('fs').readFileSync(0, 'utf8').split('\\n').slice(0, -1);\n"
      << script;
  {
    std::ofstream input(stem + ".in", std::ios::binary);
    for (const std::string& line : lines) {
      input << line << '\n';
    }
  }
  const std::string command = "node '" + stem + ".js' <'" + stem + ".in' >'" + stem + ".out'";
  EXPECT_EQ(std::system(command.c_str()), 0) << "the Node script failed";
  std::vector<std::string> printed;
  std::ifstream output(stem + ".out", std::ios::binary);
  for (std::string line; std::getline(output, line);) {
    printed.push_back(line);
  }
  for (const char* suffix : {".js", ".in", ".out"}) {
    std::remove((stem + suffix).c_str());
  }
  return printed;
}

#define HOLDFAST_SKIP_WITHOUT_NODE(output)                                              \
  do {                                                                                  \
    if (!(output)) {                                                                    \
      GTEST_SKIP() << "Node is not installed, so this comparison was not made; install" \
                      " nodejs, or run scripts/setup";                                  \
    }                                                                                   \
  } while (false)

}  // namespace holdfast
