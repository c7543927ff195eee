#include "generators/text_reading.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/unicode.h"

namespace holdfast {
namespace {

struct Found {
  std::size_t from = 0;
  std::size_t size = 0;
  int atom = -1;
  Level level = Level::kVerbatim;
};

// Words as byte ranges: runs between white space, and every single character of a script that
// writes without spaces.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t word = std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    const char32_t character = next_code_point(text, at);
    const bool space = is_white_space(character);
    const bool alone = character >= 0x3000;
    if ((space || alone) && word != std::string_view::npos) {
      words.push_back(text.substr(word, from - word));
      word = std::string_view::npos;
    }
    if (alone && !space) {
      words.push_back(text.substr(from, at - from));
    } else if (!space && word == std::string_view::npos) {
      word = from;
    }
  }
  if (word != std::string_view::npos) {
    words.push_back(text.substr(word));
  }
  return words;
}

// The longest run of the atom's words that stands in the text.
std::optional<Found> find_part(std::string_view text, std::string_view part_of) {
  const std::vector<std::string_view> words = words_of(part_of);
  const std::size_t count_min = std::max<std::size_t>(3, (words.size() + 2) / 3);
  std::optional<Found> best;
  for (std::size_t i = 0; i + count_min <= words.size(); ++i) {
    for (std::size_t count = words.size() - i; count >= count_min; --count) {
      const char* const begin = words[i].data();
      const char* const end = words[i + count - 1].data() + words[i + count - 1].size();
      const std::string_view run(begin, static_cast<std::size_t>(end - begin));
      const std::size_t at = text.find(run);
      if (at != std::string_view::npos) {
        if (!best || run.size() > best->size) {
          best = Found{at, run.size(), -1, Level::kChanged};
        }
        break;
      }
    }
  }
  return best;
}

std::optional<Found> find_atom(const Atom& atom, std::string_view text,
                               std::string_view folded_text) {
  if (const std::size_t at = text.find(atom.text); at != std::string_view::npos) {
    return Found{at, atom.text.size(), -1, Level::kVerbatim};
  }
  std::optional<Found> found = find_part(text, atom.text);
  if (folded_text.find(folded(atom.text)) != std::string_view::npos) {
    const Found place = found.value_or(Found{});
    return Found{place.from, place.size, -1, Level::kSame};
  }
  if (found) {
    return found;
  }
  for (const std::string& name : {atom.label, atom.id}) {
    const std::size_t at = name.empty() ? std::string_view::npos : text.find(name);
    if (at != std::string_view::npos) {
      return Found{at, name.size(), -1, Level::kLabel};
    }
  }
  return std::nullopt;
}

Size size_of_text(std::string_view text) {
  return {static_cast<std::uint32_t>(count_code_points(text)),
          static_cast<std::uint32_t>(text.size())};
}

}  // namespace

Segments segments_of_text(const AtomTable& atoms, std::string_view text) {
  const std::string folded_text = folded(text);
  std::vector<Found> all;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (std::optional<Found> found = find_atom(atoms[i], text, folded_text)) {
      found->atom = static_cast<int>(i);
      all.push_back(*found);
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Found& a, const Found& b) { return a.from < b.from; });
  Segments segments;
  std::size_t at = 0;
  for (const Found& found : all) {
    // What lies inside of another atom's text has no length of its own.
    const std::size_t from = std::max(at, found.from);
    const std::size_t to = std::max(from, found.from + found.size);
    if (from > at) {
      segments.push_back(filler(size_of_text(text.substr(at, from - at))));
    }
    Segment segment = body_of(found.atom, size_of_text(text.substr(from, to - from)));
    segment.level = found.level;
    segments.push_back(segment);
    at = to;
  }
  if (at < text.size()) {
    segments.push_back(filler(size_of_text(text.substr(at))));
  }
  return segments;
}

}  // namespace holdfast
