#include "core/chain.h"

#include <algorithm>

#include "core/check.h"
#include "core/checksum.h"

namespace holdfast {
namespace {

class ChainJudge {
 public:
  ChainJudge(const std::vector<ChainLink>& links, const CheckOptions& options)
      : links_(links), options_(options) {}

  Verdict judge(const std::optional<EvidenceLog>& log) {
    documents();
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

  // What one round adds to the evidence against the origin. Its masks are placed in the record that
  // they were made for.
  void collect(const Evidence& evidence, const Document& record) {
    if (evidence.ledger) {
      all_.ledger = evidence.ledger;  // each is whole, so the last one holds the others
    }
    all_.progress.insert(all_.progress.end(), evidence.progress.begin(), evidence.progress.end());
    all_.approvals.insert(all_.approvals.end(), evidence.approvals.begin(),
                          evidence.approvals.end());
    all_.receipts.insert(all_.receipts.end(), evidence.receipts.begin(), evidence.receipts.end());
    if (record.manifest) {
      for (PlacedMask& mask : place_masks(evidence.masks, *record.manifest)) {
        masks_.push_back(std::move(mask));
      }
    }
  }

  void link(std::size_t i) {
    std::optional<Evidence> evidence = read(links_[i].evidence, i);
    const Document& record = record_of(i);
    const Document& after = links_[i].manifest;
    if (!evidence) {
      return;
    }
    collect(*evidence, record);
    if (!record.manifest || !after.manifest) {
      return;
    }
    evidence->used.insert(evidence->used.end(), used_.begin(), used_.end());
    const Comparison comparison =
        compare_manifests(*record.manifest, *after.manifest, Step::kLink, *evidence,
                          place_masks(evidence->masks, *record.manifest), options_);
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

  // The runtime's own record takes the place of what the links brought along.
  void recorded(const EvidenceLog& log) {
    all_ = Evidence();
    masks_.clear();
    for (std::size_t i = 1; i < links_.size() && i < log.size(); ++i) {
      if (const auto evidence = read(log[i], std::nullopt)) {
        collect(*evidence, record_of(i));
      }
    }
  }

  void origin() {
    const auto& first = links_[kOrigin].manifest.manifest;
    const auto& last = links_.back().manifest.manifest;
    if (links_.size() < 2 || !first || !last) {
      return;
    }
    add(compare_manifests(*first, *last, Step::kOrigin, all_, masks_, options_).findings,
        std::nullopt);
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
  std::vector<std::string> used_;  // authorities that the links so far have spent
  Evidence all_;
  std::vector<PlacedMask> masks_;
};

}  // namespace

Verdict check_chain(const std::vector<ChainLink>& links, const std::optional<EvidenceLog>& log,
                    const CheckOptions& options) {
  CHECK(!links.empty());
  return ChainJudge(links, options).judge(log);
}

}  // namespace holdfast
