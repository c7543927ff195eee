// A strategy breaks a good document in one known way; a control changes it without changing its
// meaning. One file each in generators/mutations/ and generators/controls/: the file's name is the
// name, and adding the file is all there is to do.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/manifest.h"
#include "generators/edit.h"
#include "generators/random.h"

namespace holdfast {

// Edits of `to_value(manifest)`, or, where the point is a text that no edit can give (white space,
// escapes, duplicate keys, malformed documents), the bytes of the changed document.
struct Change {
  EditScript edits;
  std::optional<std::string> raw;
  // What comes beside the documents; null for none. A change may lie in it alone: the engine takes
  // it for one where it differs from evidence_for(document) (generators/ledger_for.h).
  Value evidence{};
};

// Pure: the same document and random state give the same change. nullopt where it does not apply.
using MakeChange = std::function<std::optional<Change>(const Manifest& document, Random& random)>;

// The same for a kind whose cases are one document each, a story (generators/story.h).
using MakeStoryChange = std::function<std::optional<Change>(const Value& story, Random& random)>;

struct Strategy {
  std::string_view name{};  // set by the registry
  std::string_view summary;
  std::string_view kind = "compaction";
  std::string_view invariant;           // what it violates: one of kInvariants
  std::vector<std::string_view> codes;  // at least one must be named; the first is the plainest
  MakeChange make = nullptr;            // of kind "compaction"; of the others:
  MakeStoryChange make_story = nullptr;
};

struct Control {
  std::string_view name{};  // set by the registry
  std::string_view summary;
  std::string_view kind = "compaction";
  MakeChange make = nullptr;  // of kind "compaction"; of the others:
  MakeStoryChange make_story = nullptr;
};

// The words for what a case touches, as in case/v1 `invariant`.
inline constexpr std::string_view kInvariants[] = {
    "task",           "objective",   "canonical",   "phase",    "action",
    "external_write", "authority",   "prohibition", "rollback", "completion_check",
    "document",       "event_order", "directive",   "decision", "lineage"};

// Those of one kind, in the order of their names; valid for ever. Empty for a kind that is none.
std::span<const Strategy> strategies_of(std::string_view kind);
std::span<const Control> controls_of(std::string_view kind);

namespace mutations {
std::span<const Strategy> all();
}
namespace controls {
std::span<const Control> all();
}

}  // namespace holdfast
