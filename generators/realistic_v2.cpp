// The second version's members around the texts of the first: events that pair up, writes with
// receipts, directives with obligations, decisions and lineage. Ids carry a running number, so they
// are unique by construction.
#include <string>
#include <string_view>
#include <utility>

#include "generators/ledger_for.h"
#include "generators/realistic.h"
#include "generators/text_pool.h"

namespace holdfast {
namespace {

constexpr std::string_view kIdStems[] = {
    "fx-", "run/", "entry:", "記録-", "Büro_", "\xF0\xA0\xAE\xB7-", "a.b.", "ﾒﾓ-", "🚢-", "Z"};
constexpr std::string_view kRoots[] = {"repo", "notes", "作業場"};
constexpr std::string_view kOperations[] = {"sheet.open", "branch.push",  "ticket.comment",
                                            "mail.send",  "job.start",    "edit.apply",
                                            "run",        "shell.command"};
constexpr std::string_view kCommands[] = {"make proofs", "git push origin spring",
                                          "ls -l 'a && b'"};
constexpr std::string_view kEventKinds[] = {"user", "notice", "summary", "recovery"};
constexpr std::string_view kDecisions[] = {"scope", "approval-boundary", "target",
                                           "acceptance-test", "constraint"};
constexpr std::string_view kObligationKinds[] = {"prohibition", "scope", "completion", "method",
                                                 "explain_exception"};

class WriterV2 {
 public:
  WriterV2(Random& random, std::size_t items_max) : random_(random), items_max_(items_max) {}

  Manifest write(Manifest manifest) {
    manifest.version = Version::kV2;
    manifest.task_id = id();
    canonical(manifest);
    events(manifest);
    next_action(manifest);
    writes(manifest);
    authorities(manifest);
    directives(manifest);
    decisions(manifest);
    lineage(manifest);
    return manifest;
  }

 private:
  std::size_t count(std::size_t most) {
    return static_cast<std::size_t>(random_.between(0, most < items_max_ ? most : items_max_));
  }

  std::string id() {
    std::string text(random_.pick(kIdStems));
    return text + std::to_string(++number_);
  }

  std::string digest() {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string digits(64, '0');
    for (std::size_t i = 0; i < digits.size(); i += 16) {
      std::uint64_t bits = random_.next();
      for (std::size_t k = 0; k < 16; ++k, bits >>= 4) {
        digits[i + k] = kHex[bits & 0xF];
      }
    }
    return digits;
  }

  std::string time() {
    const auto two = [&](std::uint64_t low, std::uint64_t high) {
      const std::string digits = std::to_string(random_.between(low, high));
      return digits.size() == 1 ? "0" + digits : digits;
    };
    std::string text = "2026-" + two(1, 12);
    text += "-" + two(1, 28);
    text += "T" + two(0, 23);
    text += ":" + two(0, 59);
    text += ":" + two(0, 59);
    return text + (random_.chance(1, 4) ? ".25Z" : "Z");
  }

  std::string text(TextKind kind) {
    const Language language = random_.chance(1, 3) ? Language::kJapanese : Language::kEnglish;
    return pool_text(kind, language, random_.next());
  }

  void canonical(Manifest& manifest) {
    const std::size_t size = static_cast<std::size_t>(random_.between(1, 3));
    manifest.canonical.clear();
    for (std::size_t i = 0; i < size; ++i) {
      CanonicalReference& reference = manifest.canonical.emplace_back();
      reference.root = random_.pick(kRoots);
      // The number keeps two of one root apart.
      reference.path = std::to_string(++number_) + "/" + text(TextKind::kPath);
      reference.sha256 = digest();
      reference.read_at = time();
    }
  }

  // Calls get their progress and results later, in any order among the others.
  void events(Manifest& manifest) {
    std::vector<std::string> open;
    for (std::size_t i = count(12); i > 0; --i) {
      const std::uint64_t draw = random_.below(6);
      Event event{id(), "call", {}};
      if (draw < 2) {
        open.push_back(event.event_id);
      } else if (draw < 4 && !open.empty()) {
        const auto at = static_cast<std::size_t>(random_.below(open.size()));
        event.answers = open[at];
        event.kind = random_.chance(1, 4) ? "progress" : "result";
        if (event.kind == "result") {
          open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
        }
      } else {
        event.kind = random_.pick(kEventKinds);
      }
      manifest.events.push_back(std::move(event));
    }
  }

  void next_action(Manifest& manifest) {
    NextAction& action = manifest.next_exact_action;
    action.text.clear();
    action.operation = random_.pick(kOperations);
    action.target = text(TextKind::kPath);
    if (random_.chance(2, 3)) {
      action.arguments = Value::object();
      action.arguments.add("line", std::string(random_.pick(kCommands)));
      if (random_.chance(1, 2)) {
        action.arguments.add("hunk", static_cast<std::int64_t>(random_.below(9)));
        action.arguments.add(
            "options", Value::object({{"dry", random_.chance(1, 2)}, {"tags", Value::array()}}));
      }
    }
  }

  void writes(Manifest& manifest) {
    for (ExternalWrite& write : manifest.external_writes) {
      write.operation = random_.pick(kOperations);
      write.effect_id = id();
      write.receipt = write.status == WriteStatus::kConfirmed
                          ? "receipt " + std::to_string(random_.below(1000))
                          : "";
    }
  }

  void authorities(Manifest& manifest) {
    for (ConsumedAuthority& authority : manifest.consumed_authorities) {
      authority.authority_id = id();
      authority.holder = random_.chance(1, 2) ? "run-main" : text(TextKind::kTaskId);
      authority.effect_id = manifest.external_writes.empty()
                                ? id()
                                : random_.pick(manifest.external_writes).effect_id;
    }
  }

  void directives(Manifest& manifest) {
    for (std::size_t i = count(6); i > 0; --i) {
      Directive& directive = manifest.directives.emplace_back();
      directive.directive_id = id();
      directive.source_entry_id = id();
      directive.source_sha256 = digest();
      directive.text = text(TextKind::kProhibition);
      const std::uint64_t state = random_.below(6);
      directive.state = state == 0   ? DirectiveState::kReplaced
                        : state == 1 ? DirectiveState::kWithdrawn
                        : state == 2 ? DirectiveState::kFulfilled
                                     : DirectiveState::kActive;
      const bool all = directive.state == DirectiveState::kFulfilled;
      for (std::uint64_t k = random_.between(1, 3); k > 0; --k) {
        Obligation& obligation = directive.obligations.emplace_back();
        obligation.obligation_id = id();
        obligation.kind = random_.pick(kObligationKinds);
        obligation.text = text(TextKind::kCompletionCheck);
        obligation.fulfilled = all || (k > 1 && random_.chance(1, 4));
      }
    }
    // Somebody has to replace it.
    if (manifest.directives.size() == 1 &&
        manifest.directives[0].state == DirectiveState::kReplaced) {
      manifest.directives[0].state = DirectiveState::kWithdrawn;
    }
  }

  void decisions(Manifest& manifest) {
    for (const std::string_view name : kDecisions) {
      if (random_.chance(1, 2)) {
        const bool keyed = random_.chance(1, 3);
        std::string text = keyed ? "d1:hmac-sha256:key-" : "d1:sha256:";
        if (keyed) {
          text += std::to_string(random_.below(3)) + ":";
        }
        text += digest();
        DecisionRecord& decision = manifest.decisions.emplace_back();
        decision.name = name;
        decision.digest = std::move(text);
        decision.observed_at = time();
        decision.source = "decision-record";
      }
    }
  }

  void lineage(Manifest& manifest) {
    Lineage& lineage = manifest.lineage;
    lineage.generation = static_cast<std::int64_t>(random_.below(5));
    lineage.source_sha256 = digest();
    if (lineage.generation > 0) {
      lineage.parent = "sc2:sha256:" + digest();
      const auto from = static_cast<std::int64_t>(random_.between(1, 900));
      const auto to = from + static_cast<std::int64_t>(random_.below(200));
      lineage.coverage = Coverage{from, to, to + 1};
    }
    if (!manifest.directives.empty() && random_.chance(3, 4)) {
      lineage.ledger_head = head_of_ledger(chained_ledger(ledger_members_for(manifest)));
    }
  }

  Random& random_;
  std::size_t items_max_;
  std::uint64_t number_ = 0;
};

}  // namespace

Manifest random_manifest_v2(Random& random, const ManifestShape& shape) {
  Manifest texts = random_manifest(random, shape);
  return WriterV2(random, shape.list_items_max).write(std::move(texts));
}

}  // namespace holdfast
