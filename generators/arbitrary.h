// RapidCheck makes and shrinks manifests: `RC_GTEST_PROP(…, (const holdfast::Manifest& manifest))`.
// Only tests include this; it is the one header of generators/ that knows RapidCheck.
//
// Every value is a valid v1 manifest, and so is every shrink. The smallest has empty lists and the
// first text of each pool.
#pragma once

#include <rapidcheck.h>

#include <iosfwd>

#include "core/manifest.h"

namespace rc {

template <>
struct Arbitrary<holdfast::Manifest> {
  static Gen<holdfast::Manifest> arbitrary();
};

}  // namespace rc

namespace holdfast {

// How RapidCheck prints a counterexample: as the JSON document that a test could be written from.
void showValue(const Manifest& manifest, std::ostream& os);

}  // namespace holdfast
