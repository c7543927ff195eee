// Law 5: nothing secret leaves. A canary stands in every text of both documents and of the
// evidence; it may come back in no verdict, whatever is changed. Ids, names, roots, paths and
// operations are no texts: they are what findings are made of.
#include "core/evidence_test.h"

namespace holdfast {
namespace {

const std::string kCanary = "swordfish-7731";

Manifest with_canaries(Version version) {
  Manifest manifest = version == Version::kV1 ? good_manifest() : good_manifest_v2();
  std::size_t number = 0;
  const auto canary = [&] { return kCanary + " " + std::to_string(++number); };
  manifest.objective = canary();
  manifest.rollback = canary();
  for (const TextList& list : kTextLists) {
    for (std::string& text : manifest.*list.member) {
      text = canary();
    }
  }
  if (version == Version::kV1) {
    manifest.task_id = canary();
    manifest.next_exact_action.text = "Open " + canary();
    for (ConsumedAuthority& authority : manifest.consumed_authorities) {
      authority.authority_id = canary();
    }
    return manifest;
  }
  manifest.next_exact_action.target = canary();
  manifest.next_exact_action.arguments =
      Value::object({{"text", canary()}, {"inner", Value::array({canary(), 3})}});
  manifest.external_writes[0].receipt = canary();
  for (ConsumedAuthority& authority : manifest.consumed_authorities) {
    authority.holder = canary();
  }
  for (Directive& directive : manifest.directives) {
    directive.text = canary();
    for (Obligation& obligation : directive.obligations) {
      obligation.text = canary();
    }
  }
  for (DecisionRecord& decision : manifest.decisions) {
    decision.source = canary();
  }
  return manifest;
}

Value evidence_with_canaries(const Manifest& manifest) {
  const std::vector<Value> lines = {issued(manifest.directives[0]), issued(manifest.directives[1]),
                                    fulfilled("d-2", "o-3")};
  Value source = Value::object({{"entryId", "u-1"},
                                {"author", "assistant"},
                                {"sha256", std::string(64, '1')},
                                {"text", kCanary + " entry"}});
  Value mask = Value::object({{"pointer", "/objective"},
                              {"spans", Value::array({Value::array({0, 3})})},
                              {"replacement", kCanary + " mask"}});
  Value progress = Value::object({{"kind", "phase_completed"}, {"phase", kCanary + " phase"}});
  return Value::object(
      {{"ledger", chained(lines)},
       {"progress", Value::array({std::move(progress)})},
       {"sources", Value::array({std::move(source)})},
       {"masks", Value::array({std::move(mask)})},
       {"receipts",
        Value::array({Value::object({{"effectId", "fx-mail"}, {"receipt", kCanary}})})}});
}

void expect_silent(const Verdict& verdict, const std::string& what) {
  const std::string shown = to_text(verdict) + write_compact_json(to_value(verdict));
  EXPECT_EQ(shown.find("swordfish"), std::string::npos) << what << "\n" << shown;
}

void collect_texts(const Value& value, const std::string& pointer,
                   std::vector<std::string>& pointers) {
  if (value.is_string() && value.text().find(kCanary) != std::string::npos) {
    pointers.push_back(pointer);
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    collect_texts(value.items()[i],
                  pointer + "/" + (value.is_object() ? value.names()[i] : std::to_string(i)),
                  pointers);
  }
}

// Each text by itself: changed, blanked, replaced by another type, doubled, and made a name.
TEST(Canary, OfEveryTextStaysInTheDocuments) {
  std::size_t tried = 0;
  for (const Version version : {Version::kV1, Version::kV2}) {
    const Manifest manifest = with_canaries(version);
    const Value before = to_value(manifest);
    const Value evidence = version == Version::kV2 ? evidence_with_canaries(manifest) : Value();
    std::vector<std::string> pointers;
    collect_texts(before, "", pointers);
    ASSERT_GE(pointers.size(), version == Version::kV1 ? 13U : 23U);
    const std::vector<Value> others = {Value(kCanary + " other"),
                                       Value(kCanary + " && " + kCanary),
                                       Value(kCanary + "\n" + kCanary),
                                       Value(" "),
                                       Value(3),
                                       Value::array({kCanary}),
                                       Value::object({{"x", kCanary}})};
    for (const std::string& pointer : pointers) {
      for (const Value& other : others) {
        Value after = before;
        *resolve_pointer(after, pointer) = other;
        CheckOptions options;
        for (const Value* given : {static_cast<const Value*>(nullptr), &evidence}) {
          options.evidence = given;
          const Document record = read_document(write_compact_json(before), Side::kBefore);
          const Document result = read_document(write_compact_json(after), Side::kAfter);
          const Verdict verdict = check_compaction(record, result, options);
          // A decision's source is free as long as there is one.
          EXPECT_TRUE(!verdict.pass || pointer.find("/source") != std::string::npos) << pointer;
          expect_silent(verdict, pointer);
          expect_silent(check_compaction(result, record, options), pointer);
          ++tried;
        }
      }
    }
  }
  std::printf("%zu changes of texts with a canary\n", tried);
}

TEST(Canary, OfEvidenceStaysInTheEvidence) {
  const Manifest manifest = with_canaries(Version::kV2);
  const Value evidence = evidence_with_canaries(manifest);
  for (const Step step : {Step::kPair, Step::kLink, Step::kOrigin}) {
    const Verdict verdict = judge_with(manifest, manifest, evidence, step);
    EXPECT_FALSE(verdict.pass);
    expect_silent(verdict, std::string(to_text(step)));
  }
  std::vector<std::string> pointers;
  collect_texts(evidence, "", pointers);
  ASSERT_GE(pointers.size(), 8U);
  for (const std::string& pointer : pointers) {
    for (const Value& other : {Value(" "), Value(kCanary), Value(3), Value::array({kCanary}),
                               Value::object({{"x", kCanary}})}) {
      Value broken = evidence;
      *resolve_pointer(broken, pointer) = other;
      expect_silent(judge_with(manifest, manifest, broken, Step::kLink), pointer);
    }
  }
  std::vector<Finding> findings;
  EXPECT_FALSE(read_evidence_json("{\"masks\": \"" + kCanary, {}, findings));
  for (const Finding& finding : findings) {
    EXPECT_EQ(write_compact_json(to_value(finding)).find("swordfish"), std::string::npos);
  }
}

TEST(Canary, OfAChainStaysThere) {
  Manifest origin = with_canaries(Version::kV2);
  origin.lineage = origin_manifest().lineage;
  Manifest next = next_generation(origin);
  next.directives[0].text = kCanary + " reworded";
  next.completed_phases.pop_back();
  const Value evidence = evidence_with_canaries(origin);
  std::vector<ChainLink> links(2);
  links[0].manifest = read_after(origin);
  links[1].manifest = read_after(next);
  links[1].evidence = &evidence;
  const Verdict verdict = check_chain(links);
  EXPECT_FALSE(verdict.pass);
  expect_silent(verdict, "chain");
}

}  // namespace
}  // namespace holdfast
