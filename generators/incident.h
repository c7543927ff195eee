// An incident, as chains of manifests. A user gives a contract of six conditions; over many
// generations of a compacted run, with a stash, a lost helper and a recovery on the way, they fall
// one by one, and in the end the run calls "the revision matter" finished. Told again with the
// ledger as evidence, every condition is missed at the very generation in which it falls.
//
// Everything is computed: digests, spans, the ledger's chain, lineage. Only names and texts are
// made up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/manifest.h"

namespace holdfast {

struct IncidentLink {
  Manifest manifest;
  Value evidence;  // null at the origin
};

struct IncidentStory {
  std::string_view name;
  std::string_view comment;
  std::vector<IncidentLink> links;
  std::vector<std::string_view> codes;  // one of these is found; empty: accepted
  // The link at which each is first found; empty for an accepted story.
  std::vector<std::size_t> falls_at;
};

// The six conditions, by the obligation that carries each.
inline constexpr std::string_view kIncidentObligations[] = {"o-name",     "o-remove", "o-show",
                                                            "o-ordering", "o-all",    "o-explain"};

// With the ledger, and nothing lost.
std::vector<IncidentLink> incident_kept(std::size_t generations);
// What happened, and its neighbours. All are 15 generations long, save the one that is kept for 50.
std::vector<IncidentStory> incident_stories();

}  // namespace holdfast
