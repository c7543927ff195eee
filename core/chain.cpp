#include "core/chain.h"

#include <algorithm>

#include "core/check.h"
#include "core/checksum.h"

namespace holdfast {
namespace {

Finding origin_finding(std::string_view code, std::string_view field, std::string item,
                       std::string_view reason) {
  return {.code = std::string(code),
          .side = Side::kBefore,
          .link = std::nullopt,
          .field = std::string(field),
          .item = std::move(item),
          .detail = Value::object({{"reason", reason}})};
}

// What the origin has become by the evidence of each round, in order. Facts are applied;
// permissions where they show in the manifest of their round; what the policy lets grow grows
// there. A text is masked once: a second mask over a masked one is what adds up.
class OriginFold {
 public:
  OriginFold(const Manifest& origin, const CheckOptions& options)
      : expected_(origin), options_(options) {}

  // `record` is what the round's masks point into.
  void take(Evidence evidence, const Manifest& record, const Manifest& after,
            std::vector<Finding>& findings) {
    evidence.sources.reset();  // judged at their own link
    evidence.used.insert(evidence.used.end(), spent_.begin(), spent_.end());
    std::vector<PlacedMask> placed = earlier_;
    const std::size_t earlier = placed.size();
    for (PlacedMask& mask : place_masks(evidence.masks, record)) {
      if (!is_masked(mask)) {
        placed.push_back(std::move(mask));
      }
    }
    Applied applied = apply_evidence(expected_, evidence, placed, Step::kLink, after, findings);
    for (const std::size_t at : applied.masks_used) {
      if (at >= earlier) {
        earlier_.push_back(placed[at]);
      }
    }
    spent_.insert(spent_.end(), applied.spent.begin(), applied.spent.end());
    if (evidence.ledger && after.version == Version::kV2 &&
        applied.ledger_head != after.lineage.ledger_head) {
      findings.push_back(origin_finding("ledger_broken", "lineage", "/lineage/ledgerHead",
                                        "another_ledger_than_the_manifest_knows"));
    }
    expected_ = grown(applied.expected, after, options_.policy);
    expected_.lineage.ledger_head = after.lineage.ledger_head;
  }

  const Manifest& expected() const { return expected_; }

 private:
  // Whether the mask lies over a text that an earlier round masked already.
  bool is_masked(const PlacedMask& mask) const {
    return std::any_of(earlier_.begin(), earlier_.end(), [&](const PlacedMask& other) {
      if (mask.target.kind != other.target.kind ||
          mask.target.directive_id != other.target.directive_id ||
          mask.target.obligation_id != other.target.obligation_id) {
        return false;
      }
      const auto masked = mask_text(other.target.covered, {&other.mask});
      return mask.target.covered.empty() || (masked && *masked == mask.target.covered);
    });
  }

  Manifest expected_;
  const CheckOptions& options_;
  std::vector<PlacedMask> earlier_;  // those that were used
  std::vector<std::string> spent_;
};

class ChainJudge {
 public:
  ChainJudge(const std::vector<ChainLink>& links, const CheckOptions& options)
      : links_(links), options_(options), evidence_(links.size()) {}

  Verdict judge(const std::optional<EvidenceLog>& log) {
    documents();
    for (std::size_t i = 0; i < links_.size(); ++i) {
      evidence_[i] = read(links_[i].evidence, i);
    }
    for (std::size_t i = 1; i < links_.size(); ++i) {
      link(i);
    }
    if (log) {
      recorded(*log);
    }
    origin();
    finish();
    return std::move(verdict_);
  }

 private:
  static constexpr std::size_t kOrigin = 0;

  void add(const std::vector<Finding>& findings, std::optional<std::size_t> link) {
    for (Finding finding : findings) {
      finding.link = link;
      verdict_.findings.push_back(std::move(finding));
    }
  }

  void documents() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      add(links_[i].manifest.findings, i);
      if (links_[i].before) {
        add(links_[i].before->findings, i);
      }
    }
  }

  const Document& record_of(std::size_t i) const {
    return links_[i].before ? *links_[i].before : links_[i - 1].manifest;
  }

  Version version() const {
    const auto& origin = links_[kOrigin].manifest.manifest;
    return origin ? origin->version : Version::kV2;
  }

  // nullopt where it is malformed, which is reported.
  std::optional<Evidence> read(const Value* value, std::optional<std::size_t> link) {
    if (value == nullptr) {
      return Evidence();
    }
    std::vector<Finding> faults;
    Evidence evidence = read_evidence(*value, version(), faults);
    add(faults, link);
    return faults.empty() ? std::optional(std::move(evidence)) : std::nullopt;
  }

  void link(std::size_t i) {
    const Document& record = record_of(i);
    const Document& after = links_[i].manifest;
    if (!evidence_[i] || !record.manifest || !after.manifest) {
      return;
    }
    Evidence evidence = *evidence_[i];
    evidence.used.insert(evidence.used.end(), used_.begin(), used_.end());
    const Comparison comparison =
        compare_manifests(*record.manifest, *after.manifest, Step::kLink, evidence,
                          place_masks(evidence.masks, *record.manifest), options_);
    add(comparison.findings, i);
    note(comparison.applied.evidence_used, i, verdict_.evidence_used);
    note(comparison.applied.evidence_unused, i, verdict_.evidence_unused);
    used_.insert(used_.end(), comparison.applied.spent.begin(), comparison.applied.spent.end());
  }

  static void note(const std::vector<Value>& items, std::size_t link, std::vector<Value>& out) {
    for (Value item : items) {
      item.add("link", static_cast<std::int64_t>(link));
      out.push_back(std::move(item));
    }
  }

  // The runtime's own record takes the place of what the links brought along. What it holds beyond
  // the chain belongs to rounds whose manifests are not there, and has to show all the same.
  void recorded(const EvidenceLog& log) {
    evidence_.assign(std::max(links_.size(), log.size()), Evidence());
    for (std::size_t i = 0; i < log.size(); ++i) {
      evidence_[i] = read(log[i], std::nullopt);
    }
  }

  void origin() {
    for (const ChainLink& link : links_) {
      if (!link.manifest.manifest || (link.before && !link.before->manifest)) {
        return;
      }
    }
    const bool readable = std::all_of(evidence_.begin(), evidence_.end(),
                                      [](const auto& evidence) { return evidence.has_value(); });
    const Manifest& first = *links_[kOrigin].manifest.manifest;
    const Manifest& last = *links_.back().manifest.manifest;
    if (!readable || first.version != last.version) {
      if (first.version != last.version) {
        add(compare_manifests(first, last, Step::kOrigin, Evidence(), {}, options_).findings,
            std::nullopt);
      }
      return;
    }
    std::vector<Finding> findings;
    OriginFold fold(first, options_);
    for (std::size_t i = 0; i < evidence_.size(); ++i) {
      const bool there = i < links_.size();
      fold.take(*evidence_[i], there && i > 0 ? *record_of(i).manifest : last,
                there ? *links_[i].manifest.manifest : last, findings);
      spliced(i, findings);
    }
    add(findings, std::nullopt);
    add(compare_manifests(fold.expected(), last, Step::kOrigin, Evidence(), {}, options_).findings,
        std::nullopt);
  }

  // A link that was judged against another record than the manifest before it says nothing about
  // that one.
  void spliced(std::size_t i, std::vector<Finding>& findings) const {
    if (i == 0 || i >= links_.size() || !links_[i].before) {
      return;
    }
    const Manifest& before = *links_[i].before->manifest;
    const Manifest& previous = *links_[i - 1].manifest.manifest;
    if (!same_meaning(before, previous) || !(before.lineage == previous.lineage)) {
      findings.push_back(origin_finding("lineage_parent_mismatch", "lineage",
                                        "/chain/" + std::to_string(i) + "/before",
                                        "not_the_manifest_before_it"));
    }
  }

  void finish() {
    const Document& first = links_[kOrigin].manifest;
    const Document& last = links_.back().manifest;
    verdict_.before_sha256 = first.sha256;
    verdict_.after_sha256 = last.sha256;
    if (options_.checksums && first.manifest && last.manifest) {
      verdict_.before_checksum = semantic_checksum(*first.manifest);
      verdict_.after_checksum = semantic_checksum(*last.manifest);
    }
    std::sort(verdict_.findings.begin(), verdict_.findings.end());
    verdict_.pass = verdict_.findings.empty();
  }

  const std::vector<ChainLink>& links_;
  const CheckOptions& options_;
  Verdict verdict_;
  std::vector<std::optional<Evidence>> evidence_;  // by link; the log's once the links are judged
  std::vector<std::string> used_;                  // authorities that the links so far have spent
};

}  // namespace

Verdict check_chain(const std::vector<ChainLink>& links, const std::optional<EvidenceLog>& log,
                    const CheckOptions& options) {
  CHECK(!links.empty());
  return ChainJudge(links, options).judge(log);
}

}  // namespace holdfast
