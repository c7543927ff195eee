// A text is a number and a language, drawn and shrunk independently; a list is a list of texts made
// unique afterwards. So no shrink is ever discarded for being a duplicate, and validity needs no
// filter.
#include "generators/arbitrary.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "generators/text_pool.h"

namespace holdfast {

void showValue(const Manifest& manifest, std::ostream& os) {
  os << write_pretty_json(to_value(manifest));
}

}  // namespace holdfast

namespace rc {
namespace {

using holdfast::CanonicalReference;
using holdfast::ConsumedAuthority;
using holdfast::ExternalWrite;
using holdfast::Language;
using holdfast::Manifest;
using holdfast::NextAction;
using holdfast::TextKind;
using holdfast::WriteStatus;

// Enough for a template and its slots; smaller numbers have plainer texts.
constexpr std::uint64_t kNumbers = std::uint64_t{1} << 40;
// RapidCheck's size goes to 100; a dozen items find the same faults and shrink faster.
constexpr double kListScale = 0.12;

Gen<std::string> text(TextKind kind) {
  return gen::map(gen::pair(gen::inRange<int>(0, 2), gen::inRange<std::uint64_t>(0, kNumbers)),
                  [kind](const std::pair<int, std::uint64_t>& drawn) {
                    const Language language =
                        drawn.first == 0 ? Language::kEnglish : Language::kJapanese;
                    return holdfast::pool_text(kind, language, drawn.second);
                  });
}

// Numbers the second and each further item that at() finds equal to an earlier one.
template <typename T, typename At>
std::vector<T> made_unique(std::vector<T> items, At at) {
  for (auto item = items.begin(); item != items.end(); ++item) {
    const std::string drawn = at(*item);
    for (int number = 2;
         std::any_of(items.begin(), item, [&](T& earlier) { return at(earlier) == at(*item); });
         ++number) {
      at(*item) = drawn + " (" + std::to_string(number) + ")";
    }
  }
  return items;
}

Gen<std::vector<std::string>> texts(TextKind kind) {
  return gen::map(gen::scale(kListScale, gen::container<std::vector<std::string>>(text(kind))),
                  [](std::vector<std::string> items) {
                    return made_unique(std::move(items),
                                       [](std::string& item) -> std::string& { return item; });
                  });
}

Gen<std::vector<ConsumedAuthority>> authorities() {
  return gen::map(texts(TextKind::kAuthority), [](std::vector<std::string> items) {
    std::vector<ConsumedAuthority> found;
    for (std::string& text : items) {
      found.push_back({std::move(text), {}, {}});
    }
    return found;
  });
}

Gen<NextAction> action() {
  return gen::map(text(TextKind::kAction), [](std::string drawn) {
    NextAction next;
    next.text = std::move(drawn);
    return next;
  });
}

Gen<std::vector<ExternalWrite>> writes() {
  const auto status = gen::map(gen::inRange<int>(0, 2), [](int number) {
    return number == 0 ? WriteStatus::kConfirmed : WriteStatus::kUnknown;
  });
  const auto write =
      gen::build<ExternalWrite>(gen::set(&ExternalWrite::operation, text(TextKind::kOperation)),
                                gen::set(&ExternalWrite::effect_id, text(TextKind::kEffectId)),
                                gen::set(&ExternalWrite::status, status));
  return gen::map(gen::scale(kListScale, gen::container<std::vector<ExternalWrite>>(write)),
                  [](std::vector<ExternalWrite> items) {
                    return made_unique(std::move(items), [](ExternalWrite& item) -> std::string& {
                      return item.effect_id;
                    });
                  });
}

// 64 hexadecimal digits of four words; all zeros is the smallest.
Gen<std::string> digest() {
  return gen::map(gen::container<std::vector<std::uint64_t>>(4, gen::arbitrary<std::uint64_t>()),
                  [](const std::vector<std::uint64_t>& words) {
                    static constexpr char kHex[] = "0123456789abcdef";
                    std::string digits;
                    for (const std::uint64_t word : words) {
                      for (int shift = 60; shift >= 0; shift -= 4) {
                        digits += kHex[(word >> shift) & 0xF];
                      }
                    }
                    return digits;
                  });
}

}  // namespace

Gen<Manifest> Arbitrary<Manifest>::arbitrary() {
  const auto canonical = gen::build<CanonicalReference>(
      gen::set(&CanonicalReference::path, text(TextKind::kPath)),
      gen::set(&CanonicalReference::sha256, digest()),
      gen::set(&CanonicalReference::read_at, text(TextKind::kReadAt)));
  return gen::build<Manifest>(
      gen::set(&Manifest::task_id, text(TextKind::kTaskId)),
      gen::set(&Manifest::objective, text(TextKind::kObjective)),
      gen::set(&Manifest::canonical, gen::map(canonical,
                                              [](CanonicalReference reference) {
                                                return std::vector<CanonicalReference>{
                                                    std::move(reference)};
                                              })),
      gen::set(&Manifest::completed_phases, texts(TextKind::kPhase)),
      gen::set(&Manifest::next_exact_action, action()),
      gen::set(&Manifest::external_writes, writes()),
      gen::set(&Manifest::consumed_authorities, authorities()),
      gen::set(&Manifest::prohibitions, texts(TextKind::kProhibition)),
      gen::set(&Manifest::rollback, text(TextKind::kRollback)),
      gen::set(&Manifest::completion_checks, texts(TextKind::kCompletionCheck)));
}

}  // namespace rc
