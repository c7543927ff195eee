// Finds the entry whose words a compaction repeats in the new context. Of equal texts the newest
// are the ones that were kept, each once. A header of its own because every file
// core/sessions/*.cpp is a reader.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/session.h"
#include "core/session_text.h"

namespace holdfast::sessions {

class KeptTexts {
 public:
  // How many of the newest entries of a text were looked at for one boundary.
  using Seen = std::unordered_map<std::size_t, std::size_t>;

  // Entries are remembered in order.
  void remember(const Entry& entry, std::size_t index) {
    places_[hash_of(entry.text)].push_back(index);
  }

  // Of an entry that was remembered and is taken back with all behind it. Which of equal texts goes
  // first is all the same: what is taken back is the newest of its text.
  void forget(const Entry& entry) { places_[hash_of(entry.text)].pop_back(); }

  // Ask for the newest texts first, with the same `seen`.
  std::optional<std::size_t> find(const std::vector<Entry>& entries, Author author,
                                  std::string_view text, Seen& seen) const {
    const std::size_t hash = hash_of(text);
    const auto found = places_.find(hash);
    if (found == places_.end()) {
      return std::nullopt;
    }
    const std::vector<std::size_t>& indexes = found->second;
    for (std::size_t& count = seen[hash]; count < indexes.size();) {
      const std::size_t index = indexes[indexes.size() - ++count];
      if (entries[index].author == author && trim_text(entries[index].text) == trim_text(text)) {
        return index;
      }
    }
    return std::nullopt;
  }

 private:
  static std::size_t hash_of(std::string_view text) {
    return std::hash<std::string_view>()(trim_text(text));
  }

  std::unordered_map<std::size_t, std::vector<std::size_t>> places_;  // by the hash of the text
};

}  // namespace holdfast::sessions
