// The ids of directives that are closed for good: none of them may be issued again, so the fold of
// a ledger has to know them all, and a ledger may close millions.
//
// An id is kept as 16 bytes in tables of open addressing. There are many small tables rather than a
// large one, and each grows by half, so that neither the free places nor a table that is growing
// take much: below 32 bytes an id all in all, once there are some thousands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace holdfast {

class ClosedIds {
 public:
  // `id` is not empty. Nothing happens where it is there already.
  void insert(std::string_view id);
  bool contains(std::string_view id) const;
  std::uint64_t size() const { return size_; }
  std::uint64_t size_bytes() const;  // of the tables

 private:
  struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Key&) const = default;
  };
  struct Table {
    std::vector<Key> places;  // of which a key of zeros is free
    std::size_t taken = 0;
  };

  static Key key_of(std::string_view id);
  static std::uint64_t hash(const Key& key);
  static std::size_t table_of(std::uint64_t hash);
  // Where the key is, or where it belongs.
  static std::size_t place_of(const std::vector<Key>& places, const Key& key, std::uint64_t hash);
  static void grow(Table& table);

  std::vector<Table> tables_;  // none before the first id
  std::uint64_t size_ = 0;
};

}  // namespace holdfast
