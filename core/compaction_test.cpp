// The check itself: both policies as tables, both sides judged alike, findings complete and in
// order, and law 1 with all rules removed.
#include "core/compaction.h"

#include "core/checksum.h"
#include "core/manifest_test.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

template <typename T>
void reverse(std::vector<T>& items) {
  std::reverse(items.begin(), items.end());
}

struct Row {
  const char* what;
  void (*edit)(Manifest&);
  Codes exact;
  Codes monotone;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"nothing", [](Manifest&) {}, {}, {}},
      {"all unordered lists reversed",
       [](Manifest& m) {
         reverse(m.external_writes);
         reverse(m.consumed_authorities);
         reverse(m.prohibitions);
         reverse(m.completion_checks);
       },
       {},
       {}},
      {"read later", [](Manifest& m) { m.canonical[0].read_at = "2026-03-05T11:00:01Z"; }, {}, {}},
      {"read at the same instant elsewhere",
       [](Manifest& m) { m.canonical[0].read_at = "2026-03-05T12:00:00+01:00"; },
       {},
       {}},
      {"a time that is none", [](Manifest& m) { m.canonical[0].read_at = "before lunch"; }, {}, {}},
      {"read earlier",
       [](Manifest& m) { m.canonical[0].read_at = "2026-03-05T10:59:59.999Z"; },
       {"evidence_older"},
       {"evidence_older"}},
      {"task", [](Manifest& m) { m.task_id = "x"; }, {"task_changed"}, {"task_changed"}},
      {"objective, one space more",
       [](Manifest& m) { m.objective += " "; },
       {"objective_changed"},
       {"objective_changed"}},
      {"rollback",
       [](Manifest& m) { m.rollback = "x"; },
       {"rollback_changed"},
       {"rollback_changed"}},
      {"path",
       [](Manifest& m) { m.canonical[0].path = "maps/plan2.md"; },
       {"canonical_reference_changed"},
       {"canonical_reference_changed"}},
      {"digest",
       [](Manifest& m) { m.canonical[0].sha256 = std::string(64, '0'); },
       {"canonical_reference_changed"},
       {"canonical_reference_changed"}},
      {"action",
       [](Manifest& m) { m.next_exact_action.text = "Open sheet 6"; },
       {"next_action_changed"},
       {"next_action_changed"}},
      {"a phase less",
       [](Manifest& m) { m.completed_phases.pop_back(); },
       {"completedPhases_dropped"},
       {"completedPhases_dropped"}},
      {"a phase more",
       [](Manifest& m) { m.completed_phases.emplace_back("x"); },
       {"completedPhases_invented"},
       {"completedPhases_invented"}},
      {"a phase in other words",
       [](Manifest& m) { m.completed_phases[1] = "x"; },
       {"completedPhases_dropped", "completedPhases_invented"},
       {"completedPhases_dropped", "completedPhases_invented"}},
      {"phases in another order",
       [](Manifest& m) { std::swap(m.completed_phases[0], m.completed_phases[1]); },
       {"phases_reordered"},
       {"phases_reordered"}},
      {"a phase less and the others in another order",
       [](Manifest& m) {
         m.completed_phases.pop_back();
         reverse(m.completed_phases);
       },
       {"completedPhases_dropped", "phases_reordered"},
       {"completedPhases_dropped", "phases_reordered"}},
      {"an authority less",
       [](Manifest& m) { m.consumed_authorities.pop_back(); },
       {"consumedAuthorities_dropped"},
       {"consumedAuthorities_dropped"}},
      {"an authority more",
       [](Manifest& m) {
         m.consumed_authorities.push_back({"x", {}, {}});
       },
       {"consumedAuthorities_invented"},
       {"consumedAuthorities_invented"}},
      {"a prohibition less",
       [](Manifest& m) { m.prohibitions.pop_back(); },
       {"prohibitions_dropped"},
       {"prohibitions_dropped"}},
      {"a prohibition more, in front",
       [](Manifest& m) { m.prohibitions.insert(m.prohibitions.begin(), "x"); },
       {"prohibitions_invented"},
       {}},
      {"a prohibition in other words",
       [](Manifest& m) { m.prohibitions[0] = "x"; },
       {"prohibitions_dropped", "prohibitions_invented"},
       {"prohibitions_dropped"}},
      {"all prohibitions gone",
       [](Manifest& m) { m.prohibitions.clear(); },
       {"prohibitions_dropped"},
       {"prohibitions_dropped"}},
      {"a check less",
       [](Manifest& m) { m.completion_checks.pop_back(); },
       {"completionChecks_dropped"},
       {"completionChecks_dropped"}},
      {"a check more",
       [](Manifest& m) { m.completion_checks.emplace_back("x"); },
       {"completionChecks_invented"},
       {}},
      {"both growing lists grow",
       [](Manifest& m) {
         m.completion_checks.emplace_back("x");
         m.prohibitions.emplace_back("x");
       },
       {"prohibitions_invented", "completionChecks_invented"},
       {}},
      {"a prohibition becomes a check",
       [](Manifest& m) {
         m.completion_checks.push_back(m.prohibitions.back());
         m.prohibitions.pop_back();
       },
       {"prohibitions_dropped", "completionChecks_invented"},
       {"prohibitions_dropped"}},
      {"a write less",
       [](Manifest& m) { m.external_writes.pop_back(); },
       {"external_write_dropped_or_changed"},
       {"external_write_dropped_or_changed"}},
      {"a write more",
       [](Manifest& m) {
         m.external_writes.push_back({"x", "x", WriteStatus::kUnknown});
       },
       {"external_write_invented"},
       {"external_write_invented"}},
      {"confirmed to unknown",
       [](Manifest& m) { m.external_writes[0].status = WriteStatus::kUnknown; },
       {"external_write_dropped_or_changed"},
       {"external_write_dropped_or_changed"}},
      {"an operation",
       [](Manifest& m) { m.external_writes[0].operation = "x"; },
       {"external_write_dropped_or_changed"},
       {"external_write_dropped_or_changed"}},
      {"an effect under another id",
       [](Manifest& m) { m.external_writes[0].effect_id = "fx-proof-2"; },
       {"external_write_dropped_or_changed", "external_write_invented"},
       {"external_write_dropped_or_changed", "external_write_invented"}},
      {"two effects exchange their ids",
       [](Manifest& m) {
         std::swap(m.external_writes[0].effect_id, m.external_writes[1].effect_id);
       },
       {"external_write_dropped_or_changed"},
       {"external_write_dropped_or_changed"}},
      {"growth hides nothing else",
       [](Manifest& m) {
         m.prohibitions.emplace_back("x");
         m.rollback = "x";
       },
       {"rollback_changed", "prohibitions_invented"},
       {"rollback_changed"}},
  };
  return table;
}

TEST(Compaction, JudgesEveryRowUnderBothPolicies) {
  for (const Row& row : rows()) {
    Manifest after = good_manifest();
    row.edit(after);
    for (const Policy policy : {Policy::kExact, Policy::kMonotone}) {
      const Codes& expected = policy == Policy::kExact ? row.exact : row.monotone;
      const Verdict verdict = judge(good_manifest(), after, with_policy(policy));
      EXPECT_EQ(codes_of(verdict.findings), expected) << row.what << ", " << to_text(policy);
      EXPECT_EQ(verdict.pass, expected.empty()) << row.what << ", " << to_text(policy);
    }
  }
}

// Deny by default: without any rule each of these is still refused. A time that moves back is the
// one exception, because the time of reading is no part of the meaning.
TEST(Compaction, RefusesEveryDifferenceWithoutAnyRule) {
  for (const Row& row : rows()) {
    Manifest after = good_manifest();
    row.edit(after);
    for (const Policy policy : {Policy::kExact, Policy::kMonotone}) {
      CheckOptions options = with_policy(policy);
      options.rules = {};
      const Codes& named = policy == Policy::kExact ? row.exact : row.monotone;
      const bool refused = !named.empty() && named != Codes{"evidence_older"};
      const Verdict verdict = judge(good_manifest(), after, options);
      EXPECT_EQ(codes_of(verdict.findings), refused ? Codes{"unexplained_difference"} : Codes{})
          << row.what << ", " << to_text(policy);
      EXPECT_EQ(verdict.pass, !refused) << row.what;
      options.deny_by_default = false;
      EXPECT_TRUE(judge(good_manifest(), after, options).pass) << row.what;
    }
  }
}

// Growth is judged from the record: what grew in one direction is a loss in the other.
TEST(Compaction, LetsNothingShrinkUnderThePolicyThatLetsListsGrow) {
  Manifest more = good_manifest();
  more.prohibitions.emplace_back("x");
  more.completion_checks.emplace_back("y");
  const CheckOptions monotone = with_policy(Policy::kMonotone);
  EXPECT_TRUE(judge(good_manifest(), more, monotone).pass);
  EXPECT_EQ(codes_of(judge(more, good_manifest(), monotone).findings),
            (Codes{"prohibitions_dropped", "completionChecks_dropped"}));
}

const std::vector<std::pair<const char*, std::string>>& invalid_documents() {
  static const std::vector<std::pair<const char*, std::string>> table = {
      {"invalid_json", "{"},
      {"invalid_json", "I could not summarise this."},
      {"invalid_json", text_of(good_manifest()) + "x"},
      {"invalid_json", std::string("{\"a\":\"\0\"}", 9)},
      {"duplicate_key", R"({"taskId":"a","taskId":"a"})"},
      {"too_deep", std::string(70, '[')},
      {"too_large", std::string(16 * 1024 * 1024 + 1, ' ')},
      {"schema_unknown", R"({"schema":"resume-manifest/v9"})"},
      {"unknown_field", write_compact_json(edited([](Value& v) { v.set("x", 1); }))},
      {"required_missing", write_compact_json(edited([](Value& v) { v.erase("taskId"); }))},
      {"required_missing", write_compact_json(edited([](Value& v) { v.set("rollback", " "); }))},
      {"invalid_list", write_compact_json(edited([](Value& v) {
         v.set("prohibitions", Value::array({"a", "a"}));
       }))},
      {"invalid_value", write_compact_json(edited([](Value& v) { v.set("rollback", 1); }))},
      {"invalid_value", "[]"},
      {"invalid_external_write", write_compact_json(edited([](Value& v) {
         *resolve_pointer(v, "/externalWrites/0/status") = "maybe";
       }))},
      {"next_action_not_exact_one", write_compact_json(edited([](Value& v) {
         v.set("nextExactAction", "Open sheet 5\nPrint it");
       }))},
  };
  return table;
}

TEST(Compaction, JudgesTheRecordAsStrictlyAsTheResult) {
  const std::string good = text_of(good_manifest());
  for (const auto& [code, text] : invalid_documents()) {
    const Verdict as_before = judge(text, good);
    const Verdict as_after = judge(good, text);
    EXPECT_EQ(codes_of(as_before.findings), codes_of(as_after.findings)) << code;
    EXPECT_EQ(codes_of(as_before.findings)[0], code) << text.substr(0, 80);
    EXPECT_FALSE(as_before.pass || as_after.pass) << code;
    for (const Finding& finding : as_before.findings) {
      EXPECT_EQ(finding.side, Side::kBefore) << code;
    }
    for (const Finding& finding : as_after.findings) {
      EXPECT_EQ(finding.side, Side::kAfter) << code;
    }
    // Equal bytes on both sides excuse nothing.
    const Verdict both = judge(text, text);
    EXPECT_FALSE(both.pass) << code;
    EXPECT_EQ(both.findings.size(), as_before.findings.size() + as_after.findings.size()) << code;
  }
}

TEST(Compaction, ReportsTheFaultsOfBothSidesAndComparesNothing) {
  const Value before = edited([](Value& v) {
    v.erase("taskId");
    v.set("objective", "another one");
  });
  const Value after = edited([](Value& v) { v.set("note", 1); });
  const Verdict verdict = judge(write_compact_json(before), write_compact_json(after));
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[0].code, "unknown_field");
  EXPECT_EQ(verdict.findings[0].side, Side::kAfter);
  EXPECT_EQ(verdict.findings[1].code, "required_missing");
  EXPECT_EQ(verdict.findings[1].side, Side::kBefore);
  EXPECT_EQ(verdict.before_checksum, "");
  EXPECT_EQ(verdict.after_checksum, "");
}

TEST(Compaction, RefusesWhereNothingCame) {
  const Document good = read_document(text_of(good_manifest()), Side::kBefore);
  const Document none = read_document(std::nullopt, Side::kAfter);
  EXPECT_EQ(codes_of(check_compaction(good, none).findings), Codes{"after_missing"});
  EXPECT_EQ(codes_of(check_compaction(read_document(std::nullopt, Side::kBefore), none).findings),
            (Codes{"before_missing", "after_missing"}));
}

TEST(Compaction, CollectsEverythingInOrder) {
  Manifest after = good_manifest();
  after.task_id = "x";
  after.objective = "x";
  after.rollback = "x";
  after.canonical[0] = {{}, "x", std::string(64, '0'), "2020-01-01T00:00:00Z"};
  after.next_exact_action.text = "Open sheet 6";
  after.completed_phases = {"x", "Checked the scale.", "Collected the soundings."};
  after.external_writes = {{"x", "fx-mail", WriteStatus::kUnknown},
                           {"x", "fx-new", WriteStatus::kUnknown}};
  after.consumed_authorities = authorities({"x"});
  after.prohibitions = {"x"};
  after.completion_checks = {"x"};
  const Verdict verdict = judge(good_manifest(), after);
  EXPECT_EQ(
      codes_of(verdict.findings),
      (Codes{"task_changed", "objective_changed", "prohibitions_dropped",
             "consumedAuthorities_dropped", "external_write_dropped_or_changed",
             "next_action_changed", "rollback_changed", "canonical_reference_changed",
             "completedPhases_dropped", "completionChecks_dropped", "completedPhases_invented",
             "consumedAuthorities_invented", "external_write_invented", "prohibitions_invented",
             "completionChecks_invented", "phases_reordered", "evidence_older"}));
  EXPECT_TRUE(std::is_sorted(verdict.findings.begin(), verdict.findings.end()));
  const auto count = [&](std::string_view code) {
    return std::count_if(verdict.findings.begin(), verdict.findings.end(),
                         [&](const Finding& finding) { return finding.code == code; });
  };
  EXPECT_EQ(count("prohibitions_dropped"), 3);
  EXPECT_EQ(count("consumedAuthorities_dropped"), 2);
  EXPECT_EQ(count("completionChecks_dropped"), 2);
  EXPECT_EQ(count("completedPhases_dropped"), 1);
  // One write is gone; the other has another operation and another status.
  EXPECT_EQ(count("external_write_dropped_or_changed"), 3);
  EXPECT_EQ(count("canonical_reference_changed"), 2);
  EXPECT_EQ(verdict.findings.size(), 24U);
}

TEST(Compaction, DoesNotDependOnTheOrderOfUnorderedLists) {
  TestRandom random(11);
  Manifest before = good_manifest();
  Manifest after = before;
  after.prohibitions = {"Leave the legend alone.", "x", "y"};
  after.external_writes.pop_back();
  after.external_writes.push_back({"x", "y", WriteStatus::kUnknown});
  const auto fingerprint = [](const Verdict& verdict) {
    std::vector<std::string> lines;
    for (const Finding& finding : verdict.findings) {
      lines.push_back(finding.code + write_compact_json(finding.detail));
    }
    return lines;
  };
  const auto expected = fingerprint(judge(before, after));
  for (int i = 0; i < 50; ++i) {
    random.shuffle(before.prohibitions);
    random.shuffle(after.prohibitions);
    random.shuffle(before.external_writes);
    random.shuffle(after.external_writes);
    std::vector<std::string> found = fingerprint(judge(before, after));
    std::vector<std::string> wanted = expected;
    std::sort(found.begin(), found.end());
    std::sort(wanted.begin(), wanted.end());
    ASSERT_EQ(found, wanted);
  }
}

TEST(Compaction, FillsTheChecksumsOnlyWhenAsked) {
  Manifest after = good_manifest();
  after.rollback = "x";
  const Verdict with = judge(good_manifest(), after);
  EXPECT_EQ(with.before_checksum, semantic_checksum(good_manifest()));
  EXPECT_EQ(with.after_checksum, semantic_checksum(after));
  CheckOptions options;
  options.checksums = false;
  const Verdict without = judge(good_manifest(), after, options);
  EXPECT_EQ(without.before_checksum, "");
  EXPECT_EQ(without.after_checksum, "");
  EXPECT_EQ(without.findings, with.findings);
}

TEST(Compaction, BindsItsVerdictToTheExactBytes) {
  const std::string before = text_of(good_manifest());
  const std::string after = " " + write_pretty_json(to_value(good_manifest()));
  const Verdict verdict = judge(before, after);
  EXPECT_TRUE(verdict.pass);
  EXPECT_EQ(verdict.before_sha256, sha256_hex(before));
  EXPECT_EQ(verdict.after_sha256, sha256_hex(after));
  EXPECT_NE(verdict.before_sha256, verdict.after_sha256);
  EXPECT_EQ(verdict.before_checksum, verdict.after_checksum);
  EXPECT_EQ(judge("{", after).before_sha256, sha256_hex("{"));
}

}  // namespace
}  // namespace holdfast
