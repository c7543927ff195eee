#include "core/evidence_applied.h"

#include <algorithm>
#include <unordered_map>

#include "core/sha256.h"

namespace holdfast {

namespace {

// Past so many masks of one text only each alone and all together are tried.
constexpr std::size_t kMaskSubsetsOfMax = 6;

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
    for (const Directive& directive : before_.directives) {
      const bool known = std::any_of(directives.begin(), directives.end(), [&](const Directive& d) {
        return d.directive_id == directive.directive_id;
      });
      if (!known) {
        finding("ledger_broken", "directives", directive.directive_id, "directive_not_in_ledger");
      }
    }
    applied_.expected.directives = std::move(directives);
    note(true, "ledger", static_cast<std::int64_t>(lines.size()));
  }

  void sources() {
    std::unordered_map<std::string_view, const SourceEntry*> known;
    for (const SourceEntry& source : *evidence_.sources) {
      known.emplace(source.entry_id, &source);
    }
    const auto user_entry = [&](const std::string& id) -> const SourceEntry* {
      const auto found = known.find(id);
      return found != known.end() && found->second->author == "user" ? found->second : nullptr;
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

  DecisionRecord* expected_decision(const std::string& name) {
    for (DecisionRecord& decision : applied_.expected.decisions) {
      if (decision.name == name) {
        return &decision;
      }
    }
    return nullptr;
  }
  const DecisionRecord* after_decision(const std::string& name) const {
    for (const DecisionRecord& decision : after_.decisions) {
      if (decision.name == name) {
        return &decision;
      }
    }
    return nullptr;
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
    std::vector<bool> used(evidence_.approvals.size(), false);
    for (const DecisionRecord& was : before_.decisions) {
      DecisionRecord* expected = expected_decision(was.name);
      const DecisionRecord* is = after_decision(was.name);
      if (expected == nullptr || is == nullptr) {
        continue;
      }
      std::string digest = expected->digest;
      std::vector<std::size_t> path;
      const auto in_path = [&](const std::string& authority_id) {
        return std::any_of(path.begin(), path.end(), [&](std::size_t i) {
          return evidence_.approvals[i].authority_id == authority_id;
        });
      };
      for (std::size_t i = 0; i < evidence_.approvals.size() && digest != is->digest; ++i) {
        const Approval& approval = evidence_.approvals[i];
        const bool fits = approval.name == was.name && approval.from == digest &&
                          !is_spent(approval.authority_id) && !in_path(approval.authority_id) &&
                          (step_ == Step::kOrigin || (path.empty() && approval.to == is->digest));
        if (fits) {
          digest = approval.to;
          path.push_back(i);
        }
      }
      if (digest == is->digest) {
        expected->digest = digest;
        for (const std::size_t i : path) {
          used[i] = true;
          applied_.spent.push_back(evidence_.approvals[i].authority_id);
        }
      }
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      note(used[i], "approvals", evidence_.approvals[i].authority_id);
    }
  }

  void receipts() {
    for (const ReceiptEvidence& receipt : evidence_.receipts) {
      note(apply_receipt(receipt), "receipts", receipt.effect_id);
    }
  }

  bool apply_receipt(const ReceiptEvidence& receipt) {
    const auto shows = std::any_of(
        after_.external_writes.begin(), after_.external_writes.end(),
        [&](const ExternalWrite& write) {
          return write.effect_id == receipt.effect_id && write.status == WriteStatus::kConfirmed &&
                 (after_.version == Version::kV1 || write.receipt == receipt.receipt);
        });
    if (!shows) {
      return false;
    }
    for (ExternalWrite& write : applied_.expected.external_writes) {
      if (write.effect_id == receipt.effect_id && write.status == WriteStatus::kUnknown) {
        write.status = WriteStatus::kConfirmed;
        write.receipt = after_.version == Version::kV1 ? "" : receipt.receipt;
        return true;
      }
    }
    return false;
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
      const std::vector<std::size_t> used = apply_group(masks, group);
      for (const std::size_t at : group) {
        note(std::find(used.begin(), used.end(), at) != used.end(), "masks",
             masks[at].mask.pointer);
      }
    }
  }

  // Which of the masks of one text show in the result; the expected text is changed accordingly.
  std::vector<std::size_t> apply_group(const std::vector<PlacedMask>& masks,
                                       const std::vector<std::size_t>& group) {
    const MaskTarget& target = masks[group.front()].target;
    std::string* text = masked_text(applied_.expected, target);
    if (text == nullptr || shows(target, *text)) {
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
