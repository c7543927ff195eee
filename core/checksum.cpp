#include "core/checksum.h"

#include <algorithm>
#include <tuple>

#include "core/checksum_input.h"
#include "core/manifest_parts.h"
#include "core/sha256.h"
#include "core/utf16_order.h"

namespace holdfast {
namespace {

// "sc2:sha256:" and 64 digits.
constexpr std::size_t kChecksumBytes = 75;

const std::vector<std::uint32_t>& sorted(Utf16Order& order, const std::vector<std::string>& texts) {
  order.clear();
  for (const std::string& text : texts) {
    order.add(text);
  }
  return order.sort();
}

bool same_texts(const std::vector<std::string>& a, const std::vector<std::string>& b,
                bool ordered) {
  if (a == b) {
    return true;
  }
  if (ordered || a.size() != b.size()) {
    return false;
  }
  // Any order does, as long as equal texts come to stand together.
  thread_local Utf16Order order_a;
  thread_local Utf16Order order_b;
  const std::vector<std::uint32_t>& sorted_a = sorted(order_a, a);
  const std::vector<std::uint32_t>& sorted_b = sorted(order_b, b);
  return std::equal(sorted_a.begin(), sorted_a.end(), sorted_b.begin(),
                    [&](std::uint32_t i, std::uint32_t j) { return a[i] == b[j]; });
}

// The same items in any order; `less` orders by what is unique, `same` compares in full.
template <typename Item, typename Less, typename Same>
bool same_set(const std::vector<Item>& a, const std::vector<Item>& b, Less less, Same same) {
  if (a.size() != b.size()) {
    return false;
  }
  if (std::equal(a.begin(), a.end(), b.begin(), same)) {
    return true;
  }
  std::vector<const Item*> pointers_a;
  std::vector<const Item*> pointers_b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    pointers_a.push_back(&a[i]);
    pointers_b.push_back(&b[i]);
  }
  const auto by = [&](const Item* x, const Item* y) { return less(*x, *y); };
  std::sort(pointers_a.begin(), pointers_a.end(), by);
  std::sort(pointers_b.begin(), pointers_b.end(), by);
  return std::equal(pointers_a.begin(), pointers_a.end(), pointers_b.begin(),
                    [&](const Item* x, const Item* y) { return same(*x, *y); });
}

template <typename Item>
bool same_by_id(const std::vector<Item>& a, const std::vector<Item>& b, std::string Item::*id) {
  return same_set(
      a, b, [&](const Item& x, const Item& y) { return x.*id < y.*id; },
      [](const Item& x, const Item& y) { return x == y; });
}

bool same_references(const Manifest& a, const Manifest& b) {
  return same_set(
      a.canonical, b.canonical,
      [](const CanonicalReference& x, const CanonicalReference& y) {
        return std::tie(x.root, x.path) < std::tie(y.root, y.path);
      },
      [](const CanonicalReference& x, const CanonicalReference& y) {
        return x.root == y.root && x.path == y.path && x.sha256 == y.sha256;
      });
}

bool same_directives(const Manifest& a, const Manifest& b) {
  return same_set(
      a.directives, b.directives,
      [](const Directive& x, const Directive& y) { return x.directive_id < y.directive_id; },
      [](const Directive& x, const Directive& y) {
        return x.directive_id == y.directive_id && x.source_entry_id == y.source_entry_id &&
               x.source_sha256 == y.source_sha256 && x.text == y.text && x.state == y.state &&
               same_by_id(x.obligations, y.obligations, &Obligation::obligation_id);
      });
}

bool same_decisions(const Manifest& a, const Manifest& b) {
  return same_set(
      a.decisions, b.decisions,
      [](const DecisionRecord& x, const DecisionRecord& y) { return x.name < y.name; },
      [](const DecisionRecord& x, const DecisionRecord& y) {
        return x.name == y.name && x.digest == y.digest;
      });
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

bool is_defined_for(Normalisation normalisation, Version version) {
  return normalisation == Normalisation::kSc2 || version == Version::kV1;
}

std::string checksum_input(const Manifest& manifest, Normalisation normalisation) {
  return std::string(checksum_bytes(manifest, normalisation));
}

std::string semantic_checksum(const Manifest& manifest, Normalisation normalisation) {
  // One allocation: the digits are written behind the prefix.
  std::string text;
  text.reserve(kChecksumBytes);
  text += normalisation == Normalisation::kSc1 ? "sc1:sha256:" : "sc2:sha256:";
  append_hex(text, sha256(checksum_bytes(manifest, normalisation)));
  return text;
}

ChecksumMatch match_checksum(const Manifest& manifest, std::string_view stored) {
  const DigestForm form = checksum_form(stored);
  if (form == DigestForm::kIllFormed) {
    return ChecksumMatch::kIllFormed;
  }
  const auto normalisation = normalisation_from(stored.substr(0, stored.find(':')));
  // sc1 is defined for v1 alone.
  if (form == DigestForm::kUnknownNumber || !normalisation ||
      !is_defined_for(*normalisation, manifest.version)) {
    return ChecksumMatch::kUnknownNormalisation;
  }
  return semantic_checksum(manifest, *normalisation) == stored ? ChecksumMatch::kEqual
                                                               : ChecksumMatch::kDiffers;
}

bool same_meaning(const Manifest& a, const Manifest& b) {
  return a.version == b.version && a.task_id == b.task_id && a.objective == b.objective &&
         a.rollback == b.rollback && a.next_exact_action == b.next_exact_action &&
         same_references(a, b) &&
         same_by_id(a.external_writes, b.external_writes, &ExternalWrite::effect_id) &&
         same_by_id(a.consumed_authorities, b.consumed_authorities,
                    &ConsumedAuthority::authority_id) &&
         a.events == b.events && same_directives(a, b) && same_decisions(a, b) &&
         std::all_of(kTextLists.begin(), kTextLists.end(), [&](const TextList& list) {
           return same_texts(a.*list.member, b.*list.member, list.ordered);
         });
}

}  // namespace holdfast
