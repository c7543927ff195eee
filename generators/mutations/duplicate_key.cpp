// A member stands twice. Readers that keep the first and readers that keep the last see two
// documents; the second name may be spelled with an escape, so that only decoded names are equal.
#include <span>
#include <utility>

#include "core/json.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

// An object in the compact text: behind its opening brace and before its closing one.
struct Place {
  std::size_t begin;
  std::size_t end;
  std::span<const std::string_view> names;
  std::string_view value;  // of the second member
};

constexpr std::string_view kListNames[] = {"prohibitions", "completionChecks", "externalWrites",
                                           "consumedAuthorities", "completedPhases"};
constexpr std::string_view kTextNames[] = {"taskId", "objective", "nextExactAction", "rollback"};
constexpr std::string_view kReferenceNames[] = {"path", "sha256", "readAt"};
constexpr std::string_view kWriteNames[] = {"operation", "effectId", "status"};

// In compact JSON a quote within a text has a backslash before it, so these marks are unique.
constexpr std::string_view kReferenceMark = "\"canonical\":{";
constexpr std::string_view kWriteMark = "{\"operation\":";

constexpr std::string_view kLineageNames[] = {"generation", "parent", "sourceSha256", "coverage",
                                              "ledgerHead"};
constexpr std::string_view kLineageMark = "\"lineage\":{";
constexpr std::string_view kWritesMark = "\"externalWrites\":[{";

Place draw_place(const Manifest& document, const std::string& text, Random& random) {
  constexpr std::string_view kText = "\"something else\"";
  switch (random.below(document.external_writes.empty() ? 3 : 4)) {
    case 0:
      return {1, text.size() - 1, kListNames, "[]"};
    case 1:
      return {1, text.size() - 1, kTextNames, kText};
    case 2: {
      if (is_v2(document)) {
        // The last member, so the text ends with its brace and the document's.
        return {text.rfind(kLineageMark) + kLineageMark.size(), text.size() - 2, kLineageNames,
                kText};
      }
      const std::size_t begin = text.find(kReferenceMark) + kReferenceMark.size();
      return {begin, text.find("},\"completedPhases\":", begin), kReferenceNames, kText};
    }
    default: {
      // In v2 the next action has an operation as well.
      const std::size_t begin =
          is_v2(document) ? text.find(kWritesMark) + kWritesMark.size() : text.find(kWriteMark) + 1;
      return {begin, text.find("\"status\":", begin) - 1, kWriteNames, kText};
    }
  }
}

void escape_one(std::string& name, Random& random) {
  static constexpr char kHex[] = "0123456789abcdef";
  const std::size_t at = random.below(name.size());
  const char c = name[at];
  name.replace(at, 1, std::string("\\u00") + kHex[(c >> 4) & 0xF] + kHex[c & 0xF]);
}

}  // namespace

Strategy duplicate_key() {
  return {.summary = "A member stands twice, once with another value.",
          .invariant = "document",
          .codes = {"duplicate_key"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            std::string text = write_compact_json(to_value(document));
            const Place place = draw_place(document, text, random);
            std::string name(random.pick(place.names));
            if (random.chance(1, 2)) {
              escape_one(name, random);
            }
            const std::string member = "\"" + name + "\":" + std::string(place.value);
            if (random.chance(1, 2)) {
              text.insert(place.begin, member + ",");
            } else {
              text.insert(place.end, "," + member);
            }
            return change_of_raw(std::move(text));
          }};
}

}  // namespace holdfast::mutations
