#include "harness/sweep_lab.h"

#include <algorithm>

#include "core/check.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::string_view kWords =
    "the run went on with its work and wrote down what it saw on the way while nothing special "
    "happened in the other parts of the house ";
constexpr std::string_view kWordsJa =
    "その間も作業は静かに続いて特に変わったことはなく記録だけが少しずつ増えていった";
constexpr std::string_view kDigitsJa[] = {"０", "１", "２", "３", "４",
                                          "５", "６", "７", "８", "９"};
constexpr int kPrologueMessages = 8;

// Exactly so many characters of the pattern, beginning `shift` characters into it.
std::string repeated(std::string_view pattern, std::size_t characters, std::size_t shift) {
  std::vector<std::string_view> letters;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::size_t from = at;
    next_code_point(pattern, at);
    letters.push_back(pattern.substr(from, at - from));
  }
  std::string text;
  for (std::size_t i = 0; i < characters; ++i) {
    text += letters[(i + shift) % letters.size()];
  }
  return text;
}

// Words that no other rule and no noise has: a part of one rule is never a part of another.
std::string own_words(std::size_t number, std::size_t characters, Language language) {
  constexpr std::string_view kSyllables[] = {"ba", "de", "fi", "go", "ku", "la", "me", "ni",
                                             "po", "ru", "sa", "te", "vi", "wo", "zu", "xe"};
  constexpr std::string_view kSyllablesJa[] = {"ア", "ケ", "シ", "ト", "ヌ", "ハ", "メ", "ミ",
                                               "ヨ", "ル", "ワ", "テ", "ウ", "オ", "ズ", "セ"};
  std::string text;
  std::size_t count = 0;
  for (std::size_t word = 0; count < characters; ++word) {
    std::uint64_t digits = (number * 4096 + word) * 0x9E3779B97F4A7C15ULL;
    for (int i = 0; i < 4 && count < characters; ++i, digits >>= 4U) {
      if (language == Language::kJapanese) {
        text += kSyllablesJa[digits >> 60U];
        ++count;
      } else if (count + 2 <= characters) {
        text += kSyllables[digits >> 60U];
        count += 2;
      } else {
        text += 'y';
        ++count;
      }
      digits = digits << 4U | digits >> 60U;
      digits *= 0xBF58476D1CE4E5B9ULL;
    }
    if (count < characters) {
      text += language == Language::kJapanese ? "・" : " ";
      ++count;
    }
  }
  return text;
}

std::string order_text(std::size_t number, std::size_t characters, Language language) {
  const bool japanese = language == Language::kJapanese;
  std::string begin = "Rule " + std::to_string(number) + ": never touch ";
  if (japanese) {
    begin = "規則";
    for (const char digit : std::to_string(number)) {
      begin += kDigitsJa[static_cast<std::size_t>(digit - '0')];
    }
    begin += "：";
  }
  return begin + own_words(number, characters - count_code_points(begin) - 1, language) +
         (japanese ? "。" : ".");
}

std::pair<Author, std::string_view> author_of(Role role) {
  switch (role) {
    case Role::kUser:
      return {Author::kUser, "prompt"};
    case Role::kAssistant:
      return {Author::kAssistant, "text"};
    case Role::kCall:
      return {Author::kAssistant, "call"};
    case Role::kResult:
      return {Author::kTool, "result"};
    case Role::kSystem:
    case Role::kSummary:
    case Role::kLedger:
      break;
  }
  return {Author::kSystem, "notice"};
}

}  // namespace

SweepLab::SweepLab(Pipeline& pipeline) : pipeline_(pipeline) {
  if (pipeline_.needs_archive()) {
    archive_.contexts.push_back({});
  }
  for (int i = 0; i < kPrologueMessages; ++i) {
    say(i % 2 == 0 ? Role::kUser : Role::kAssistant, {noise(40)});
  }
}

int SweepLab::add(AtomKind kind, std::size_t characters, Language language) {
  CHECK(characters >= 24);
  const std::size_t number = atoms_.size() + 1;
  Atom atom;
  atom.id = "order-" + std::to_string(number);
  atom.label = "matter no. " + std::to_string(number) + "/" + std::to_string(number);
  atom.kind = kind;
  atom.text = order_text(number, characters, language);
  atom.size = {static_cast<std::uint32_t>(characters),
               static_cast<std::uint32_t>(atom.text.size())};
  atom.by_user = kind != AtomKind::kWrite && kind != AtomKind::kEvent;
  atoms_.push_back(std::move(atom));
  states_.push_back(AtomState::kUnborn);
  return static_cast<int>(number) - 1;
}

Segment SweepLab::noise(std::size_t characters, Language language) {
  const std::size_t bytes = language == Language::kEnglish ? characters : 3 * characters;
  return filler({static_cast<std::uint32_t>(characters), static_cast<std::uint32_t>(bytes)});
}

Segment SweepLab::body(int place) const {
  return body_of(place, atoms_[static_cast<std::size_t>(place)].size);
}

Segment SweepLab::closing(int place) {
  states_[static_cast<std::size_t>(place)] = AtomState::kClosed;
  return closing_of(place, ascii(40));
}

std::uint64_t SweepLab::say(Role role, Segments segments) {
  for (const Segment& segment : segments) {
    if (segment.atom >= 0 && segment.kind != SegmentKind::kClosing) {
      states_[static_cast<std::size_t>(segment.atom)] = AtomState::kOpen;
    }
  }
  Message message;
  message.id = ++last_id_;
  message.role = role;
  message.answers = role == Role::kResult ? last_id_ - 1 : 0;
  message.segments = std::move(segments);
  if (pipeline_.needs_archive()) {
    archive_.messages.push_back(message);
  }
  context_.messages.push_back(std::move(message));
  return last_id_;
}

Result<Done> SweepLab::compact() {
  Turn turn;
  turn.atoms = &atoms_;
  turn.states = &states_;
  turn.archive = pipeline_.needs_archive() ? &archive_ : nullptr;
  turn.window_from = window_from_;
  turn.round = ++round_;
  turn.context = std::move(context_);
  turn.context.compacted = false;
  Result<PipelineOutcome> outcome =
      pipeline_.compact(std::move(turn), [this](const Message& m) { return render(m); });
  if (!outcome) {
    return outcome.error();
  }
  if (outcome->refused) {
    return Error{ErrorCode::kSubject, outcome->context.note, pipeline_.identity(),
                 "a sweep needs a compactor that compacts"};
  }
  context_ = std::move(outcome->context);
  window_from_ = context_.messages.size();
  reading_ = read_context(atoms_, context_);
  if (pipeline_.needs_archive()) {
    archive_.contexts.push_back(context_);
    archive_.last_ids.push_back(last_id_);
  }
  return Done{};
}

Result<Done> SweepLab::round() {
  say(Role::kAssistant, {noise(talk_characters_, language_)});
  return compact();
}

Result<bool> SweepLab::fold_out(std::uint64_t id, std::uint64_t rounds_max) {
  for (std::uint64_t round = 0; round < rounds_max; ++round) {
    if (Result<Done> done = this->round(); !done) {
      return done.error();
    }
    if (!is_raw(id)) {
      return true;
    }
  }
  return false;
}

bool SweepLab::is_raw(std::uint64_t id) const {
  return std::any_of(context_.messages.begin(), context_.messages.end(),
                     [&](const Message& message) { return message.id == id && !message.derived; });
}

std::size_t SweepLab::raw_messages() const {
  return static_cast<std::size_t>(
      std::count_if(context_.messages.begin(), context_.messages.end(),
                    [](const Message& message) { return !message.derived; }));
}

std::optional<std::uint64_t> SweepLab::end_in_summary(int place) const {
  for (const Message& message : context_.messages) {
    std::uint64_t end = 0;
    for (const Segment& segment : message.segments) {
      end += segment.kind == SegmentKind::kHeading ? 0 : segment.size.characters;
      if (message.derived && segment.atom == place && segment.kind == SegmentKind::kBody) {
        return end;
      }
    }
  }
  return std::nullopt;
}

Entry SweepLab::render(const Message& message) const {
  Entry entry;
  entry.entry_id = "e-" + std::to_string(message.id);
  entry.seq = message.id;
  const auto [author, kind] = author_of(message.role);
  entry.author = author;
  entry.kind = kind;
  if (message.role == Role::kCall || message.role == Role::kResult) {
    const std::uint64_t call = message.role == Role::kCall ? message.id : message.answers;
    entry.call_id = "call-" + std::to_string(call);
  }
  for (const Segment& segment : message.segments) {
    if (segment.kind == SegmentKind::kBody) {
      entry.text += atoms_[static_cast<std::size_t>(segment.atom)].text;
    } else if (segment.kind == SegmentKind::kAssent) {
      entry.text += "yes";
    } else {
      const bool japanese = segment.size.bytes > segment.size.characters;
      entry.text += repeated(japanese ? kWordsJa : kWords, segment.size.characters,
                             static_cast<std::size_t>(message.id));
    }
  }
  return entry;
}

}  // namespace holdfast
