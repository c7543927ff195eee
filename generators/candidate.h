// The manifest that a runtime would write from its context, as far as the context goes: what it
// still says stands there word for word, what it says otherwise stands there otherwise, what it
// does not say is missing, and what is long closed but is said to be open is open again.
//
// What is closed and not mentioned, and what was never said, is taken from the record: leaving out
// what is over is no loss.
#pragma once

#include <cstdint>
#include <vector>

#include "core/manifest.h"
#include "generators/compactor.h"
#include "generators/context_reading.h"

namespace holdfast {

// What became of an atom by a compaction.
enum class Fate : std::uint8_t {
  kUnborn,     // not said yet
  kOver,       // closed, and not said to be open
  kCarried,    // word for word, or fetched by its id
  kChanged,    // with another force or scope
  kLabelOnly,  // merely named
  kAbsent,
  kRevived,  // closed, and said to be open
};
std::string_view to_text(Fate fate);
constexpr bool is_loss(Fate fate) { return fate >= Fate::kChanged; }

std::vector<Fate> fates_of(const AtomTable& atoms, const std::vector<AtomState>& states,
                           const ContextReading& reading);

// `due` is what the manifest has to say.
Manifest candidate_from(const Manifest& due, const AtomTable& atoms, const std::vector<Fate>& fates,
                        const ContextReading& reading);

}  // namespace holdfast
