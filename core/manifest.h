// The typed resume manifest, the currency of the core: what a run must still know after its history
// was compacted. JSON text stays at the edges.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/value.h"

namespace holdfast {

inline constexpr std::string_view kManifestV1 = "resume-manifest/v1";

struct CanonicalReference {
  std::string path;     // beneath a configured root
  std::string sha256;   // 64 lower-case hex digits: the identity
  std::string read_at;  // text; compared as a time only when both sides parse

  bool operator==(const CanonicalReference&) const = default;
};

enum class WriteStatus { kConfirmed, kUnknown };
std::string_view to_text(WriteStatus status);

struct ExternalWrite {
  std::string operation;
  std::string effect_id;  // unique in a manifest
  WriteStatus status = WriteStatus::kUnknown;

  bool operator==(const ExternalWrite&) const = default;
};

struct Manifest {
  std::string task_id;
  std::string objective;
  CanonicalReference canonical;
  std::vector<std::string> completed_phases;  // ordered
  std::string next_exact_action;
  std::vector<ExternalWrite> external_writes;
  std::vector<std::string> consumed_authorities;
  std::vector<std::string> prohibitions;
  std::string rollback;
  std::vector<std::string> completion_checks;

  bool operator==(const Manifest&) const = default;
};

// A list of texts in a manifest, by its JSON name.
struct TextList {
  std::string_view name;
  std::vector<std::string> Manifest::*member;
  bool ordered;
};
inline constexpr std::array<TextList, 4> kTextLists = {{
    {"completedPhases", &Manifest::completed_phases, true},
    {"consumedAuthorities", &Manifest::consumed_authorities, false},
    {"prohibitions", &Manifest::prohibitions, false},
    {"completionChecks", &Manifest::completion_checks, false},
}};
const TextList& text_list(std::string_view name);

// The JSON form, members in the order of the published type, `schema` first.
Value to_value(const Manifest& manifest);
// Takes exactly the shape of resume-manifest/v1 and nothing else; nullopt for anything it cannot
// hold without loss. It judges form only: what is wrong is named by core/rules/.
std::optional<Manifest> manifest_from(const Value& value);

}  // namespace holdfast
