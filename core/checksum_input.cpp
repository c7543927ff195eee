#include "core/checksum_input.h"

#include <algorithm>
#include <vector>

#include "core/check.h"
#include "core/json_buffer.h"
#include "core/unicode.h"
#include "core/utf16_order.h"

namespace holdfast {
namespace {

// What a thread keeps from checksum to checksum.
struct Scratch {
  JsonBuffer out;
  Utf16Order order;
  Utf16Order inner_order;  // of a list within an item of a list
};

// Writes the bytes that are hashed straight from the typed manifest. The order of the members
// stands in the code: that of the published type for sc1, that of RFC 8785 for sc2.
class InputWriter {
 public:
  InputWriter(const Manifest& manifest, Scratch& scratch)
      : manifest_(manifest), out_(scratch.out), scratch_(scratch) {
    out_.clear();
  }

  void write(Normalisation normalisation) {
    if (normalisation == Normalisation::kSc1) {
      CHECK(manifest_.version == Version::kV1);
      sc1();
    } else {
      sc2();
    }
  }

 private:
  bool v1() const { return manifest_.version == Version::kV1; }

  // The members of the published type, in its order; `schema` is none of them.
  void sc1() {
    const CanonicalReference& reference = only_reference();
    out_.literal("{\"taskId\":");
    out_.string(manifest_.task_id);
    out_.literal(",\"objective\":");
    out_.string(manifest_.objective);
    out_.literal(",\"canonical\":{\"path\":");
    out_.string(reference.path);
    out_.literal(",\"sha256\":");
    out_.string(reference.sha256);
    out_.literal(",\"readAt\":");
    out_.string(reference.read_at);
    out_.literal("},\"completedPhases\":");
    sorted_texts(manifest_.completed_phases);
    out_.literal(",\"nextExactAction\":");
    out_.string(manifest_.next_exact_action.text);
    out_.literal(",\"externalWrites\":");
    sorted(manifest_.external_writes, &ExternalWrite::effect_id, [&](const ExternalWrite& write) {
      out_.literal("{\"operation\":");
      out_.string(write.operation);
      out_.literal(",\"effectId\":");
      out_.string(write.effect_id);
      status(write);
      receipt(write);
      out_.byte('}');
    });
    out_.literal(",\"consumedAuthorities\":");
    authorities();
    out_.literal(",\"prohibitions\":");
    sorted_texts(manifest_.prohibitions);
    out_.literal(",\"rollback\":");
    out_.string(manifest_.rollback);
    out_.literal(",\"completionChecks\":");
    sorted_texts(manifest_.completion_checks);
    out_.byte('}');
  }

  // Left out: readAt, observedAt, a decision's source, lineage.
  void sc2() {
    out_.literal("holdfast sc2\n{\"canonical\":");
    references();
    out_.literal(",\"completedPhases\":");
    in_place(manifest_.completed_phases, [&](const std::string& text) { out_.string(text); });
    out_.literal(",\"completionChecks\":");
    sorted_texts(manifest_.completion_checks);
    out_.literal(",\"consumedAuthorities\":");
    authorities();
    if (!v1()) {
      decisions_directives_events();
    }
    out_.literal(",\"externalWrites\":");
    sorted(manifest_.external_writes, &ExternalWrite::effect_id, [&](const ExternalWrite& write) {
      out_.literal("{\"effectId\":");
      out_.string(write.effect_id);
      out_.literal(",\"operation\":");
      out_.string(write.operation);
      receipt(write);
      status(write);
      out_.byte('}');
    });
    out_.literal(",\"nextExactAction\":");
    action();
    out_.literal(",\"objective\":");
    out_.string(manifest_.objective);
    out_.literal(",\"prohibitions\":");
    sorted_texts(manifest_.prohibitions);
    out_.literal(",\"rollback\":");
    out_.string(manifest_.rollback);
    out_.literal(",\"schema\":");
    out_.string(v1() ? kManifestV1 : kManifestV2);
    out_.literal(",\"taskId\":");
    out_.string(manifest_.task_id);
    out_.byte('}');
  }

  void status(const ExternalWrite& write) {
    out_.literal(",\"status\":");
    out_.string(to_text(write.status));
  }

  void receipt(const ExternalWrite& write) {
    if (!write.receipt.empty()) {
      out_.literal(",\"receipt\":");
      out_.string(write.receipt);
    }
  }

  const CanonicalReference& only_reference() const {
    CHECK(manifest_.canonical.size() == 1);
    return manifest_.canonical.front();
  }

  void references() {
    if (v1()) {
      out_.literal("{\"path\":");
      identity(only_reference());
      return;
    }
    std::vector<const CanonicalReference*> references;
    for (const CanonicalReference& reference : manifest_.canonical) {
      references.push_back(&reference);
    }
    std::stable_sort(references.begin(), references.end(),
                     [](const CanonicalReference* a, const CanonicalReference* b) {
                       const auto by_root = compare_utf16(a->root, b->root);
                       return by_root != 0 ? by_root < 0 : less_utf16(a->path, b->path);
                     });
    in_place(references, [&](const CanonicalReference* reference) {
      out_.literal("{\"path\":");
      out_.string(reference->path);
      out_.literal(",\"root\":");
      out_.string(reference->root);
      out_.literal(",\"sha256\":");
      out_.string(reference->sha256);
      out_.byte('}');
    });
  }

  void identity(const CanonicalReference& reference) {
    out_.string(reference.path);
    out_.literal(",\"sha256\":");
    out_.string(reference.sha256);
    out_.byte('}');
  }

  void authorities() {
    sorted(manifest_.consumed_authorities, &ConsumedAuthority::authority_id,
           [&](const ConsumedAuthority& authority) {
             if (v1()) {
               out_.string(authority.authority_id);
               return;
             }
             out_.literal("{\"authorityId\":");
             out_.string(authority.authority_id);
             out_.literal(",\"effectId\":");
             out_.string(authority.effect_id);
             out_.literal(",\"holder\":");
             out_.string(authority.holder);
             out_.byte('}');
           });
  }

  void decisions_directives_events() {
    out_.literal(",\"decisions\":");
    sorted(
        manifest_.decisions, &DecisionRecord::name,
        [&](const DecisionRecord& decision) {
          out_.string(decision.name);
          out_.literal(":{\"digest\":");
          out_.string(decision.digest);
          out_.byte('}');
        },
        '{', '}');
    out_.literal(",\"directives\":");
    sorted(manifest_.directives, &Directive::directive_id,
           [&](const Directive& written) { directive(written); });
    out_.literal(",\"events\":");
    in_place(manifest_.events, [&](const Event& event) {
      out_.byte('{');
      if (!event.answers.empty()) {
        out_.literal("\"answers\":");
        out_.string(event.answers);
        out_.byte(',');
      }
      out_.literal("\"eventId\":");
      out_.string(event.event_id);
      out_.literal(",\"kind\":");
      out_.string(event.kind);
      out_.byte('}');
    });
  }

  void directive(const Directive& directive) {
    out_.literal("{\"directiveId\":");
    out_.string(directive.directive_id);
    out_.literal(",\"obligations\":");
    sorted_by(scratch_.inner_order, directive.obligations, &Obligation::obligation_id,
              [&](const Obligation& obligation) {
                out_.literal("{\"kind\":");
                out_.string(obligation.kind);
                out_.literal(",\"obligationId\":");
                out_.string(obligation.obligation_id);
                out_.literal(",\"state\":");
                out_.string(obligation.fulfilled ? "fulfilled" : "open");
                out_.literal(",\"text\":");
                out_.string(obligation.text);
                out_.byte('}');
              });
    out_.literal(",\"sourceEntryId\":");
    out_.string(directive.source_entry_id);
    out_.literal(",\"sourceSha256\":");
    out_.string(directive.source_sha256);
    out_.literal(",\"state\":");
    out_.string(to_text(directive.state));
    out_.literal(",\"text\":");
    out_.string(directive.text);
    out_.byte('}');
  }

  void action() {
    const NextAction& action = manifest_.next_exact_action;
    if (v1()) {
      out_.string(action.text);
      return;
    }
    out_.byte('{');
    if (!action.arguments.is_null()) {
      out_.literal("\"arguments\":");
      append_canonical_json(out_, action.arguments);
      out_.byte(',');
    }
    out_.literal("\"operation\":");
    out_.string(action.operation);
    out_.literal(",\"target\":");
    out_.string(action.target);
    out_.byte('}');
  }

  void sorted_texts(const std::vector<std::string>& texts) {
    scratch_.order.clear();
    for (const std::string& text : texts) {
      scratch_.order.add(text);
    }
    in_order(scratch_.order.sort(), '[', ']',
             [&](std::uint32_t index) { out_.string(texts[index]); });
  }

  template <typename Item, typename Write>
  void sorted(const std::vector<Item>& items, std::string Item::*id, Write write, char open = '[',
              char close = ']') {
    sorted_by(scratch_.order, items, id, write, open, close);
  }
  template <typename Item, typename Write>
  void sorted_by(Utf16Order& order, const std::vector<Item>& items, std::string Item::*id,
                 Write write, char open = '[', char close = ']') {
    order.clear();
    for (const Item& item : items) {
      order.add(item.*id);
    }
    in_order(order.sort(), open, close, [&](std::uint32_t index) { write(items[index]); });
  }

  template <typename Item, typename Write>
  void in_place(const std::vector<Item>& items, Write write) {
    in_order(items, '[', ']', write);
  }

  template <typename Items, typename Write>
  void in_order(const Items& items, char open, char close, Write write) {
    out_.byte(open);
    bool first = true;
    for (const auto& item : items) {
      if (!first) {
        out_.byte(',');
      }
      first = false;
      write(item);
    }
    out_.byte(close);
  }

  const Manifest& manifest_;
  JsonBuffer& out_;
  Scratch& scratch_;
};

}  // namespace

std::string_view checksum_bytes(const Manifest& manifest, Normalisation normalisation) {
  thread_local Scratch scratch;
  InputWriter(manifest, scratch).write(normalisation);
  return scratch.out.view();
}

}  // namespace holdfast
