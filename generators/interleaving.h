// What happens when things happen at once, as chains of the incident's run: an order that arrives
// while a compaction runs, two compactions from one generation, a resume from a stale one, a fork,
// a rollback. Each is told as the runtime's records have it, and each is refused, or accepted, for
// what it is.
#pragma once

#include <vector>

#include "generators/incident.h"

namespace holdfast {

// `falls_at` is the link at which the codes are found, all of them.
std::vector<IncidentStory> interleaving_stories();

// The incident's run, and a fork of it that goes another way from generation 3 on.
std::vector<IncidentLink> forked(const std::vector<IncidentLink>& run);

}  // namespace holdfast
