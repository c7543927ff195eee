// Invariants: a table has a free place at all times, so that every search ends; all keys between
// the place that a key's hash gives and the place where it stands are taken (linear probing;
// nothing is ever removed); no key is all zeros. Ids that were made to collide make searches long;
// the std::unordered_map of the active directives has no defence against that either.
#include "core/closed_ids.h"

#include <cstring>

#include "core/check.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

constexpr std::size_t kTableBits = 6;
constexpr std::size_t kPlacesMin = 8;

// More than four of five places taken make searches for ids that are not there long.
bool is_full(std::size_t taken, std::size_t places) { return (taken + 1) * 5 > places * 4; }

}  // namespace

// A short id stands for itself, behind its length; a longer one by its digest.
ClosedIds::Key ClosedIds::key_of(std::string_view id) {
  std::array<std::uint8_t, sizeof(Key)> bytes{};
  if (id.size() < bytes.size()) {
    bytes[0] = static_cast<std::uint8_t>(id.size());
    std::memcpy(bytes.data() + 1, id.data(), id.size());
  } else {
    const Digest digest = sha256(id);
    std::memcpy(bytes.data(), digest.data(), bytes.size());
    bytes[0] |= 0x80;
  }
  Key key;
  std::memcpy(&key.low, bytes.data(), 8);
  std::memcpy(&key.high, bytes.data() + 8, 8);
  return key;
}

// The finaliser of MurmurHash3, which lets every bit change every other.
std::uint64_t ClosedIds::hash(const Key& key) {
  std::uint64_t mixed = key.low ^ (key.high * 0x9E3779B97F4A7C15ULL);
  mixed ^= mixed >> 33;
  mixed *= 0xFF51AFD7ED558CCDULL;
  mixed ^= mixed >> 33;
  mixed *= 0xC4CEB9FE1A85EC53ULL;
  return mixed ^ (mixed >> 33);
}

std::size_t ClosedIds::table_of(std::uint64_t hash) { return hash >> (64 - kTableBits); }

std::size_t ClosedIds::place_of(const std::vector<Key>& places, const Key& key,
                                std::uint64_t hash) {
  // The low half of the hash as a fraction of the table, whose size is no power of two.
  std::size_t place = ((hash & 0xFFFFFFFFULL) * places.size()) >> 32;
  while (places[place] != Key{} && places[place] != key) {
    place = place + 1 == places.size() ? 0 : place + 1;
  }
  return place;
}

void ClosedIds::grow(Table& table) {
  const std::size_t size = table.places.size();
  std::vector<Key> larger(size == 0 ? kPlacesMin : size + size / 2);
  for (const Key& key : table.places) {
    if (key != Key{}) {
      larger[place_of(larger, key, hash(key))] = key;
    }
  }
  table.places = std::move(larger);
}

void ClosedIds::insert(std::string_view id) {
  CHECK(!id.empty());
  if (tables_.empty()) {
    tables_.resize(std::size_t{1} << kTableBits);
  }
  const Key key = key_of(id);
  const std::uint64_t hashed = hash(key);
  Table& table = tables_[table_of(hashed)];
  if (is_full(table.taken, table.places.size())) {
    grow(table);
  }
  Key& place = table.places[place_of(table.places, key, hashed)];
  if (place == Key{}) {
    place = key;
    ++table.taken;
    ++size_;
  }
}

bool ClosedIds::contains(std::string_view id) const {
  if (id.empty() || tables_.empty()) {
    return false;
  }
  const Key key = key_of(id);
  const std::uint64_t hashed = hash(key);
  const std::vector<Key>& places = tables_[table_of(hashed)].places;
  return !places.empty() && places[place_of(places, key, hashed)] == key;
}

std::uint64_t ClosedIds::size_bytes() const {
  std::uint64_t size = tables_.size() * sizeof(Table);
  for (const Table& table : tables_) {
    size += table.places.size() * sizeof(Key);
  }
  return size;
}

}  // namespace holdfast
