// The digest of the source of truth is no digest of 64 lower-case digits. Upper case is the
// delicate one: the same number, and not the same text.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

bool upper_case(std::string& digest) {
  bool changed = false;
  for (char& digit : digest) {
    if (digit >= 'a' && digit <= 'f') {
      digit = static_cast<char>(digit - 'a' + 'A');
      changed = true;
    }
  }
  return changed;
}

}  // namespace

Strategy bad_digest_form() {
  return {.summary = "The digest of the source of truth is no digest.",
          .invariant = "canonical",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::size_t index = any_reference(document, random);
            std::string digest = document.canonical[index].sha256;
            switch (random.below(6)) {
              case 0:
                if (upper_case(digest)) {
                  break;
                }
                [[fallthrough]];
              case 1:
                digest.pop_back();
                break;
              case 2:
                digest += '0';
                break;
              case 3:
                digest.insert(0, "sha256:");
                break;
              case 4:
                digest[random.below(digest.size())] = 'g';
                break;
              default:
                digest += ' ';
            }
            return change_of(replace_at(reference_pointer(document, index, "sha256"), digest));
          }};
}

}  // namespace holdfast::mutations
