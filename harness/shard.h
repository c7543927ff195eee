// Which part of a campaign this process runs: blocks whose index modulo `of` is `index`.
//
// Shards do not talk to each other: any machine can run any of them, and `holdfast merge` proves
// afterwards that together they were the whole. The numbers come from `--shard` or from the
// variables that a runner of many jobs sets. Anything that could be read in two ways is an error: a
// shard that silently ran everything would be counted many times, one that ran nothing not at all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace holdfast {

inline constexpr std::uint64_t kShardsMax = 1'000'000;

struct Shard {
  std::uint64_t index = 0;  // from 0; people count from 1
  std::uint64_t of = 1;

  bool is_whole() const { return of == 1; }
  bool runs(std::uint64_t block) const { return block % of == index; }
  // "2/4"
  std::string text() const;
  bool operator==(const Shard&) const = default;
};

// "k/n" with k from 1.
Result<Shard> shard_from(std::string_view text);

struct ShardChoice {
  Shard shard;
  std::string note;  // for the user, where variables were honoured; empty otherwise
};

// The value of an environment variable; nullopt where it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
Environment process_environment();

// `flag` is what --shard was given, empty for nothing: "k/n" wins over every variable and "1/1"
// thereby switches them off; "n" alone says how many shards there are and leaves which one this is
// to the variables.
Result<ShardChoice> choose_shard(std::string_view flag, const Environment& environment);

}  // namespace holdfast
