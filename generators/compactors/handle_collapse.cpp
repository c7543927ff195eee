// M10: what was carried long enough, or is long, is said in fewer or other words: a mere handle (a
// label, "as agreed above", the name of a file), or a sentence whose force, scope, polarity or
// speaker is another. This is the damage that a writer does, so it comes on top of a summary that
// loses nothing. Events are left alone; force and polarity are changed of rules, scope also of
// approvals.
//
// Law: carried for `min_age_rounds` (1: in its first summary) or longer than `max_body_characters`,
// an atom falls to that level at once and never rises again. A handle by which the body is fetched
// is no loss; one by which it can only be searched for is.
#include "generators/compactors_tools.h"

namespace holdfast::compactors {
namespace {

// "as agreed above", "see notes.md".
constexpr std::size_t kPronounCharacters = 15;
constexpr std::size_t kPathCharacters = 12;

Twist twist_of(const std::string& mode) {
  return mode == "weaken"   ? Twist::kWeakened
         : mode == "widen"  ? Twist::kWidened
         : mode == "flip"   ? Twist::kFlipped
         : mode == "demote" ? Twist::kDemoted
         : mode == "voice"  ? Twist::kRevoiced
                            : Twist::kNone;
}

bool applies(Twist twist, AtomKind kind) {
  const bool is_rule = kind == AtomKind::kDirective || kind == AtomKind::kProhibition;
  switch (twist) {
    case Twist::kWeakened:
    case Twist::kFlipped:
      return is_rule;
    case Twist::kWidened:
      return is_rule || kind == AtomKind::kApproval;
    default:
      return kind != AtomKind::kEvent;
  }
}

class Writer {
 public:
  Writer(const AtomTable& atoms, const Parameters& parameters)
      : atoms_(atoms),
        mode_(parameters.text("mode")),
        twist_(twist_of(mode_)),
        handle_level_(parameters.text("resolver") == "by_id" ? Level::kSame : Level::kLabel),
        age_min_(parameters.size("min_age_rounds")),
        body_max_(parameters.value("max_body_characters").is_null()
                      ? SIZE_MAX
                      : parameters.size("max_body_characters")),
        invented_(ascii(parameters.size("invented_characters"))) {}

  Segments rewritten(Segments segments) const {
    bool due = false;
    bool has_invented = false;
    for (Segment& segment : segments) {
      has_invented = has_invented || segment.kind == SegmentKind::kInvented;
      if (is_due(segment)) {
        due = true;
        change(segment);
      }
    }
    if (mode_ == "invent" && due && !has_invented) {
      segments.push_back({.kind = SegmentKind::kInvented, .age_rounds = 1, .size = invented_});
    }
    return segments;
  }

 private:
  bool is_due(const Segment& segment) const {
    return segment.kind == SegmentKind::kBody && segment.level <= Level::kSame &&
           (segment.age_rounds >= age_min_ || segment.size.characters > body_max_) &&
           applies(twist_, atoms_[static_cast<std::size_t>(segment.atom)].kind);
  }

  void change(Segment& segment) const {
    if (twist_ != Twist::kNone) {
      segment.level = Level::kChanged;
      segment.twist = twist_;
    } else if (mode_ != "invent") {
      const std::string& label = atoms_[static_cast<std::size_t>(segment.atom)].label;
      const Size handle = ascii(mode_ == "label"     ? label.size()
                                : mode_ == "pronoun" ? kPronounCharacters
                                                     : kPathCharacters);
      segment.level = handle_level_;
      segment.size = handle.bytes < segment.size.bytes ? handle : segment.size;
    }
  }

  const AtomTable& atoms_;
  const std::string& mode_;
  Twist twist_;
  Level handle_level_;
  std::size_t age_min_;
  std::size_t body_max_;
  Size invented_;
};

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  const Writer writer(turn.table(), parameters);
  Context result = next(std::move(turn));
  for (Message& message : result.messages) {
    if (is_summary(message)) {
      rewrite_summary(message, writer.rewritten(message.segments));
    }
  }
  return result;
}

std::string fault(const Parameters& parameters) {
  std::string found = choice_fault(
      parameters, "mode",
      {"label", "pronoun", "path", "weaken", "widen", "flip", "demote", "voice", "invent"});
  if (found.empty()) {
    found = choice_fault(parameters, "resolver", {"none", "by_id", "by_search"});
  }
  if (found.empty()) {
    found =
        size_fault(parameters, {"min_age_rounds", "invented_characters"}, {"max_body_characters"});
  }
  const std::string& mode = parameters.text("mode");
  if (found.empty() && parameters.text("resolver") != "none" &&
      (twist_of(mode) != Twist::kNone || mode == "invent")) {
    return "/resolver: finds the body of a handle; with the mode " + mode + " there is none";
  }
  return found;
}

}  // namespace

Compactor handle_collapse() {
  return {.summary = "Carried items become mere handles, or lose their force, scope or speaker",
          .stands_for =
              "lookup hints of letta, path references of yoi and deepagents, hermes-agent "
              "(demoted, weakened), aider (the user's voice)",
          .parameters = {{"mode", "label",
                          "label, pronoun, path; weaken, widen, flip, demote, voice; invent"},
                         {"min_age_rounds", 1, "From which summary on; 1 is the first"},
                         {"max_body_characters", nullptr, "Longer bodies at once; null: no limit"},
                         {"resolver", "none",
                          "by_id: the body can be fetched; by_search: only looked for; none"},
                         {"invented_characters", 40, "The constraint that nobody gave"}},
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
