// Which ids were seen already. A session has one for nearly every line, and a set of std::string
// spent more time on them than the parser on the line: here all ids lie in one string, found by
// open addressing. Equality is that of the bytes, never of the hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::sessions {

class SeenIds {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t size() const { return count_; }

  // How many ids were inserted before this one; kNone where it was not.
  std::size_t find(std::string_view id) const {
    if (slots_.empty()) {
      return kNone;
    }
    const Slot& slot = slots_[slot_of(std::hash<std::string_view>()(id), id)];
    return slot.used ? slot.ordinal : kNone;
  }

  // Whether the id is new.
  bool insert(std::string_view id) {
    if (2 * (count_ + 1) > slots_.size()) {
      grow();
    }
    const std::size_t hash = std::hash<std::string_view>()(id);
    Slot& slot = slots_[slot_of(hash, id)];
    if (slot.used) {
      return false;
    }
    slot = {
        .hash = hash, .offset = ids_.size(), .size = id.size(), .ordinal = count_, .used = true};
    ids_.append(id);
    ++count_;
    return true;
  }

 private:
  struct Slot {
    std::size_t hash = 0;
    std::size_t offset = 0;
    std::size_t size = 0;
    std::size_t ordinal = 0;
    bool used = false;
  };

  // The slot that holds the id, or the empty one where it belongs. Half of the slots are empty.
  std::size_t slot_of(std::size_t hash, std::string_view id) const {
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].used &&
           (slots_[at].hash != hash ||
            std::string_view(ids_).substr(slots_[at].offset, slots_[at].size) != id)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  void grow() {
    const std::vector<Slot> old =
        std::exchange(slots_, std::vector<Slot>(slots_.empty() ? kSlotsMin : 2 * slots_.size()));
    for (const Slot& slot : old) {
      if (slot.used) {
        slots_[slot_of(slot.hash, std::string_view(ids_).substr(slot.offset, slot.size))] = slot;
      }
    }
  }

  static constexpr std::size_t kSlotsMin = 256;  // a power of two, as every size
  std::vector<Slot> slots_;
  std::string ids_;
  std::size_t count_ = 0;
};

}  // namespace holdfast::sessions
