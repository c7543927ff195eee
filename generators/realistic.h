// Random valid manifests with realistic English and Japanese text, from Random alone.
#pragma once

#include <cstddef>

#include "core/manifest.h"
#include "generators/random.h"

namespace holdfast {

struct ManifestShape {
  std::size_t list_items_max = 8;
};

// resume-manifest/v1
Manifest random_manifest(Random& random, const ManifestShape& shape = {});
// resume-manifest/v2; directives and events have bounds of their own
Manifest random_manifest_v2(Random& random, const ManifestShape& shape = {});

}  // namespace holdfast
