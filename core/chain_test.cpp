// Chains: every link against the one before it, and the last manifest against the first. The four
// cases at the end pass at every link and fail at the origin.
#include "core/chain.h"

#include "core/evidence_test.h"

namespace holdfast {
namespace {

// Owns what the links point to.
class Chain {
 public:
  explicit Chain(const Manifest& origin) : manifests_{origin} {}

  Chain& then(Manifest manifest, Value evidence = {}) {
    manifests_.push_back(std::move(manifest));
    evidence_.push_back(std::move(evidence));
    return *this;
  }
  // The next generation, changed by `edit`.
  template <typename Edit>
  Chain& then_changed(Edit edit, Value evidence = {}) {
    Manifest next = next_generation(manifests_.back());
    edit(next);
    return then(std::move(next), std::move(evidence));
  }
  // The last link was judged against this record instead of the manifest before it.
  Chain& spliced(const Manifest& record) {
    spliced_ = {manifests_.size() - 1, record};
    return *this;
  }
  const Manifest& last() const { return manifests_.back(); }

  Verdict judge(const std::optional<std::vector<Value>>& recorded = {}) const {
    std::vector<ChainLink> links(manifests_.size());
    for (std::size_t i = 0; i < links.size(); ++i) {
      links[i].manifest = read_after(manifests_[i]);
      links[i].evidence = i == 0 ? nullptr : &evidence_[i - 1];
    }
    if (spliced_) {
      links[spliced_->first].before = read_after(spliced_->second);
    }
    std::optional<EvidenceLog> log;
    if (recorded) {
      log.emplace();
      for (const Value& evidence : *recorded) {
        log->push_back(&evidence);
      }
    }
    return check_chain(links, log);
  }

 private:
  std::vector<Manifest> manifests_;
  std::vector<Value> evidence_;
  std::optional<std::pair<std::size_t, Manifest>> spliced_;
};

// "code@link …", the origin's as "code@origin".
std::string places(const Verdict& verdict) {
  std::string text;
  for (const Finding& finding : verdict.findings) {
    text += (text.empty() ? "" : " ") + finding.code + "@" +
            (finding.link ? std::to_string(*finding.link) : "origin");
  }
  return text;
}

const auto kUnchanged = [](Manifest&) {};

TEST(Chain, OfQuietGenerationsPasses) {
  Chain chain(origin_manifest());
  for (int i = 0; i < 5; ++i) {
    chain.then_changed(kUnchanged);
  }
  const Verdict verdict = chain.judge();
  EXPECT_EQ(places(verdict), "");
  EXPECT_TRUE(verdict.pass);
  EXPECT_EQ(verdict.after_checksum, semantic_checksum(chain.last()));
}

TEST(Chain, OfOneManifestIsItsOwnOrigin) { EXPECT_TRUE(Chain(origin_manifest()).judge().pass); }

TEST(Chain, NamesTheLinkAndTheOrigin) {
  Chain chain(origin_manifest());
  chain.then_changed(kUnchanged)
      .then_changed([](Manifest& m) { m.prohibitions.pop_back(); })
      .then_changed(kUnchanged);
  EXPECT_EQ(places(chain.judge()), "prohibitions_dropped@origin prohibitions_dropped@2");
}

TEST(Chain, RefusesALossThatIsMadeGoodLater) {
  Chain chain(origin_manifest());
  const std::string phase = chain.last().completed_phases.back();
  chain.then_changed([](Manifest& m) { m.completed_phases.pop_back(); })
      .then_changed([&](Manifest& m) { m.completed_phases.push_back(phase); });
  EXPECT_EQ(places(chain.judge()), "completedPhases_dropped@1 completedPhases_invented@2");
}

TEST(Chain, JudgesGenerationParentAndCoverageOfEveryLink) {
  const auto with = [](void (*edit)(Manifest&)) {
    return places(Chain(origin_manifest()).then_changed(kUnchanged).then_changed(edit).judge());
  };
  EXPECT_EQ(with([](Manifest& m) { m.lineage.generation = 1; }), "lineage_stale@2");
  EXPECT_EQ(with([](Manifest& m) { m.lineage.generation = 3; }), "lineage_parent_mismatch@2");
  EXPECT_EQ(with([](Manifest& m) { m.lineage.parent = semantic_checksum(good_manifest()); }),
            "lineage_parent_mismatch@2");
  EXPECT_EQ(with([](Manifest& m) { ++m.lineage.coverage->from_seq; }), "coverage_gap@2");
  EXPECT_EQ(with([](Manifest& m) { --m.lineage.coverage->from_seq; }), "coverage_overlap@2");
  EXPECT_EQ(with([](Manifest& m) { m.lineage.coverage.reset(); }), "coverage_gap@2");
  EXPECT_EQ(with([](Manifest& m) {
              m.lineage.ledger_head = LedgerHead{1, std::string(64, '1')};
            }),
            "lineage_stale@2");
}

TEST(Chain, RefusesAShareThatContradictsItself) {
  const auto with = [](Coverage coverage) {
    Manifest manifest = good_manifest_v2();
    manifest.lineage.coverage = coverage;
    return codes_of(read_after(manifest).findings);
  };
  EXPECT_EQ(with({41, 80, 81}), Codes{});
  EXPECT_EQ(with({41, 41, 42}), Codes{}) << "one entry is a share";
  EXPECT_EQ(with({42, 41, 42}), Codes{"coverage_gap"}) << "nothing folded";
  EXPECT_EQ(with({41, 80, 82}), Codes{"coverage_gap"});
  EXPECT_EQ(with({41, 80, 80}), Codes{"coverage_overlap"});
}

TEST(Chain, MixesNoVersions) {
  EXPECT_EQ(places(Chain(good_manifest()).then(origin_manifest()).judge()),
            "schema_mismatch@origin schema_mismatch@1");
}

TEST(Chain, OfVersionOneHasNoLineage) {
  EXPECT_TRUE(Chain(good_manifest()).then(good_manifest()).then(good_manifest()).judge().pass);
}

TEST(Chain, ReportsDocumentsAndEvidenceThatCannotBeReadByTheirLink) {
  Chain chain(origin_manifest());
  chain.then_changed([](Manifest& m) { m.external_writes[0].receipt.clear(); })
      .then_changed(kUnchanged, Value::object({{"receipts", 3}}));
  EXPECT_EQ(places(chain.judge()),
            "invalid_external_write@1 invalid_external_write@2 evidence_invalid@2");
}

// ---- every link passes, the origin fails

Value approval_of(std::string_view from, std::string_view to, std::string_view authority_id) {
  return Value::object({{"schema", "decision-approval/v1"},
                        {"name", "scope"},
                        {"from", from},
                        {"to", to},
                        {"approver", "Mara"},
                        {"authorityId", authority_id},
                        {"at", "2026-03-05T12:00:00Z"}});
}

TEST(ChainOrigin, RefusesMasksThatAddUp) {
  const auto masked = [](std::string_view pointer, int from, int to) {
    return Value::object(
        {{"masks", Value::array({Value::object({{"pointer", pointer},
                                                {"spans", Value::array({Value::array({from, to})})},
                                                {"replacement", "-"}})})}});
  };
  Chain chain(origin_manifest());
  chain.then_changed([](Manifest& m) { m.directives[0].text.replace(13, 5, "-"); },
                     masked("/directives/0/text", 13, 18));
  // The second mask was made for the text of the first link.
  chain.then_changed([](Manifest& m) { m.directives[0].text.replace(14, 20, "-"); },
                     masked("/directives/0/text", 14, 34));
  EXPECT_EQ(places(chain.judge()), "directive_reworded@origin");
}

TEST(ChainOrigin, RefusesOneApprovalUsedAtTwoLinks) {
  // Two decisions may not lean on one authority, even where each link sees it for the first time.
  const std::string a = origin_manifest().decisions[0].digest;
  const std::string b = "d1:sha256:" + std::string(64, 'b');
  const Value there = Value::object({{"approvals", Value::array({approval_of(a, b, "ok-9")})}});
  const Value back = Value::object({{"approvals", Value::array({approval_of(b, a, "ok-8")})}});
  Chain chain(origin_manifest());
  chain.then_changed([&](Manifest& m) { m.decisions[0].digest = b; }, there)
      .then_changed([&](Manifest& m) { m.decisions[0].digest = a; }, back);
  EXPECT_EQ(places(chain.judge()), "") << "there and back, each approved";
  chain.then_changed([&](Manifest& m) { m.decisions[0].digest = b; }, there);
  // The judge keeps account of what earlier links spent, so the link itself is refused already; a
  // link judged alone would pass.
  const std::string found = places(chain.judge());
  EXPECT_NE(found.find("decision_conflicting@3"), std::string::npos) << found;
  Manifest before = chain.last();
  before.decisions[0].digest = a;
  EXPECT_TRUE(judge_with(
                  before,
                  [&] {
                    Manifest next = next_generation(before);
                    next.decisions[0].digest = b;
                    return next;
                  }(),
                  there, Step::kLink)
                  .pass);
}

TEST(ChainOrigin, RefusesASplicedRecord) {
  Chain chain(origin_manifest());
  chain.then_changed(kUnchanged);
  Manifest record = chain.last();
  record.prohibitions.pop_back();
  chain.then(next_generation(record)).spliced(record);
  EXPECT_EQ(places(chain.judge()), "lineage_parent_mismatch@origin prohibitions_dropped@origin");
}

// What was dropped by the splice alone need not be missing at the end.
TEST(ChainOrigin, RefusesASplicedRecordOfAnotherGeneration) {
  Chain chain(origin_manifest());
  Manifest record = chain.last();
  record.lineage.generation = 7;
  record.lineage.parent = semantic_checksum(record);
  record.lineage.coverage = Coverage{1, 900, 901};
  chain.then(next_generation(record)).spliced(record);
  EXPECT_EQ(places(chain.judge()), "lineage_parent_mismatch@origin");
  // The same record under another spelling of nothing is no splice.
  Chain same(origin_manifest());
  same.then_changed(kUnchanged).spliced(origin_manifest());
  EXPECT_EQ(places(same.judge()), "");
}

TEST(ChainOrigin, RefusesFactsOfRoundsWhoseManifestsAreNotThere) {
  const Value fact = Value::object(
      {{"progress",
        Value::array({Value::object({{"kind", "phase_completed"}, {"phase", "Inked."}})})}});
  Chain chain(origin_manifest());
  chain.then_changed(kUnchanged);
  EXPECT_EQ(places(chain.judge(std::vector<Value>{Value(), Value(), fact})),
            "completedPhases_dropped@origin");
  EXPECT_EQ(places(chain.judge(std::vector<Value>{Value(), Value(), Value::object({{"x", 1}})})),
            "evidence_invalid@origin");
  EXPECT_EQ(places(Chain(origin_manifest()).judge(std::vector<Value>{fact})),
            "completedPhases_dropped@origin");
}

TEST(ChainOrigin, TakesNoHarmFromAnApprovalThatNobodyUsed) {
  const std::string a = origin_manifest().decisions[0].digest;
  const std::string b = "d1:sha256:" + std::string(64, 'b');
  const std::string c = "d1:sha256:" + std::string(64, 'c');
  Chain chain(origin_manifest());
  chain
      .then_changed(kUnchanged,
                    Value::object({{"approvals", Value::array({approval_of(a, c, "ok-7")})}}))
      .then_changed([&](Manifest& m) { m.decisions[0].digest = b; },
                    Value::object({{"approvals", Value::array({approval_of(a, b, "ok-8")})}}));
  EXPECT_EQ(places(chain.judge()), "");
}

TEST(ChainOrigin, FollowsAMaskedItemThatTheUserRemovesLater) {
  const std::string text = origin_manifest().prohibitions[0];
  const std::string masked = "[X]" + text.substr(2);
  const Value mask = Value::object(
      {{"masks", Value::array({Value::object({{"pointer", "/prohibitions/0"},
                                              {"spans", Value::array({Value::array({0, 2})})},
                                              {"replacement", "[X]"}})})}});
  const Value removed =
      Value::object({{"progress", Value::array({Value::object({{"kind", "list_changed"},
                                                               {"list", "prohibitions"},
                                                               {"remove", Value::array({masked})},
                                                               {"sourceEntryId", "u-9"}})})}});
  Chain chain(origin_manifest());
  chain.then_changed([&](Manifest& m) { m.prohibitions[0] = masked; }, mask)
      .then_changed([](Manifest& m) { m.prohibitions.erase(m.prohibitions.begin()); }, removed);
  EXPECT_EQ(places(chain.judge()), "");
}

TEST(ChainOrigin, RefusesASecondMaskWhereverItStands) {
  const auto masked = [](int from, int to) {
    return Value::object(
        {{"masks", Value::array({Value::object({{"pointer", "/directives/0/text"},
                                                {"spans", Value::array({Value::array({from, to})})},
                                                {"replacement", "-"}})})}});
  };
  for (const bool later_first : {false, true}) {
    Chain chain(origin_manifest());
    const auto cut = [](int from, int size) {
      return [=](Manifest& m) {
        m.directives[0].text.replace(static_cast<std::size_t>(from), static_cast<std::size_t>(size),
                                     "-");
      };
    };
    if (later_first) {
      chain.then_changed(cut(20, 5), masked(20, 25)).then_changed(cut(0, 5), masked(0, 5));
    } else {
      chain.then_changed(cut(0, 5), masked(0, 5)).then_changed(cut(16, 5), masked(16, 21));
    }
    EXPECT_EQ(places(chain.judge()), "directive_reworded@origin") << later_first;
  }
}

TEST(Chain, MaskForAnOldTextDoesNotCoverANewOne) {
  const Value evidence = Value::object(
      {{"progress", Value::array({Value::object({{"kind", "text_set"},
                                                 {"field", "rollback"},
                                                 {"text", "Do not roll back."},
                                                 {"sourceEntryId", "u-9"}})})},
       {"masks", Value::array({Value::object({{"pointer", "/rollback"},
                                              {"spans", Value::array({Value::array({3, 7})})},
                                              {"replacement", ""}})})}});
  Chain chain(origin_manifest());
  chain.then_changed([](Manifest& m) { m.rollback = "Do roll back."; }, evidence);
  EXPECT_EQ(places(chain.judge()), "rollback_changed@origin rollback_changed@1");
}

TEST(ChainOrigin, RefusesEvidenceThatTheLogDoesNotHold) {
  const Value fact = Value::object(
      {{"progress",
        Value::array({Value::object({{"kind", "phase_completed"}, {"phase", "Inked."}})})}});
  Chain chain(origin_manifest());
  chain.then_changed([](Manifest& m) { m.completed_phases.emplace_back("Inked."); }, fact)
      .then_changed(kUnchanged);
  EXPECT_EQ(places(chain.judge()), "");
  EXPECT_EQ(places(chain.judge(std::vector<Value>{Value(), fact, Value()})), "");
  EXPECT_EQ(places(chain.judge(std::vector<Value>{Value(), Value(), Value()})),
            "completedPhases_invented@origin");
}

TEST(ChainOrigin, FollowsApprovalsInTheOrderOfTheirLinks) {
  const std::string a = origin_manifest().decisions[0].digest;
  const std::string b = "d1:sha256:" + std::string(64, 'b');
  const std::string c = "d1:sha256:" + std::string(64, 'c');
  Chain chain(origin_manifest());
  chain
      .then_changed([&](Manifest& m) { m.decisions[0].digest = b; },
                    Value::object({{"approvals", Value::array({approval_of(a, b, "ok-8")})}}))
      .then_changed([&](Manifest& m) { m.decisions[0].digest = c; },
                    Value::object({{"approvals", Value::array({approval_of(b, c, "ok-9")})}}));
  EXPECT_EQ(places(chain.judge()), "");
  EXPECT_EQ(places(chain.judge(std::vector<Value>{
                Value(), Value(),
                Value::object({{"approvals", Value::array({approval_of(b, c, "ok-9")})}})})),
            "decision_conflicting@origin");
}

TEST(ChainOrigin, ComparesWithTheFirstRecordAndItsLedger) {
  Chain chain(origin_manifest());
  std::vector<Value> lines = good_ledger_lines();
  const auto carry = [&](Manifest& m) {
    const Value head = head_of(chained(lines));
    m.lineage.ledger_head = LedgerHead{head.find("seq")->integer(), head.find("sha256")->text()};
  };
  chain.then_changed(carry, Value::object({{"ledger", chained(lines)}}));
  lines.push_back(withdrawn("d-1", "u-9"));
  chain.then_changed(
      [&](Manifest& m) {
        carry(m);
        m.directives[0].state = DirectiveState::kWithdrawn;
      },
      Value::object({{"ledger", chained(lines)}}));
  EXPECT_EQ(places(chain.judge()), "");
  // The tombstone has to be carried on without the ledger being shown again.
  chain.then_changed([](Manifest& m) { m.directives.erase(m.directives.begin()); });
  EXPECT_EQ(places(chain.judge()), "directive_dropped@origin directive_dropped@3");
}

}  // namespace
}  // namespace holdfast
