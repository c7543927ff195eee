// Semantic checksums: equal exactly when two manifests mean the same under a numbered rule set. A
// stored checksum is always recomputed under its own number; old numbers stay computable for ever.
//
// sc1: the published TypeScript rule, defined for v1 alone. Members in the order of the type,
//   JSON.stringify, text lists and writes sorted by UTF-16 code units; no domain line, and
//   historically no prefix. It sorts completedPhases and includes readAt, which is why it is not
//   the default.
// sc2: "holdfast sc2\n" and the RFC 8785 form without what is free. Left out are readAt,
// observedAt, a
//   decision's source and lineage; unordered lists are sorted by UTF-16 code units, ordered lists
//   stay as they are, `schema` is always written out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/manifest.h"

namespace holdfast {

enum class Normalisation { kSc1 = 1, kSc2 = 2 };
// "sc1", "sc2"; nullopt for a number that nobody knows.
std::optional<Normalisation> normalisation_from(std::string_view name);

// sc1 knows no v2.
bool is_defined_for(Normalisation normalisation, Version version);

// The exact bytes that are hashed. The normalisation is defined for the manifest's version.
std::string checksum_input(const Manifest& manifest, Normalisation normalisation);
// "sc2:sha256:<64 hex>".
std::string semantic_checksum(const Manifest& manifest,
                              Normalisation normalisation = Normalisation::kSc2);

enum class ChecksumMatch { kEqual, kDiffers, kUnknownNormalisation, kIllFormed };
// Recomputes under the stored checksum's own number.
ChecksumMatch match_checksum(const Manifest& manifest, std::string_view stored);

// Whether two manifests have one sc2 checksum, without building either.
bool same_meaning(const Manifest& a, const Manifest& b);

}  // namespace holdfast
