#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

namespace {

// v1 has one reference, which is compared member by member.
void compare_one(const CanonicalReference& before, const CanonicalReference& after,
                 Report& report) {
  report_changed(before.path, after.path, "canonical", "/canonical/path", report);
  if (before.sha256 != after.sha256) {
    report.add("canonical", "/canonical/sha256");
  }
}

// Root and path in one text; a root holds no space.
std::vector<std::string> places_of(const std::vector<CanonicalReference>& references) {
  std::vector<std::string> places;
  for (const CanonicalReference& reference : references) {
    places.push_back(reference.root + " " + reference.path);
  }
  return places;
}

}  // namespace

Rule canonical_reference_changed() {
  return {.summary = "A source of truth is missing, is new, or has other bytes.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto& before = pair.before.canonical;
            const auto& after = pair.after.canonical;
            if (before == after) {
              return;
            }
            if (pair.after.version == Version::kV1) {
              compare_one(before.front(), after.front(), report);
              return;
            }
            const std::vector<std::string> texts_before = places_of(before);
            const std::vector<std::string> texts_after = places_of(after);
            const Names names_before = names_of(texts_before);
            const Names names_after = names_of(texts_after);
            report_dropped(names_before, names_after, "canonical", report);
            report_invented(names_before, names_after, "canonical", report);
            const auto known = index_by_name(names_before);
            for (std::size_t i = 0; i < after.size(); ++i) {
              const auto found = known.find(names_after[i]);
              if (found != known.end() && before[found->second].sha256 != after[i].sha256) {
                report.add("canonical", "/canonical/" + std::to_string(i) + "/sha256");
              }
            }
          }};
}

}  // namespace holdfast::rules
