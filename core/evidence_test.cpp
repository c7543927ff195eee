// Evidence, each kind with what it allows and with its near misses: one thing off, and it allows
// nothing.
#include "core/evidence.h"

#include "core/evidence_test.h"

namespace holdfast {
namespace {

Value evidence_of(std::string_view member, Value value) {
  return Value::object({{member, std::move(value)}});
}

Codes codes(const Verdict& verdict) { return codes_of(verdict.findings); }

std::string kinds(const std::vector<Value>& notes) {
  std::string text;
  for (const Value& item : notes) {
    text += (text.empty() ? "" : " ") + item.find("kind")->text();
  }
  return text;
}

// ---- ledger

class LedgerEvidence : public testing::Test {
 protected:
  Verdict judge_ledger(const Manifest& after, std::vector<Value> lines) const {
    return judge_with(before_, after, evidence_of("ledger", chained(lines)));
  }

  Manifest before_ = manifest_with_ledger();
};

TEST_F(LedgerEvidence, OfWhatTheRecordHoldsPasses) {
  const Verdict verdict = judge_ledger(before_, good_ledger_lines());
  EXPECT_EQ(codes(verdict), Codes{}) << to_text(verdict);
  EXPECT_EQ(kinds(verdict.evidence_used), "ledger");
}

TEST_F(LedgerEvidence, HasToShowInTheResult) {
  std::vector<Value> lines = good_ledger_lines();
  lines.push_back(fulfilled("d-1", "o-1"));
  EXPECT_EQ(codes(judge_ledger(before_, lines)), Codes{"obligation_changed"});
  Manifest after = before_;
  after.directives[0].obligations[0].fulfilled = true;
  EXPECT_EQ(codes(judge_ledger(after, lines)), Codes{});
  // The last open one closes the directive; the state has to say so.
  lines.push_back(fulfilled("d-1", "o-2"));
  after.directives[0].obligations[1].fulfilled = true;
  EXPECT_EQ(codes(judge_ledger(after, lines)), Codes{"directive_reopened"});
  after.directives[0].state = DirectiveState::kFulfilled;
  EXPECT_EQ(codes(judge_ledger(after, lines)), Codes{});
}

TEST_F(LedgerEvidence, WithOneOfTwoObligationsFulfilledClosesNothing) {
  std::vector<Value> lines = good_ledger_lines();
  lines.push_back(fulfilled("d-1", "o-1"));
  Manifest after = before_;
  after.directives[0].obligations[0].fulfilled = true;
  after.directives[0].obligations[1].fulfilled = true;
  after.directives[0].state = DirectiveState::kFulfilled;
  EXPECT_EQ(codes(judge_ledger(after, lines)),
            (Codes{"directive_closed_without_event", "obligation_changed"}));
}

TEST_F(LedgerEvidence, OfADetourClosesNothing) {
  std::vector<Value> lines = good_ledger_lines();
  for (const char* kind : {"detour_opened", "detour_closed"}) {
    lines.push_back(
        Value::object({{"kind", kind}, {"detourId", "stash-1"}, {"reason", "restart"}}));
  }
  EXPECT_EQ(codes(judge_ledger(before_, lines)), Codes{});
  Manifest after = before_;
  after.directives[0].state = DirectiveState::kWithdrawn;
  EXPECT_EQ(codes(judge_ledger(after, lines)), Codes{"directive_closed_without_event"});
}

TEST_F(LedgerEvidence, ThatWasAlteredRefusesAlthoughNothingChanged) {
  Value ledger = chained(good_ledger_lines());
  ledger.items()[0].set("text", "Never show a depth, and say why a line was left out!");
  const Verdict verdict = judge_with(before_, before_, evidence_of("ledger", ledger));
  EXPECT_EQ(codes(verdict), Codes{"ledger_broken"});
  EXPECT_EQ(verdict.findings[0].item, "/ledger/1");  // the line whose `prev` no longer fits
}

TEST_F(LedgerEvidence, ThatWasShortenedOrIsAnotherOneIsBroken) {
  std::vector<Value> lines = good_ledger_lines();
  lines.pop_back();
  EXPECT_EQ(codes(judge_ledger(before_, lines))[0], "ledger_broken");
  lines.push_back(withdrawn("d-2", "u-2"));  // as long, but not the ledger that the record saw
  EXPECT_EQ(codes(judge_ledger(before_, lines))[0], "ledger_broken");
  EXPECT_EQ(codes(judge_ledger(before_, {}))[0], "ledger_broken");
}

TEST_F(LedgerEvidence, ThatDoesNotKnowADirectiveOfTheRecordIsBroken) {
  Manifest before = before_;
  before.lineage.ledger_head.reset();
  std::vector<Value> lines = {good_ledger_lines()[0]};
  const Verdict verdict = judge_with(before, before, evidence_of("ledger", chained(lines)));
  EXPECT_EQ(codes(verdict), (Codes{"ledger_broken", "directive_invented"}));
}

TEST_F(LedgerEvidence, RefusesLinesThatCannotFollow) {
  const std::vector<Value> good = good_ledger_lines();
  const auto with = [&](Value line) {
    std::vector<Value> lines = good;
    lines.push_back(std::move(line));
    return codes(judge_ledger(before_, lines));
  };
  const Codes broken = {"ledger_broken"};
  EXPECT_EQ(with(good[0]), broken) << "issued twice";
  EXPECT_EQ(with(fulfilled("d-2", "o-3")), broken) << "fulfilled twice";
  EXPECT_EQ(with(fulfilled("d-1", "o-3")), broken) << "an obligation of another directive";
  EXPECT_EQ(with(fulfilled("d-9", "o-1")), broken) << "a directive that nobody gave";
  EXPECT_EQ(with(withdrawn("d-2", "u-9")), broken) << "closed already";
  EXPECT_EQ(
      with(Value::object(
          {{"kind", "replaced"}, {"directiveId", "d-1"}, {"by", "d-1"}, {"sourceEntryId", "u-9"}})),
      broken)
      << "replaced by itself";
  EXPECT_EQ(with(Value::object({{"kind", "closed"}, {"directiveId", "d-1"}})), broken);
  Value extra = withdrawn("d-1", "u-9");
  extra.set("reason", "done");
  EXPECT_EQ(with(extra), broken) << "a member that the kind does not have";
}

TEST(LedgerOfVersionOne, AppliesToNothing) {
  const Manifest manifest = good_manifest();
  const Verdict verdict =
      judge_with(manifest, manifest, evidence_of("ledger", chained(good_ledger_lines())));
  EXPECT_EQ(codes(verdict), Codes{});
  EXPECT_EQ(kinds(verdict.evidence_unused), "ledger");
  Value broken = chained(good_ledger_lines());
  broken.items()[0].set("at", "2026-03-05T09:00:01Z");
  EXPECT_EQ(codes(judge_with(manifest, manifest, evidence_of("ledger", broken))),
            Codes{"ledger_broken"});
}

// ---- sources

Value source(std::string_view id, std::string_view author, std::string_view sha256) {
  return Value::object({{"entryId", id}, {"author", author}, {"sha256", sha256}});
}

TEST(SourceEvidence, AsksForAUserEntryWithTheSameDigest) {
  const Manifest manifest = good_manifest_v2();
  const std::string one(64, '1');
  const std::string two(64, '2');
  const auto judge_sources = [&](Value first, Value second) {
    return codes(
        judge_with(manifest, manifest,
                   evidence_of("sources", Value::array({std::move(first), std::move(second)}))));
  };
  const Codes unknown = {"directive_source_unknown"};
  EXPECT_EQ(judge_sources(source("u-1", "user", one), source("u-2", "user", two)), Codes{});
  EXPECT_EQ(judge_sources(source("u-1", "assistant", one), source("u-2", "user", two)), unknown);
  EXPECT_EQ(judge_sources(source("u-1", "User", one), source("u-2", "user", two)), unknown);
  EXPECT_EQ(judge_sources(source("u-1", "user", two), source("u-2", "user", two)), unknown);
  EXPECT_EQ(judge_sources(source("u-3", "user", one), source("u-2", "user", two)), unknown);
}

TEST(SourceEvidence, ThatSaysTwoThingsOfOneEntrySaysNothing) {
  const Manifest manifest = good_manifest_v2();
  const std::string one(64, '1');
  const Value user = source("u-1", "user", one);
  const Value assistant = source("u-1", "assistant", one);
  const Value other = source("u-2", "user", std::string(64, '2'));
  for (const auto& list :
       {Value::array({user, assistant, other}), Value::array({assistant, user, other})}) {
    EXPECT_EQ(codes(judge_with(manifest, manifest, evidence_of("sources", list))),
              Codes{"directive_source_unknown"});
  }
  EXPECT_EQ(codes(judge_with(manifest, manifest,
                             evidence_of("sources", Value::array({user, user, other})))),
            Codes{});
}

TEST(SourceEvidence, HoldsTheSpanOfAnIssuedLineAgainstTheEntry) {
  Manifest manifest = manifest_with_ledger();
  const std::string entry = "Please note. " + manifest.directives[0].text;
  manifest.directives[0].source_sha256 = sha256_hex(entry);
  const auto judge_span = [&](std::int64_t from, std::int64_t to) {
    std::vector<Value> lines = {issued(manifest.directives[0]), issued(manifest.directives[1]),
                                fulfilled("d-2", "o-3")};
    lines[0].set("span", Value::array({from, to}));
    const Value ledger = chained(lines);
    Manifest record = manifest;
    record.lineage.ledger_head = LedgerHead{3, head_of(ledger).find("sha256")->text()};
    Value first = source("u-1", "user", sha256_hex(entry));
    first.set("text", entry);
    return codes(judge_with(
        record, record,
        Value::object(
            {{"ledger", ledger},
             {"sources", Value::array({first, source("u-2", "user", std::string(64, '2'))})}})));
  };
  const auto size = static_cast<std::int64_t>(manifest.directives[0].text.size());
  EXPECT_EQ(judge_span(13, 13 + size), Codes{});
  EXPECT_EQ(judge_span(12, 12 + size), Codes{"directive_source_unknown"}) << "one byte off";
  EXPECT_EQ(judge_span(14, 14 + size), Codes{"directive_source_unknown"}) << "beyond the end";
  EXPECT_EQ(judge_span(13, 12 + size), Codes{"ledger_broken"}) << "shorter than the text";
}

TEST(SourceEvidence, AsksForAUserBehindEveryWithdrawal) {
  Manifest after = manifest_with_ledger();
  std::vector<Value> lines = good_ledger_lines();
  lines.push_back(withdrawn("d-1", "a-7"));
  after.directives[0].state = DirectiveState::kWithdrawn;
  const auto judge_author = [&](std::string_view author) {
    const std::string digest(64, '9');
    return codes(judge_with(
        manifest_with_ledger(), after,
        Value::object({{"ledger", chained(lines)},
                       {"sources", Value::array({source("u-1", "user", std::string(64, '1')),
                                                 source("u-2", "user", std::string(64, '2')),
                                                 source("a-7", author, digest)})}})));
  };
  EXPECT_EQ(judge_author("user"), Codes{});
  EXPECT_EQ(judge_author("assistant"), Codes{"directive_source_unknown"});
  EXPECT_EQ(judge_author("tool"), Codes{"directive_source_unknown"});
}

// ---- approvals

const std::string kA = "d1:sha256:" + std::string(64, '4');  // `scope` of the record
const std::string kB = "d1:sha256:" + std::string(64, 'b');
const std::string kC = "d1:sha256:" + std::string(64, 'c');

Value approval(std::string_view name, std::string_view from, std::string_view to,
               std::string_view authority_id = "ok-9") {
  return Value::object({{"schema", "decision-approval/v1"},
                        {"name", name},
                        {"from", from},
                        {"to", to},
                        {"approver", "Mara"},
                        {"authorityId", authority_id},
                        {"at", "2026-03-05T12:00:00Z"}});
}

Manifest with_scope(const std::string& digest) {
  Manifest manifest = good_manifest_v2();
  manifest.decisions[0].digest = digest;
  return manifest;
}

Verdict judge_approvals(const std::string& to, Value approvals, Value used = Value::array()) {
  return judge_with(
      good_manifest_v2(), with_scope(to),
      Value::object({{"approvals", std::move(approvals)}, {"used", std::move(used)}}));
}

TEST(ApprovalEvidence, CoversExactlyOneTransition) {
  const Verdict covered = judge_approvals(kB, Value::array({approval("scope", kA, kB)}));
  EXPECT_EQ(codes(covered), Codes{});
  EXPECT_EQ(kinds(covered.evidence_used), "approvals");
  const Codes conflicting = {"decision_conflicting"};
  EXPECT_EQ(codes(judge_approvals(kB, Value::array({approval("target", kA, kB)}))), conflicting);
  EXPECT_EQ(codes(judge_approvals(kB, Value::array({approval("scope", kB, kA)}))), conflicting);
  EXPECT_EQ(codes(judge_approvals(kC, Value::array({approval("scope", kA, kB)}))), conflicting);
  EXPECT_EQ(codes(judge_approvals(kC, Value::array({approval("scope", kA, kB, "ok-8"),
                                                    approval("scope", kB, kC, "ok-9")}))),
            conflicting)
      << "two transitions at one boundary";
}

TEST(ApprovalEvidence, IsSpentOnce) {
  EXPECT_EQ(
      codes(judge_approvals(kB, Value::array({approval("scope", kA, kB)}), Value::array({"ok-9"}))),
      Codes{"decision_conflicting"});
  EXPECT_EQ(codes(judge_approvals(kB, Value::array({approval("scope", kA, kB, "ok-1")}))),
            Codes{"decision_conflicting"})
      << "the record says that it was consumed";
}

TEST(ApprovalEvidence, MayGoUnusedAndAddsNothing) {
  const Verdict unused = judge_approvals(kA, Value::array({approval("scope", kA, kB)}));
  EXPECT_EQ(codes(unused), Codes{});
  EXPECT_EQ(kinds(unused.evidence_unused), "approvals");
  Manifest after = with_scope(kB);
  after.consumed_authorities.push_back({"ok-9", "run-main", "fx-proof"});
  EXPECT_EQ(codes(judge_with(good_manifest_v2(), after,
                             evidence_of("approvals", Value::array({approval("scope", kA, kB)})))),
            Codes{"consumedAuthorities_invented"});
}

// A subject that is asked about the origin gets the approvals of all links in their order.
TEST(ApprovalEvidence, FollowOneAnotherAtTheOriginEachWithAnAuthorityOfItsOwn) {
  const auto judge_origin = [&](std::string_view second) {
    return codes(
        judge_with(good_manifest_v2(), with_scope(kC),
                   evidence_of("approvals", Value::array({approval("scope", kA, kB, "ok-9"),
                                                          approval("scope", kB, kC, second)})),
                   Step::kOrigin));
  };
  EXPECT_EQ(judge_origin("ok-8"), Codes{});
  EXPECT_EQ(judge_origin("ok-9"), Codes{"decision_conflicting"});
}

TEST(SourceEvidence, IsJudgedAtItsOwnLinkAndNotAtTheOrigin) {
  const Manifest manifest = good_manifest_v2();
  const Value evidence = evidence_of("sources", Value::array());
  EXPECT_FALSE(judge_with(manifest, manifest, evidence).pass);
  EXPECT_TRUE(judge_with(manifest, manifest, evidence, Step::kOrigin).pass);
}

// ---- receipts

Value receipt(std::string_view effect_id, std::string_view text) {
  return Value::array({Value::object({{"effectId", effect_id}, {"receipt", text}})});
}

TEST(ReceiptEvidence, ConfirmsOneUnknownWriteWithExactlyThisReceipt) {
  const Manifest before = good_manifest_v2();
  Manifest after = before;
  after.external_writes[1].status = WriteStatus::kConfirmed;
  after.external_writes[1].receipt = "mail 88";
  const auto judge_receipt = [&](const Manifest& result, Value receipts) {
    return codes(judge_with(before, result, evidence_of("receipts", std::move(receipts))));
  };
  const Codes changed = {"external_write_dropped_or_changed"};
  EXPECT_EQ(judge_receipt(after, receipt("fx-mail", "mail 88")), Codes{});
  EXPECT_EQ(judge_receipt(after, receipt("fx-mail", "mail 89")), changed);
  EXPECT_EQ(judge_receipt(after, receipt("fx-mail ", "mail 88")), changed);
  EXPECT_EQ(judge_receipt(after, receipt("fx-proof", "mail 88")), changed);
  EXPECT_EQ(judge_receipt(before, receipt("fx-mail", "mail 88")), Codes{}) << "need not be used";
  Manifest dropped = before;
  dropped.external_writes.pop_back();
  EXPECT_EQ(judge_receipt(dropped, receipt("fx-mail", "mail 88")), changed);
}

TEST(ReceiptEvidence, NeverTurnsAConfirmedWriteBack) {
  const Manifest before = good_manifest_v2();
  Manifest after = before;
  after.external_writes[0] = {"proof.upload", "fx-proof", WriteStatus::kUnknown};
  EXPECT_EQ(
      codes(judge_with(before, after, evidence_of("receipts", receipt("fx-proof", "proof 204")))),
      Codes{"external_write_dropped_or_changed"});
  Manifest other = before;
  other.external_writes[0].receipt = "proof 205";
  EXPECT_EQ(
      codes(judge_with(before, other, evidence_of("receipts", receipt("fx-proof", "proof 205")))),
      Codes{"external_write_dropped_or_changed"});
}

TEST(ReceiptEvidence, MovesOnlyTheStatusInVersionOne) {
  Manifest before = good_manifest();
  before.external_writes[1].status = WriteStatus::kUnknown;
  EXPECT_EQ(codes(judge_with(before, good_manifest(),
                             evidence_of("receipts", receipt("fx-mail", "mail 88")))),
            Codes{});
}

// ---- masks

Value mask(std::string_view pointer, std::vector<std::pair<int, int>> spans,
           std::string_view replacement) {
  Value list = Value::array();
  for (const auto& [from, to] : spans) {
    list.append(Value::array({from, to}));
  }
  return Value::array({Value::object(
      {{"pointer", pointer}, {"spans", std::move(list)}, {"replacement", replacement}})});
}

TEST(MaskEvidence, CoversExactlyItsBytes) {
  const Manifest before = good_manifest_v2();
  Manifest after = before;
  after.directives[0].text = "Never show a [X], and say why a line was left out.";
  const auto judge_mask = [&](Value masks) {
    return codes(judge_with(before, after, evidence_of("masks", std::move(masks))));
  };
  const Codes reworded = {"directive_reworded"};
  EXPECT_EQ(judge_mask(mask("/directives/0/text", {{13, 18}}, "[X]")), Codes{});
  EXPECT_EQ(judge_mask(mask("/directives/0/text", {{13, 17}}, "[X]")), reworded);
  EXPECT_EQ(judge_mask(mask("/directives/0/text", {{12, 18}}, "[X]")), reworded);
  EXPECT_EQ(judge_mask(mask("/directives/0/text", {{13, 18}}, "[Y]")), reworded);
  EXPECT_EQ(judge_mask(mask("/directives/1/text", {{13, 18}}, "[X]")), reworded);
  EXPECT_EQ(judge_mask(mask("/directives/0/text", {{13, 18}, {400, 401}}, "[X]")), reworded);
  EXPECT_EQ(judge_mask(mask("/directives/0", {{13, 18}}, "[X]")), reworded);
  EXPECT_EQ(judge_mask(mask("/directives/00/text", {{13, 18}}, "[X]")), reworded);
}

TEST(MaskEvidence, IsFoundByTheIdWhereverTheDirectiveStands) {
  const Manifest before = good_manifest_v2();
  Manifest after = before;
  after.directives[0].obligations[1].text = "Every [X] left out has its reason.";
  std::swap(after.directives[0], after.directives[1]);
  EXPECT_EQ(codes(judge_with(
                before, after,
                evidence_of("masks", mask("/directives/0/obligations/1/text", {{6, 10}}, "[X]")))),
            Codes{});
}

TEST(MaskEvidence, CoversNoHalfCharacter) {
  const Manifest before = good_manifest_v2();
  Manifest after = before;
  after.directives[1].text =
      "\xE7[X]";  // what a cut at byte 1 would leave; no document can hold it
  after.directives[1].text = "[X]尺を確かめてください。";
  const auto judge_mask = [&](int to) {
    return codes(judge_with(before, after,
                            evidence_of("masks", mask("/directives/1/text", {{0, to}}, "[X]"))));
  };
  EXPECT_EQ(judge_mask(3), Codes{});
  EXPECT_EQ(judge_mask(2), Codes{"directive_reworded"});
}

TEST(MaskEvidence, CoversProseAndNeitherIdsNorArguments) {
  const Manifest before = good_manifest_v2();
  Manifest after = before;
  after.next_exact_action.arguments = Value::object({{"layer", "[X] walls"}, {"zoom", 3}});
  EXPECT_EQ(codes(judge_with(
                before, after,
                evidence_of("masks", mask("/nextExactAction/arguments/layer", {{0, 4}}, "[X]")))),
            Codes{"next_action_changed"});
  after = before;
  after.external_writes[0].receipt = "[X] 204";
  EXPECT_EQ(
      codes(judge_with(before, after,
                       evidence_of("masks", mask("/externalWrites/0/receipt", {{0, 5}}, "[X]")))),
      Codes{"external_write_dropped_or_changed"});
  for (const auto& [pointer, edit] : std::vector<std::pair<std::string, void (*)(Manifest&)>>{
           {"/objective", [](Manifest& m) { m.objective.replace(0, 6, "[X]"); }},
           {"/rollback", [](Manifest& m) { m.rollback.replace(0, 6, "[X]"); }},
           {"/nextExactAction/target",
            [](Manifest& m) { m.next_exact_action.target.replace(0, 6, "[X]"); }},
           {"/prohibitions/0", [](Manifest& m) { m.prohibitions[0].replace(0, 6, "[X]"); }},
           {"/completedPhases/0", [](Manifest& m) { m.completed_phases[0].replace(0, 6, "[X]"); }},
           {"/completionChecks/1",
            [](Manifest& m) { m.completion_checks[1].replace(0, 6, "[X]"); }}}) {
    after = before;
    edit(after);
    EXPECT_FALSE(judge(before, after).pass) << pointer;
    EXPECT_EQ(
        codes(judge_with(before, after, evidence_of("masks", mask(pointer, {{0, 6}}, "[X]")))),
        Codes{})
        << pointer;
  }
}

// ---- progress

struct ProgressCase {
  std::string_view kind;
  Value fact;
  void (*apply)(Manifest&);
  std::string_view missing;  // the code where the result does not show it
};

std::vector<ProgressCase> progress_cases() {
  return {
      {"phase_completed", Value::object({{"phase", "Inked."}}),
       [](Manifest& m) { m.completed_phases.emplace_back("Inked."); }, "completedPhases_dropped"},
      {"event_appended",
       Value::object({{"eventId", "result-2"}, {"kind_of", "result"}, {"answers", "call-2"}}),
       [](Manifest& m) {
         m.events.push_back({"result-2", "result", "call-2"});
       },
       "event_dropped"},
      {"write_recorded",
       Value::object({{"operation", "mail.send"},
                      {"effectId", "fx-mail"},
                      {"status", "confirmed"},
                      {"receipt", "mail 88"}}),
       [](Manifest& m) {
         m.external_writes[1] = {"mail.send", "fx-mail", WriteStatus::kConfirmed, "mail 88"};
       },
       "external_write_dropped_or_changed"},
      {"authority_consumed",
       Value::object({{"authorityId", "ok-3"}, {"holder", "run-main"}, {"effectId", "fx-proof"}}),
       [](Manifest& m) {
         m.consumed_authorities.push_back({"ok-3", "run-main", "fx-proof"});
       },
       "consumedAuthorities_dropped"},
      {"next_action_set",
       Value::object({{"nextExactAction",
                       Value::object({{"operation", "sheet.open"}, {"target", "sheet 6"}})}}),
       [](Manifest& m) {
         m.next_exact_action = {{}, "sheet.open", "sheet 6", {}};
       },
       "next_action_changed"},
      {"canonical_read",
       Value::object({{"root", "repo"},
                      {"path", "maps/plan.md"},
                      {"sha256", std::string(64, 'e')},
                      {"readAt", "2026-03-05T13:00:00Z"}}),
       [](Manifest& m) {
         m.canonical[0] = {"repo", "maps/plan.md", std::string(64, 'e'), "2026-03-05T13:00:00Z"};
       },
       "canonical_reference_changed"},
      {"list_changed",
       Value::object({{"list", "prohibitions"},
                      {"remove", Value::array({"Leave the legend alone."})},
                      {"sourceEntryId", "u-9"}}),
       [](Manifest& m) { m.prohibitions.pop_back(); }, "prohibitions_invented"},
      {"text_set",
       Value::object(
           {{"field", "rollback"}, {"text", "Restore spring-03."}, {"sourceEntryId", "u-9"}}),
       [](Manifest& m) { m.rollback = "Restore spring-03."; }, "rollback_changed"},
  };
}

Value progress(std::string_view kind, Value fact) {
  fact.set("kind", kind);
  return evidence_of("progress", Value::array({std::move(fact)}));
}

TEST(ProgressEvidence, HasToShowAtALinkAndCountsForNothingAtAPair) {
  const Manifest before = good_manifest_v2();
  for (const ProgressCase& c : progress_cases()) {
    const Value evidence = progress(c.kind, c.fact);
    Manifest after = next_generation(before);
    EXPECT_EQ(codes(judge_with(before, after, evidence, Step::kLink))[0], c.missing) << c.kind;
    c.apply(after);
    EXPECT_EQ(codes(judge_with(before, after, evidence, Step::kLink)), Codes{}) << c.kind;
    Manifest pair = before;
    c.apply(pair);
    EXPECT_FALSE(judge_with(before, pair, evidence).pass) << c.kind;
    const Verdict unused = judge_with(before, before, evidence);
    EXPECT_TRUE(unused.pass) << c.kind;
    EXPECT_EQ(kinds(unused.evidence_unused), "progress") << c.kind;
  }
}

TEST(ProgressEvidence, ThatRepeatsWhatTheRecordHoldsIsInvalid) {
  const Manifest before = good_manifest_v2();
  const Manifest after = next_generation(before);
  const auto judge_fact = [&](std::string_view kind, Value fact) {
    return codes(judge_with(before, after, progress(kind, std::move(fact)), Step::kLink))[0];
  };
  EXPECT_EQ(judge_fact("phase_completed", Value::object({{"phase", "Checked the scale."}})),
            "evidence_invalid");
  EXPECT_EQ(judge_fact("event_appended", Value::object({{"eventId", "u-1"}, {"kind_of", "user"}})),
            "evidence_invalid");
  EXPECT_EQ(judge_fact("authority_consumed", Value::object({{"authorityId", "ok-1"},
                                                            {"holder", "run-main"},
                                                            {"effectId", "fx-proof"}})),
            "evidence_invalid");
  EXPECT_EQ(judge_fact("write_recorded", Value::object({{"operation", "proof.upload"},
                                                        {"effectId", "fx-proof"},
                                                        {"status", "unknown"}})),
            "evidence_invalid")
      << "never confirmed by unknown";
  EXPECT_EQ(judge_fact("list_changed", Value::object({{"list", "prohibitions"},
                                                      {"remove", Value::array({"Not there."})},
                                                      {"sourceEntryId", "u-9"}})),
            "evidence_invalid");
}

// ---- form

TEST(Evidence, ThatIsMalformedIsRefusedWithItsPlace) {
  const Manifest manifest = good_manifest_v2();
  const std::vector<std::pair<Value, std::string>> table = {
      {"ledger", ""},
      {Value::object({{"note", "x"}}), "/note"},
      {evidence_of("receipts", Value::object()), "/receipts"},
      {evidence_of("receipts", Value::array({Value::object({{"effectId", "a"}})})), "/receipts/0"},
      {evidence_of("approvals", Value::array({approval("scope", kA, "d9:sha256:00")})),
       "/approvals/0"},
      {evidence_of("approvals", Value::array({approval("scope", kA, kB), approval("", kA, kB)})),
       "/approvals/1"},
      {evidence_of("masks", mask("objective", {{0, 1}}, "x")), "/masks/0"},
      {evidence_of("masks", mask("/objective", {}, "x")), "/masks/0"},
      {evidence_of("masks", mask("/objective", {{3, 3}}, "x")), "/masks/0"},
      {evidence_of("masks", mask("/objective", {{3, 5}, {4, 6}}, "x")), "/masks/0"},
      {evidence_of("masks", mask("/objective", {{-1, 5}}, "x")), "/masks/0"},
      {evidence_of("sources", Value::array({source("u-1", "user", "12")})), "/sources/0"},
      {evidence_of("used", Value::array({"ok-1", 3})), "/used/1"},
      {progress("phase_completed", Value::object({{"phase", " "}})), "/progress/0"},
      {progress("phase_skipped", Value::object({{"phase", "x"}})), "/progress/0"},
      {progress("text_set",
                Value::object({{"field", "taskId"}, {"text", "x"}, {"sourceEntryId", "u"}})),
       "/progress/0"}};
  for (const auto& [evidence, place] : table) {
    const Verdict verdict = judge_with(manifest, manifest, evidence);
    EXPECT_EQ(codes(verdict), Codes{"evidence_invalid"}) << write_compact_json(evidence);
    EXPECT_EQ(verdict.findings[0].item, place) << write_compact_json(evidence);
  }
}

TEST(Evidence, OfNothingIsNoEvidence) {
  const Manifest manifest = good_manifest_v2();
  EXPECT_TRUE(judge_with(manifest, manifest, Value()).pass);
  EXPECT_TRUE(judge_with(manifest, manifest, Value::object()).pass);
  EXPECT_TRUE(judge_with(manifest, manifest, Value::object({{"ledger", Value()}})).pass);
}

TEST(Evidence, ThatIsNoJsonIsRefused) {
  std::vector<Finding> findings;
  EXPECT_FALSE(read_evidence_json("{\"used\":[],\"used\":[]}", {}, findings));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].code, "evidence_invalid");
}

}  // namespace
}  // namespace holdfast
