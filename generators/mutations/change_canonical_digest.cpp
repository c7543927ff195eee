// The source of truth is said to have other bytes: one digit of the digest is another, or all may
// be.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

constexpr char kHex[] = "0123456789abcdef";

char other_digit(char digit, Random& random) {
  const char drawn = kHex[random.below(15)];
  return drawn == digit ? kHex[15] : drawn;
}

}  // namespace

Strategy change_canonical_digest() {
  return {.summary = "The source of truth is said to have other bytes.",
          .invariant = "canonical",
          .codes = {"canonical_reference_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::size_t index = any_reference(document, random);
            std::string digest = document.canonical[index].sha256;
            const std::size_t at = random.below(digest.size());
            digest[at] = other_digit(digest[at], random);
            if (random.chance(1, 2)) {
              for (std::size_t i = 0; i < digest.size(); ++i) {
                digest[i] = i == at ? digest[i] : kHex[random.below(16)];
              }
            }
            return change_of(replace_at(reference_pointer(document, index, "sha256"), digest));
          }};
}

}  // namespace holdfast::mutations
