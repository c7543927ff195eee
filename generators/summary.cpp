#include "generators/summary.h"

#include <algorithm>
#include <array>

#include "core/check.h"

namespace holdfast {
namespace {

constexpr std::array<AtomKind, kAtomKinds> kAllKinds = {
    AtomKind::kDirective, AtomKind::kProhibition, AtomKind::kApproval, AtomKind::kWrite,
    AtomKind::kEvent,     AtomKind::kDecision,    AtomKind::kGoal,     AtomKind::kSubTask};

// A context counts in 32 bits.
constexpr std::int64_t kProseCharactersMax = 10'000'000;

Error section_error(std::string what, std::size_t index, std::string_view member,
                    std::string remedy) {
  return {ErrorCode::kInput, std::move(what),
          "/sections/" + std::to_string(index) + "/" + std::string(member), std::move(remedy)};
}

bool take_kind(const Value& value, Section& section) {
  if (value.text() == "call" || value.text() == "result") {
    section.kinds.push_back(AtomKind::kEvent);
    section.events = value.text() == "call" ? Section::Events::kCalls : Section::Events::kResults;
    return true;
  }
  const auto* found = std::find_if(kAllKinds.begin(), kAllKinds.end(),
                                   [&](AtomKind kind) { return to_text(kind) == value.text(); });
  if (!value.is_string() || found == kAllKinds.end()) {
    return false;
  }
  section.kinds.push_back(*found);
  return true;
}

Result<Section> read_section(const Value& value, std::size_t index) {
  Section section;
  if (!value.is_object()) {
    return section_error("is no object", index, "", "write {\"name\": ..., \"kinds\": [...]}");
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string& name = value.names()[i];
    const Value& member = value.items()[i];
    std::size_t* const size = name == "heading_characters"  ? &section.heading_characters
                              : name == "prose_characters"  ? &section.prose_characters
                              : name == "growth_characters" ? &section.growth_characters
                                                            : nullptr;
    if (name == "name" && member.is_string()) {
      section.name = member.text();
    } else if (name == "kinds" && member.is_array()) {
      for (const Value& kind : member.items()) {
        if (!take_kind(kind, section)) {
          return section_error("names no kind of atom", index, name,
                               "directive, prohibition, approval, write, event, call, result, "
                               "decision, goal or sub-task");
        }
      }
    } else if (size != nullptr && member.is_integer() && member.integer() >= 0 &&
               member.integer() <= kProseCharactersMax) {
      *size = static_cast<std::size_t>(member.integer());
    } else {
      return section_error("cannot be used here", index, shown_name(name),
                           "a section has name, kinds, heading_characters, prose_characters and "
                           "growth_characters");
    }
  }
  return section;
}

bool belongs(const Section& section, const Atom& atom) {
  if (std::find(section.kinds.begin(), section.kinds.end(), atom.kind) == section.kinds.end()) {
    return false;
  }
  if (atom.kind != AtomKind::kEvent || section.events == Section::Events::kAll) {
    return true;
  }
  return (atom.answers < 0) == (section.events == Section::Events::kCalls);
}

bool better(const Segment& a, const Segment& b) {
  return a.level != b.level ? a.level < b.level : a.twist < b.twist;
}

// How a carried atom stands in the next summary.
Segment carried(const Segment& segment, const AtomTable& atoms) {
  Segment next = segment;
  if (segment.atom >= 0) {
    const Atom& atom = atoms[static_cast<std::size_t>(segment.atom)];
    next.size = segment.level == Level::kLabel ? ascii(atom.label.size()) : segment.size;
    if (segment.kind != SegmentKind::kInvented) {
      next.kind = SegmentKind::kBody;
    }
  }
  next.age_rounds = static_cast<std::uint8_t>(std::min(255, segment.age_rounds + 1));
  return next;
}

class Packer {
 public:
  Packer(Message& message, const SummaryPlan& plan) : message_(message), plan_(plan) {}

  void add_prose(std::size_t characters) {
    if (characters > 0) {
      place(filler(ascii(characters)), true);
    }
  }
  void add(const Segment& segment) { place(segment, false); }

 private:
  void place(const Segment& segment, bool may_be_cut) {
    if (full_) {
      return;
    }
    const std::size_t room = plan_.cap_bytes ? *plan_.cap_bytes - used_ : SIZE_MAX;
    if (segment.size.bytes <= room) {
      message_.segments.push_back(segment);
      used_ += segment.size.bytes;
      return;
    }
    if (may_be_cut && room > 0) {
      message_.segments.push_back(filler(ascii(room)));
      used_ += room;
    }
    full_ = plan_.pack == Pack::kPrefix;
  }

  Message& message_;
  const SummaryPlan& plan_;
  std::size_t used_ = 0;
  bool full_ = false;
};

}  // namespace

std::vector<Section> plain_sections() {
  return {{.name = "goal", .kinds = {AtomKind::kGoal}},
          {.name = "directives",
           .kinds = {AtomKind::kDirective, AtomKind::kProhibition, AtomKind::kApproval}},
          {.name = "decisions", .kinds = {AtomKind::kDecision}},
          {.name = "writes", .kinds = {AtomKind::kWrite}},
          {.name = "calls", .kinds = {AtomKind::kEvent}, .events = Section::Events::kCalls},
          {.name = "results", .kinds = {AtomKind::kEvent}, .events = Section::Events::kResults},
          {.name = "tasks", .kinds = {AtomKind::kSubTask}}};
}

std::vector<Section> one_section() {
  return {{.name = "all", .kinds = {kAllKinds.begin(), kAllKinds.end()}}};
}

Result<std::vector<Section>> read_sections(const Value& value) {
  std::vector<Section> sections;
  for (std::size_t i = 0; i < value.size(); ++i) {
    Result<Section> section = read_section(value.items()[i], i);
    if (!section) {
      return section.error();
    }
    sections.push_back(std::move(*section));
  }
  return sections.empty() ? plain_sections() : sections;
}

std::vector<Parameter> with_summary_parameters(std::vector<Parameter> own) {
  own.push_back({"sections", Value::array(), "The summary's sections in order; empty: plain ones"});
  own.push_back({"pack", "prefix", "At the cap: prefix stops, skip passes over what is too long"});
  own.push_back({"heading_characters", 0, "The heading of the whole summary"});
  return own;
}

std::string summary_fault(const Parameters& parameters) {
  const Result<std::vector<Section>> sections = read_sections(parameters.value("sections"));
  if (!sections) {
    return sections.error().text();
  }
  const Value& heading = parameters.value("heading_characters");
  if (!heading.is_integer() || heading.integer() < 0 || heading.integer() > kProseCharactersMax) {
    return "/heading_characters: is not in 0 to " + std::to_string(kProseCharactersMax);
  }
  const std::string& pack = parameters.text("pack");
  return pack == "prefix" || pack == "skip" ? "" : "/pack: is neither prefix nor skip";
}

SummaryPlan plan_of(const Parameters& parameters, std::optional<std::size_t> cap_bytes) {
  SummaryPlan plan;
  plan.sections = *read_sections(parameters.value("sections"));
  plan.cap_bytes = cap_bytes;
  plan.pack = parameters.text("pack") == "skip" ? Pack::kSkip : Pack::kPrefix;
  plan.heading_characters = parameters.size("heading_characters");
  return plan;
}

Visible::Visible(const AtomTable& atoms) : atoms_(atoms), seen_(atoms.size()) {}

void Visible::read(const Segments& segments, bool derived) {
  for (const Segment& segment : segments) {
    if (segment.kind == SegmentKind::kInvented) {
      invented_.push_back(segment);
      continue;
    }
    if (segment.atom < 0) {
      continue;
    }
    Seen& seen = seen_[static_cast<std::size_t>(segment.atom)];
    if (segment.kind == SegmentKind::kClosing) {
      seen.body = seen.assent = false;
      continue;
    }
    if (!seen.body && !seen.assent) {
      seen.place = next_place_++;
    }
    if (segment.kind == SegmentKind::kAssent) {
      seen.assent = true;
      continue;
    }
    seen.best = seen.body && !better(segment, seen.best) ? seen.best : segment;
    seen.body = true;
    seen.assent = seen.assent || derived || segment.age_rounds > 0;
  }
}

Segments Visible::open() const {
  std::vector<std::pair<int, Segment>> found;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const Seen& seen = seen_[i];
    const bool assented = !atoms_[i].needs_assent || seen.assent;
    if (seen.body && assented) {
      found.emplace_back(seen.place, seen.best);
    } else if (seen.assent && !seen.body) {
      Segment label = body_of(static_cast<int>(i), ascii(atoms_[i].label.size()));
      label.level = Level::kLabel;
      found.emplace_back(seen.place, label);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  Segments open;
  for (auto& [place, segment] : found) {
    open.push_back(segment);
  }
  open.insert(open.end(), invented_.begin(), invented_.end());
  return open;
}

Message write_summary(const AtomTable& atoms, const Segments& open, const SummaryPlan& plan,
                      std::uint64_t round) {
  Message message{.role = Role::kSummary, .derived = true};
  Packer packer(message, plan);
  if (plan.heading_characters > 0) {
    packer.add({.kind = SegmentKind::kHeading, .size = ascii(plan.heading_characters)});
  }
  for (const Section& section : plan.sections) {
    const std::uint64_t grown = section.growth_characters * (round - 1);
    packer.add_prose(static_cast<std::size_t>(std::min<std::uint64_t>(
        kProseCharactersMax, section.heading_characters + section.prose_characters + grown)));
    const auto take = [&](const Segment& segment) {
      if (segment.atom >= 0 && segment.kind != SegmentKind::kInvented &&
          belongs(section, atoms[static_cast<std::size_t>(segment.atom)])) {
        packer.add(carried(segment, atoms));
      }
    };
    if (plan.newest_first) {
      std::for_each(open.rbegin(), open.rend(), take);
    } else {
      std::for_each(open.begin(), open.end(), take);
    }
  }
  for (const Segment& segment : open) {
    if (segment.kind == SegmentKind::kInvented) {
      packer.add(carried(segment, atoms));
    }
  }
  return message;
}

}  // namespace holdfast
