#include "core/checksum.h"

#include <algorithm>

#include "core/json.h"
#include "core/sha256.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end(), less_utf16);
  return texts;
}

void sort_writes(std::vector<ExternalWrite>& writes) {
  std::sort(writes.begin(), writes.end(), [](const ExternalWrite& a, const ExternalWrite& b) {
    return less_utf16(a.effect_id, b.effect_id);
  });
}

// The members of the published type, in its order; `schema` is none of them.
std::string sc1_input(Manifest manifest) {
  for (const TextList& list : kTextLists) {
    manifest.*list.member = sorted(std::move(manifest.*list.member));
  }
  sort_writes(manifest.external_writes);
  Value value = to_value(manifest);
  value.erase("schema");
  return write_compact_json(value);
}

std::string sc2_input(Manifest manifest) {
  for (const TextList& list : kTextLists) {
    if (!list.ordered) {
      manifest.*list.member = sorted(std::move(manifest.*list.member));
    }
  }
  sort_writes(manifest.external_writes);
  Value value = to_value(manifest);
  value.find("canonical")->erase("readAt");
  return "holdfast sc2\n" + write_canonical_json(value);
}

bool is_hex_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool same_items(const std::vector<std::string>& a, const std::vector<std::string>& b,
                bool ordered) {
  if (a == b) {
    return true;
  }
  if (ordered || a.size() != b.size()) {
    return false;
  }
  std::vector<std::string_view> views_a(a.begin(), a.end());
  std::vector<std::string_view> views_b(b.begin(), b.end());
  std::sort(views_a.begin(), views_a.end());
  std::sort(views_b.begin(), views_b.end());
  return views_a == views_b;
}

bool same_writes(const std::vector<ExternalWrite>& a, const std::vector<ExternalWrite>& b) {
  if (a == b) {
    return true;
  }
  if (a.size() != b.size()) {
    return false;
  }
  std::vector<const ExternalWrite*> pointers_a;
  std::vector<const ExternalWrite*> pointers_b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    pointers_a.push_back(&a[i]);
    pointers_b.push_back(&b[i]);
  }
  const auto by_id = [](const ExternalWrite* x, const ExternalWrite* y) {
    return x->effect_id < y->effect_id;
  };
  std::sort(pointers_a.begin(), pointers_a.end(), by_id);
  std::sort(pointers_b.begin(), pointers_b.end(), by_id);
  return std::equal(pointers_a.begin(), pointers_a.end(), pointers_b.begin(),
                    [](const ExternalWrite* x, const ExternalWrite* y) { return *x == *y; });
}

}  // namespace

std::optional<Normalisation> normalisation_from(std::string_view name) {
  if (name == "sc1") {
    return Normalisation::kSc1;
  }
  if (name == "sc2") {
    return Normalisation::kSc2;
  }
  return std::nullopt;
}

std::string checksum_input(const Manifest& manifest, Normalisation normalisation) {
  return normalisation == Normalisation::kSc1 ? sc1_input(manifest) : sc2_input(manifest);
}

std::string semantic_checksum(const Manifest& manifest, Normalisation normalisation) {
  return std::string(normalisation == Normalisation::kSc1 ? "sc1" : "sc2") +
         ":sha256:" + sha256_hex(checksum_input(manifest, normalisation));
}

ChecksumMatch match_checksum(const Manifest& manifest, std::string_view stored) {
  const std::size_t colon = stored.find(':');
  const std::string_view name = stored.substr(0, colon);
  const bool numbered = name.size() > 2 && name.substr(0, 2) == "sc" &&
                        name.find_first_not_of("0123456789", 2) == std::string_view::npos;
  if (colon == std::string_view::npos || !numbered || stored.substr(colon, 8) != ":sha256:" ||
      !is_hex_digest(stored.substr(colon + 8))) {
    return ChecksumMatch::kIllFormed;
  }
  const auto normalisation = normalisation_from(name);
  if (!normalisation) {
    return ChecksumMatch::kUnknownNormalisation;
  }
  return semantic_checksum(manifest, *normalisation) == stored ? ChecksumMatch::kEqual
                                                               : ChecksumMatch::kDiffers;
}

bool same_meaning(const Manifest& a, const Manifest& b) {
  return a.task_id == b.task_id && a.objective == b.objective && a.rollback == b.rollback &&
         a.next_exact_action == b.next_exact_action && a.canonical.path == b.canonical.path &&
         a.canonical.sha256 == b.canonical.sha256 &&
         same_writes(a.external_writes, b.external_writes) &&
         std::all_of(kTextLists.begin(), kTextLists.end(), [&](const TextList& list) {
           return same_items(a.*list.member, b.*list.member, list.ordered);
         });
}

}  // namespace holdfast
