#include "core/evidence_applied.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/sha256.h"

namespace holdfast {

namespace {

// Past so many masks of one text only each alone and all together are tried.
constexpr std::size_t kMaskSubsetsOfMax = 12;

class Applier {
 public:
  Applier(const Manifest& before, const Evidence& evidence, Step step, const Manifest& after,
          std::vector<Finding>& findings)
      : before_(before), evidence_(evidence), step_(step), after_(after), findings_(findings) {
    applied_.expected = before;
  }

  Applied run(const std::vector<PlacedMask>& masks) {
    facts();
    approvals();
    receipts();
    apply_masks(masks);
    return std::move(applied_);
  }

 private:
  void finding(std::string_view code, std::string_view field, std::string item,
               std::string_view reason) {
    findings_.push_back({.code = std::string(code),
                         .side = Side::kBefore,
                         .link = std::nullopt,
                         .field = std::string(field),
                         .item = std::move(item),
                         .detail = Value::object({{"reason", reason}})});
  }

  void note(bool used, std::string_view kind, Value item) {
    (used ? applied_.evidence_used : applied_.evidence_unused)
        .push_back(Value::object({{"kind", kind}, {"item", std::move(item)}}));
  }

  void facts() {
    if (!evidence_.progress.empty()) {
      const bool counts = step_ != Step::kPair;
      if (counts) {
        apply_progress(applied_.expected, evidence_.progress, findings_);
      }
      note(counts, "progress", static_cast<std::int64_t>(evidence_.progress.size()));
    }
    if (evidence_.ledger) {
      ledger();
    }
    if (evidence_.sources && step_ != Step::kOrigin) {
      sources();
    }
  }

  void ledger() {
    const std::vector<LedgerLine>& lines = *evidence_.ledger;
    if (before_.version == Version::kV1) {  // which has no directives
      note(false, "ledger", static_cast<std::int64_t>(lines.size()));
      return;
    }
    if (!lines.empty()) {
      applied_.ledger_head = LedgerHead{lines.back().seq, lines.back().sha256};
    }
    // What the record saw of the ledger must still be in it: lines cut off the end show here.
    if (const auto& head = before_.lineage.ledger_head) {
      if (head->seq > static_cast<std::int64_t>(lines.size()) ||
          lines[static_cast<std::size_t>(head->seq - 1)].sha256 != head->sha256) {
        finding("ledger_broken", "lineage", "/lineage/ledgerHead", "head_not_in_ledger");
      }
    }
    std::vector<Directive> directives = ledger_directives(lines);
    std::unordered_set<std::string_view> known;
    for (const Directive& directive : directives) {
      known.insert(directive.directive_id);
    }
    for (const Directive& directive : before_.directives) {
      if (known.count(directive.directive_id) == 0) {
        finding("ledger_broken", "directives", directive.directive_id, "directive_not_in_ledger");
      }
    }
    applied_.expected.directives = std::move(directives);
    note(true, "ledger", static_cast<std::int64_t>(lines.size()));
  }

  void sources() {
    std::unordered_map<std::string_view, const SourceEntry*> known;
    for (const SourceEntry& source : *evidence_.sources) {
      const auto [place, fresh] = known.emplace(source.entry_id, &source);
      // Two accounts of one entry that differ say nothing.
      const bool same =
          fresh || (place->second != nullptr && place->second->author == source.author &&
                    place->second->sha256 == source.sha256);
      const bool whole = !source.text || sha256_hex(*source.text) == source.sha256;
      if (!same || !whole) {
        place->second = nullptr;
      }
    }
    const auto user_entry = [&](const std::string& id) -> const SourceEntry* {
      const auto found = known.find(id);
      const SourceEntry* entry = found == known.end() ? nullptr : found->second;
      return entry != nullptr && entry->author == "user" ? entry : nullptr;
    };
    for (const Directive& directive : applied_.expected.directives) {
      const SourceEntry* source = user_entry(directive.source_entry_id);
      if (source == nullptr || source->sha256 != directive.source_sha256) {
        finding("directive_source_unknown", "directives", directive.directive_id, "source");
      }
    }
    if (evidence_.ledger) {
      for (const LedgerLine& line : *evidence_.ledger) {
        line_source(line, user_entry(line.source_entry_id));
      }
    }
    for (std::size_t i = 0; i < evidence_.progress.size() && step_ == Step::kLink; ++i) {
      const std::string& id = evidence_.progress[i].source_entry_id;
      if (!id.empty() && user_entry(id) == nullptr) {
        finding("evidence_invalid", "evidence", "/progress/" + std::to_string(i), "source");
      }
    }
    note(true, "sources", static_cast<std::int64_t>(evidence_.sources->size()));
  }

  void line_source(const LedgerLine& line, const SourceEntry* source) {
    if (line.kind == LedgerKind::kReplaced || line.kind == LedgerKind::kWithdrawn) {
      if (source == nullptr) {
        finding("directive_source_unknown", "directives", line.directive_id,
                "not_caused_by_a_user");
      }
    } else if (line.kind == LedgerKind::kIssued && source != nullptr && source->text) {
      const auto size = static_cast<std::int64_t>(source->text->size());
      const bool within = line.span.second <= size &&
                          source->text->compare(static_cast<std::size_t>(line.span.first),
                                                line.text.size(), line.text) == 0;
      if (!within || sha256_hex(*source->text) != source->sha256) {
        finding("directive_source_unknown", "directives", line.directive_id, "span");
      }
    }
  }

  bool is_spent(const std::string& authority_id) const {
    const auto holds = [&](const std::vector<std::string>& ids) {
      return std::find(ids.begin(), ids.end(), authority_id) != ids.end();
    };
    return holds(evidence_.used) || holds(applied_.spent) ||
           std::any_of(before_.consumed_authorities.begin(), before_.consumed_authorities.end(),
                       [&](const ConsumedAuthority& authority) {
                         return authority.authority_id == authority_id;
                       });
  }

  // One transition of one decision, one a decision and link. At the origin the transitions of all
  // links follow one another, as far as the result shows.
  void approvals() {
    if (evidence_.approvals.empty()) {
      return;
    }
    std::vector<bool> used(evidence_.approvals.size(), false);
    std::unordered_map<std::string_view, std::vector<std::size_t>> of_name;
    for (std::size_t i = 0; i < evidence_.approvals.size(); ++i) {
      of_name[evidence_.approvals[i].name].push_back(i);
    }
    std::unordered_map<std::string_view, std::string_view> result;
    for (const DecisionRecord& decision : after_.decisions) {
      result.emplace(decision.name, decision.digest);
    }
    for (DecisionRecord& expected : applied_.expected.decisions) {
      const auto is = result.find(expected.name);
      const auto candidates = of_name.find(expected.name);
      if (is == result.end() || candidates == of_name.end()) {
        continue;
      }
      std::string_view digest = expected.digest;
      std::vector<std::size_t> path;
      for (const std::size_t i : candidates->second) {
        const Approval& approval = evidence_.approvals[i];
        if (digest != is->second && approval.from == digest && !is_spent(approval.authority_id) &&
            !in_path(path, approval.authority_id) &&
            (step_ == Step::kOrigin || (path.empty() && approval.to == is->second))) {
          digest = approval.to;
          path.push_back(i);
        }
      }
      if (digest == is->second) {
        for (const std::size_t i : path) {
          used[i] = true;
          applied_.spent.push_back(evidence_.approvals[i].authority_id);
        }
        expected.digest = is->second;
      }
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      note(used[i], "approvals", evidence_.approvals[i].authority_id);
    }
  }

  bool in_path(const std::vector<std::size_t>& path, const std::string& authority_id) const {
    return std::any_of(path.begin(), path.end(), [&](std::size_t i) {
      return evidence_.approvals[i].authority_id == authority_id;
    });
  }

  void receipts() {
    if (evidence_.receipts.empty()) {
      return;
    }
    std::unordered_map<std::string_view, ExternalWrite*> expected;
    for (ExternalWrite& write : applied_.expected.external_writes) {
      expected.emplace(write.effect_id, &write);
    }
    std::unordered_map<std::string_view, const ExternalWrite*> result;
    for (const ExternalWrite& write : after_.external_writes) {
      result.emplace(write.effect_id, &write);
    }
    for (const ReceiptEvidence& receipt : evidence_.receipts) {
      const auto was = expected.find(receipt.effect_id);
      const auto is = result.find(receipt.effect_id);
      const bool used = was != expected.end() && is != result.end() &&
                        was->second->status == WriteStatus::kUnknown &&
                        is->second->status == WriteStatus::kConfirmed &&
                        (after_.version == Version::kV1 || is->second->receipt == receipt.receipt);
      if (used) {
        was->second->status = WriteStatus::kConfirmed;
        was->second->receipt = after_.version == Version::kV1 ? "" : receipt.receipt;
      }
      note(used, "receipts", receipt.effect_id);
    }
  }

  void apply_masks(const std::vector<PlacedMask>& masks) {
    std::vector<bool> done(masks.size(), false);
    for (std::size_t i = 0; i < masks.size(); ++i) {
      if (done[i]) {
        continue;
      }
      std::vector<std::size_t> group;
      for (std::size_t other = i; other < masks.size(); ++other) {
        if (masks[other].target == masks[i].target) {
          group.push_back(other);
          done[other] = true;
        }
      }
      const std::vector<std::size_t> used = apply_group(masks, distinct(masks, group));
      applied_.masks_used.insert(applied_.masks_used.end(), used.begin(), used.end());
      for (const std::size_t at : group) {
        note(std::find(used.begin(), used.end(), at) != used.end(), "masks",
             masks[at].mask.pointer);
      }
    }
  }

  // A mask that is sent again is one.
  static std::vector<std::size_t> distinct(const std::vector<PlacedMask>& masks,
                                           const std::vector<std::size_t>& group) {
    std::vector<std::size_t> found;
    for (const std::size_t at : group) {
      const bool again = std::any_of(found.begin(), found.end(), [&](std::size_t other) {
        return masks[other].mask.spans == masks[at].mask.spans &&
               masks[other].mask.replacement == masks[at].mask.replacement;
      });
      if (!again) {
        found.push_back(at);
      }
    }
    return found;
  }

  // Which of the masks of one text show in the result; the expected text is changed accordingly.
  std::vector<std::size_t> apply_group(const std::vector<PlacedMask>& masks,
                                       const std::vector<std::size_t>& group) {
    const MaskTarget& target = masks[group.front()].target;
    std::string* text = masked_text(applied_.expected, target);
    // A text that was set since is not the one that the mask was made for.
    const bool other_text = !target.covered.empty() && text != nullptr && *text != target.covered;
    if (text == nullptr || other_text || shows(target, *text)) {
      return {};
    }
    for (const std::vector<std::size_t>& subset : subsets(group)) {
      std::vector<const Mask*> chosen;
      for (const std::size_t at : subset) {
        chosen.push_back(&masks[at].mask);
      }
      const auto masked = mask_text(*text, chosen);
      if (masked && shows(target, *masked)) {
        *text = *masked;
        return subset;
      }
    }
    return {};
  }

  bool shows(MaskTarget target, const std::string& text) const {
    target.covered = text;
    const std::string* found = masked_text(const_cast<Manifest&>(after_), target);
    return found != nullptr && *found == text;
  }

  static std::vector<std::vector<std::size_t>> subsets(const std::vector<std::size_t>& group) {
    std::vector<std::vector<std::size_t>> all;
    if (group.size() > kMaskSubsetsOfMax) {
      for (const std::size_t one : group) {
        all.push_back({one});
      }
      all.push_back(group);
      return all;
    }
    for (std::size_t bits = 1; bits < (std::size_t{1} << group.size()); ++bits) {
      std::vector<std::size_t>& subset = all.emplace_back();
      for (std::size_t i = 0; i < group.size(); ++i) {
        if ((bits >> i & 1U) != 0) {
          subset.push_back(group[i]);
        }
      }
    }
    return all;
  }

  const Manifest& before_;
  const Evidence& evidence_;
  Step step_;
  const Manifest& after_;
  std::vector<Finding>& findings_;
  Applied applied_;
};

}  // namespace

Applied apply_evidence(const Manifest& before, const Evidence& evidence,
                       const std::vector<PlacedMask>& masks, Step step, const Manifest& after,
                       std::vector<Finding>& findings) {
  return Applier(before, evidence, step, after, findings).run(masks);
}

}  // namespace holdfast
