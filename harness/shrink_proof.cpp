#include "harness/shrink_proof.h"

#include <algorithm>
#include <optional>

#include "core/chain.h"
#include "core/compaction.h"
#include "core/json.h"
#include "generators/ledger_for.h"
#include "harness/replay.h"

namespace holdfast {
namespace {

Document read(const CaseDocument& document, Side side) {
  switch (document.form) {
    case SubjectDocument::Form::kNothing:
      return read_document(std::nullopt, side);
    case SubjectDocument::Form::kValue:
      return read_document_value(document.value, side);
    case SubjectDocument::Form::kText:
      return read_document(document.text, side);
  }
  return {};
}

Verdict verdict_of(const Case& c) {
  CheckOptions options;
  options.policy = c.policy;
  options.checksums = false;
  if (c.kind != "chain") {
    options.evidence = c.evidence.is_null() ? nullptr : &c.evidence;
    return check_compaction(read(c.before, Side::kBefore), read(c.after, Side::kAfter), options);
  }
  std::vector<ChainLink> links(c.chain.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const CaseLink& link = c.chain[i];
    links[i].manifest = read(link.manifest, Side::kAfter);
    links[i].evidence = link.evidence.is_null() ? nullptr : &link.evidence;
    if (link.before) {
      links[i].before = read(*link.before, Side::kBefore);
    }
  }
  std::optional<EvidenceLog> log;
  if (c.log) {
    log.emplace();
    for (const Value& evidence : *c.log) {
      log->push_back(evidence.is_null() ? nullptr : &evidence);
    }
  }
  return check_chain(links, log, options);
}

void add_all(const OracleJudgement& judgement, std::set<std::string>& violated) {
  violated.insert(judgement.violated.begin(), judgement.violated.end());
}

bool evidence_fits(const Case& c) {
  const auto manifest =
      c.before.form == SubjectDocument::Form::kValue ? manifest_from(c.before.value) : std::nullopt;
  if (!manifest || manifest->version == Version::kV1) {
    return false;
  }
  // A replaced directive that stands alone has no ledger.
  const bool has_ledger =
      manifest->directives.size() > 1 ||
      std::none_of(manifest->directives.begin(), manifest->directives.end(),
                   [](const Directive& d) { return d.state == DirectiveState::kReplaced; });
  return has_ledger && !Oracle::differs(write_compact_json(c.evidence),
                                        write_compact_json(evidence_for(*manifest)));
}

}  // namespace

OracleJudgement judge_case(const Case& c) {
  std::set<std::string> violated;
  const bool monotone = c.policy == Policy::kMonotone;
  if (c.kind == "chain") {
    for (std::size_t i = 1; i < c.chain.size(); ++i) {
      const CaseDocument& before = c.chain[i].before ? *c.chain[i].before : c.chain[i - 1].manifest;
      add_all(Oracle(before.bytes(), monotone).judge(c.chain[i].manifest.bytes()), violated);
    }
  } else {
    add_all(Oracle(c.before.bytes(), monotone).judge(c.after.bytes()), violated);
    if (!c.evidence.is_null() && !evidence_fits(c)) {
      violated.emplace(Oracle::kEvidence);
    }
  }
  return {{violated.begin(), violated.end()}};
}

std::set<std::string> named_codes(const Case& c) {
  std::set<std::string> codes;
  for (const Finding& finding : verdict_of(c).findings) {
    codes.insert(std::string(finding.code));
  }
  return codes;
}

bool has_valid_start(const Case& c) {
  const CaseDocument& start =
      c.kind == "chain" && !c.chain.empty() ? c.chain.front().manifest : c.before;
  return start.form == SubjectDocument::Form::kValue && read(start, Side::kBefore).findings.empty();
}

Outcome Asker::ask(const Case& c, bool fresh) {
  if (fresh || !subject_ || !subject_->usable()) {
    auto started = factory_.start();
    if (!started) {
      budget_.end();
      return Outcome::kNotAsked;
    }
    subject_ = std::move(*started);
  }
  if (!declares(subject_->description(), c)) {
    return Outcome::kNotAsked;
  }
  budget_.spend();
  Answer answer;
  if (c.kind == "chain") {
    answer = subject_->verify_chain(c);
  } else {
    Question question;
    question.id = "shrink-" + std::to_string(budget_.calls());
    question.policy = to_text(c.policy);
    question.before = c.before.view();
    question.after = c.after.view();
    question.evidence = c.evidence.is_null() ? nullptr : &c.evidence;
    answer = subject_->verify(question);
  }
  return outcome_of(answer, c.expect, subject_->description().has_reason_map);
}

}  // namespace holdfast
