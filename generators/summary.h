// The stand-in for a model that writes summaries: lossless on what it is shown. It says each open
// atom once, section by section, until the cap. So every loss is the pipeline's, never the
// summariser's mood.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/value.h"
#include "generators/compactor.h"
#include "generators/context.h"

namespace holdfast {

// How a summary is packed once the cap is near.
enum class Pack : std::uint8_t {
  kPrefix,  // ends at the first atom that does not fit
  kSkip,    // passes over what does not fit
};

struct Section {
  std::string name;
  std::vector<AtomKind> kinds;  // in this section; calls and results, see `events`
  // Which events: of all kinds in one ordered list, or calls and results under headings of their
  // own, by which the order between them is lost.
  enum class Events : std::uint8_t { kAll, kCalls, kResults } events = Events::kAll;
  std::size_t heading_characters = 0;
  std::size_t prose_characters = 0;   // narrative before the section's atoms at the first round
  std::size_t growth_characters = 0;  // and how much longer that is at each round after it
};

struct SummaryPlan {
  std::vector<Section> sections;
  std::optional<std::size_t> cap_bytes;  // of the whole summary; absent: none
  Pack pack = Pack::kPrefix;
  bool newest_first = false;           // inside a section
  std::size_t heading_characters = 0;  // of the whole summary
};

// The sections that a summary has where a recipe names none: goal, directives, decisions, writes,
// calls, results, sub-tasks, without headings or prose.
std::vector<Section> plain_sections();

// One section for all, in which the order of events is kept.
std::vector<Section> one_section();

// From a recipe: [{"name", "kinds": [atom kind, "call", "result", ...], "heading_characters",
// "prose_characters", "growth_characters"}...]. An empty list means plain_sections(). Kinds that
// no section names are never written down: that is a loss of its own.
Result<std::vector<Section>> read_sections(const Value& value);
// The declared parameters that every summarising compactor shares, `sections` and `pack`, and the
// plan that they give; `cap_bytes` is the caller's.
std::vector<Parameter> with_summary_parameters(std::vector<Parameter> own);
std::string summary_fault(const Parameters& parameters);  // for Compactor::fault
SummaryPlan plan_of(const Parameters& parameters, std::optional<std::size_t> cap_bytes);

// What a reader of these messages learns, as one segment an atom, in the order in which each was
// first said: the best level since it was last closed. Closed ones are not there. An atom that
// needs assent and has only the "yes" is a mere label; one that has only the text is not there,
// unless a summary says it.
class Visible {
 public:
  explicit Visible(const AtomTable& atoms);
  void read(const Segments& segments, bool derived = false);
  void read(const Message& message) { read(message.seen(), message.derived); }
  Segments open() const;

 private:
  struct Seen {
    int place = 0;
    Segment best;
    bool body = false;
    bool assent = false;
  };
  const AtomTable& atoms_;
  std::vector<Seen> seen_;  // by the atom's place
  Segments invented_;
  int next_place_ = 0;
};

// The summary of these atoms, most important first inside a section (or newest first where the plan
// says so). Ages of carried atoms go up by one. `round` sets how much prose there is.
Message write_summary(const AtomTable& atoms, const Segments& open, const SummaryPlan& plan,
                      std::uint64_t round);

}  // namespace holdfast
