#include "generators/text_places.h"

#include <algorithm>

#include "generators/strategy_tools.h"

namespace holdfast {
namespace {

using Places = std::vector<TextPlace>;

class Collector {
 public:
  explicit Collector(const Manifest& document) : document_(document) {}

  std::vector<Places> run() {
    add({{"/taskId", document_.task_id, !is_v2(document_)}});
    add({{"/objective", document_.objective, true}});
    add({{"/rollback", document_.rollback, true}});
    for (const TextList& list : kTextLists) {
      add_list(list.name, document_.*list.member);
    }
    add_canonical();
    add_writes();
    add_authorities();
    if (is_v2(document_)) {
      add({{"/nextExactAction/target", document_.next_exact_action.target, true}});
      add_directives();
    }
    return std::move(places_);
  }

 private:
  void add(Places places) {
    if (!places.empty()) {
      places_.push_back(std::move(places));
    }
  }

  void add_list(std::string_view name, const std::vector<std::string>& texts) {
    Places places;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      places.push_back({item_pointer(name, i), texts[i], true});
    }
    add(std::move(places));
  }

  void add_canonical() {
    Places places;
    for (std::size_t i = 0; i < document_.canonical.size(); ++i) {
      places.push_back(
          {reference_pointer(document_, i, "path"), document_.canonical[i].path, false});
    }
    add(std::move(places));
  }

  void add_writes() {
    Places places;
    for (std::size_t i = 0; i < document_.external_writes.size(); ++i) {
      const ExternalWrite& write = document_.external_writes[i];
      places.push_back({write_pointer(i, "effectId"), write.effect_id, false});
      if (!is_v2(document_)) {
        places.push_back({write_pointer(i, "operation"), write.operation, true});
      } else if (!write.receipt.empty()) {
        places.push_back({write_pointer(i, "receipt"), write.receipt, true});
      }
    }
    add(std::move(places));
  }

  void add_authorities() {
    Places places;
    for (std::size_t i = 0; i < document_.consumed_authorities.size(); ++i) {
      const ConsumedAuthority& authority = document_.consumed_authorities[i];
      if (!is_v2(document_)) {
        places.push_back({item_pointer("consumedAuthorities", i), authority.authority_id, true});
        continue;
      }
      const auto pointer = [&](std::string_view member) {
        return member_pointer("consumedAuthorities", i, member);
      };
      places.push_back({pointer("authorityId"), authority.authority_id, false});
      places.push_back({pointer("holder"), authority.holder, true});
      places.push_back({pointer("effectId"), authority.effect_id, false});
    }
    add(std::move(places));
  }

  void add_directives() {
    Places ids;
    Places texts;
    Places duties;
    for (std::size_t i = 0; i < document_.directives.size(); ++i) {
      const Directive& directive = document_.directives[i];
      const auto pointer = [&](std::string_view member) {
        return member_pointer("directives", i, member);
      };
      ids.push_back({pointer("directiveId"), directive.directive_id, false});
      ids.push_back({pointer("sourceEntryId"), directive.source_entry_id, false});
      texts.push_back({pointer("text"), directive.text, true});
      for (std::size_t k = 0; k < directive.obligations.size(); ++k) {
        const Obligation& obligation = directive.obligations[k];
        ids.push_back({obligation_pointer(i, k, "obligationId"), obligation.obligation_id, false});
        duties.push_back({obligation_pointer(i, k, "text"), obligation.text, true});
      }
    }
    add(std::move(ids));
    add(std::move(texts));
    add(std::move(duties));
  }

  const Manifest& document_;
  std::vector<Places> places_;
};

}  // namespace

std::vector<std::vector<TextPlace>> text_places(const Manifest& document) {
  return Collector(document).run();
}

std::optional<Change> respell_any(
    const std::vector<std::vector<TextPlace>>& places, Random& random,
    const std::function<std::string(const TextPlace& place)>& respell) {
  // Not every text can be spelled otherwise; most can.
  constexpr int kDrawsMax = 16;
  for (int i = 0; i < kDrawsMax && !places.empty(); ++i) {
    const std::vector<TextPlace>& member = random.pick(places);
    const TextPlace& place = random.pick(member);
    std::string text = respell(place);
    const bool taken = std::any_of(member.begin(), member.end(),
                                   [&](const TextPlace& other) { return other.text == text; });
    if (!text.empty() && !taken) {
      return change_of(replace_at(place.pointer, std::move(text)));
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> text_place_codes() {
  return {"objective_changed",
          "rollback_changed",
          "task_changed",
          "canonical_reference_changed",
          "completedPhases_dropped",
          "prohibitions_dropped",
          "completionChecks_dropped",
          "consumedAuthorities_dropped",
          "authority_changed",
          "external_write_dropped_or_changed",
          "next_action_changed",
          "directive_dropped",
          "directive_reworded",
          "directive_source_changed",
          "obligation_dropped",
          "obligation_changed"};
}

}  // namespace holdfast
