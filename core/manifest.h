// The typed resume manifest, the currency of the core: what a run must still know after its history
// was compacted. One type holds both versions; `version` says which members count. JSON text stays
// at the edges.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/value.h"

namespace holdfast {

inline constexpr std::string_view kManifestV1 = "resume-manifest/v1";
inline constexpr std::string_view kManifestV2 = "resume-manifest/v2";

enum class Version : std::uint8_t { kV1, kV2 };
std::string_view to_text(Version version);  // the schema's name

struct CanonicalReference {
  std::string root;     // v2: the name of a configured root
  std::string path;     // beneath the root
  std::string sha256;   // 64 lower-case hex digits: the identity
  std::string read_at;  // v1: text, compared as a time only when both sides parse

  bool operator==(const CanonicalReference&) const = default;
};

enum class WriteStatus : std::uint8_t { kConfirmed, kUnknown };
std::string_view to_text(WriteStatus status);

struct ExternalWrite {
  std::string operation;
  std::string effect_id;  // unique in a manifest
  WriteStatus status = WriteStatus::kUnknown;
  std::string receipt{};  // v2: present exactly when confirmed

  bool operator==(const ExternalWrite&) const = default;
};

// v1: one text. v2: one operation by its shape.
struct NextAction {
  std::string text;       // v1
  std::string operation;  // v2
  std::string target;     // v2
  Value arguments;        // v2: an object, or null where there are none

  bool operator==(const NextAction&) const = default;
};

struct ConsumedAuthority {
  std::string authority_id;  // v1: the text itself
  std::string holder{};      // v2
  std::string effect_id{};   // v2: what it was spent on

  bool operator==(const ConsumedAuthority&) const = default;
};

struct Event {
  std::string event_id;
  std::string kind;
  std::string answers{};  // an earlier event's id; empty for none

  bool operator==(const Event&) const = default;
};

struct Obligation {
  std::string obligation_id;
  std::string kind;  // prohibition, scope, completion, method, explain_exception
  std::string text;
  bool fulfilled = false;

  bool operator==(const Obligation&) const = default;
};

enum class DirectiveState : std::uint8_t { kActive, kReplaced, kWithdrawn, kFulfilled };
std::string_view to_text(DirectiveState state);
std::optional<DirectiveState> directive_state_from(std::string_view text);

struct Directive {
  std::string directive_id;
  std::string source_entry_id;
  std::string source_sha256;
  std::string text;
  std::vector<Obligation> obligations;
  DirectiveState state = DirectiveState::kActive;

  bool operator==(const Directive&) const = default;
};

struct DecisionRecord {
  std::string name;
  std::string digest;
  std::string observed_at;
  std::string source;

  bool operator==(const DecisionRecord&) const = default;
};

struct Coverage {
  std::int64_t from_seq = 0;
  std::int64_t to_seq = 0;
  std::int64_t tail_from_seq = 0;

  bool operator==(const Coverage&) const = default;
};

struct LedgerHead {
  std::int64_t seq = 0;
  std::string sha256;

  bool operator==(const LedgerHead&) const = default;
};

struct Lineage {
  std::int64_t generation = 0;
  std::string parent;  // a semantic checksum; empty at generation 0
  std::string source_sha256;
  std::optional<Coverage> coverage;
  std::optional<LedgerHead> ledger_head;

  bool operator==(const Lineage&) const = default;
};

struct Manifest {
  Version version = Version::kV1;
  std::string task_id;
  std::string objective;
  std::vector<CanonicalReference> canonical;  // v1: exactly one
  std::vector<std::string> completed_phases;  // ordered
  std::vector<Event> events;                  // v2; ordered
  NextAction next_exact_action;
  std::vector<ExternalWrite> external_writes;
  std::vector<ConsumedAuthority> consumed_authorities;
  std::vector<Directive> directives;      // v2
  std::vector<DecisionRecord> decisions;  // v2
  std::vector<std::string> prohibitions;
  std::string rollback;
  std::vector<std::string> completion_checks;
  Lineage lineage;  // v2

  bool operator==(const Manifest&) const = default;
};

// A list of texts in a manifest, by its JSON name.
struct TextList {
  std::string_view name;
  std::vector<std::string> Manifest::*member;
  bool ordered;
};
inline constexpr std::array<TextList, 3> kTextLists = {{
    {"completedPhases", &Manifest::completed_phases, true},
    {"prohibitions", &Manifest::prohibitions, false},
    {"completionChecks", &Manifest::completion_checks, false},
}};
const TextList& text_list(std::string_view name);

// The JSON form, members in the order of the published type, `schema` first.
Value to_value(const Manifest& manifest);
// Takes exactly the shape of its version and nothing else; nullopt for anything it cannot hold
// without loss. It judges form only: what is wrong is named by core/rules/.
std::optional<Manifest> manifest_from(const Value& value);

}  // namespace holdfast
