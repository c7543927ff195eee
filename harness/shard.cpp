#include "harness/shard.h"

#include <cstdlib>
#include <vector>

namespace holdfast {
namespace {

constexpr std::string_view kFlagRemedy =
    "give --shard k/n with k from 1 to n, or --shard 1/1 to run the whole campaign";

Error usage(std::string what, std::string where) {
  return Error{ErrorCode::kUsage, std::move(what), std::move(where), std::string(kFlagRemedy)};
}

// Plain decimal digits; no sign, no space.
std::optional<std::uint64_t> count_from(std::string_view text) {
  if (text.empty() || text.size() > 9) {
    return std::nullopt;
  }
  std::uint64_t count = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') {
      return std::nullopt;
    }
    count = count * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  return count;
}

// How a kind of runner tells its jobs apart.
struct Family {
  const char* index;
  const char* total;
  const char* first;           // holds the number of the first job; nullptr: `counts_from`
  const char* step;            // the distance of two jobs; nullptr: 1
  const char* last;            // holds the number of the last job, where the runner says it
  std::uint64_t counts_from;   // the number of the first job
  bool total_of_one_is_alone;  // the runner sets the total to 1, and no index, where nothing is
                               // split
};

// GoogleTest's protocol (Bazel and others set it), Kubernetes indexed jobs, Slurm job arrays,
// GitLab's `parallel:`. Circle and others that count CI_NODE_INDEX from 0 fail at their first node,
// and so are never mistaken.
constexpr Family kFamilies[] = {
    {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", nullptr, nullptr, nullptr, 0, false},
    {"JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", nullptr, nullptr, nullptr, 0, false},
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_MAX", 0, false},
    {"CI_NODE_INDEX", "CI_NODE_TOTAL", nullptr, nullptr, nullptr, 1, true},
};

class Reader {
 public:
  Reader(const Family& family, const Environment& environment, std::optional<std::uint64_t> of)
      : family_(family), environment_(environment), of_flag_(of) {}

  // nullopt where the family says nothing.
  Result<std::optional<Shard>> read() {
    const auto index = number(family_.index);
    auto total = number(family_.total);
    const bool mentions_more = number(family_.first) || number(family_.step);
    if (error_) {
      return *error_;
    }
    if (!index && !total && !mentions_more) {
      return std::optional<Shard>();
    }
    if (!index && total == std::optional<std::uint64_t>(1) && family_.total_of_one_is_alone) {
      return std::optional<Shard>();
    }
    if (!index) {
      return half_set(family_.index);
    }
    if (of_flag_ && total && *of_flag_ != *total) {
      return usage("--shard says " + std::to_string(*of_flag_) + " shards, the variable says " +
                       std::to_string(*total),
                   family_.total);
    }
    if (!total) {
      total = of_flag_;
    }
    if (!total) {
      return half_set(family_.total);
    }
    return place(*index, *total);
  }

 private:
  // nullopt where the variable is not set or empty; a runner may leave an empty one behind.
  std::optional<std::uint64_t> number(const char* name) {
    const auto text = name == nullptr ? std::nullopt : environment_(name);
    if (!text || text->empty()) {
      return std::nullopt;
    }
    const auto count = count_from(*text);
    if (!count && !error_) {
      error_ = usage("the variable holds no count (plain digits)", name);
    }
    return count;
  }

  Result<std::optional<Shard>> half_set(const char* missing) const {
    const bool index_is_there = missing != family_.index;
    return Error{ErrorCode::kUsage,
                 std::string("the variables of a shard are half set: ") +
                     (index_is_there ? family_.index : family_.total) + " is there and " + missing +
                     " is not",
                 missing,
                 index_is_there
                     ? "set it too, or give --shard n for the number of shards, or --shard k/n"
                     : std::string(kFlagRemedy)};
  }

  Result<std::optional<Shard>> place(std::uint64_t index, std::uint64_t total) {
    std::uint64_t first = family_.counts_from;
    if (family_.first != nullptr) {
      const auto minimum = number(family_.first);
      if (!minimum) {
        return half_set(family_.first);
      }
      first = *minimum;
    }
    const std::uint64_t step = number(family_.step).value_or(1);
    const auto last = number(family_.last);
    if (error_) {
      return *error_;
    }
    if (total == 0 || total > kShardsMax) {
      return usage("the number of shards must be from 1 to " + std::to_string(kShardsMax),
                   family_.total);
    }
    // An array of jobs may have gaps (1,5,7); then the numbers do not say which part is whose.
    const bool gaps = step == 0 || index < first || (index - first) % step != 0 ||
                      (last && *last != first + (total - 1) * step);
    if (family_.first != nullptr && gaps) {
      return usage("the numbers of the jobs have gaps, so they do not say which shard this is",
                   family_.index);
    }
    if (index < first || (index - first) / step >= total) {
      return usage("it is " + std::to_string(index) + ", and the " + std::to_string(total) +
                       " shards count from " + std::to_string(first),
                   family_.index);
    }
    return std::optional<Shard>(Shard{(index - first) / step, total});
  }

  const Family& family_;
  const Environment& environment_;
  std::optional<std::uint64_t> of_flag_;
  std::optional<Error> error_;
};

}  // namespace

std::string Shard::text() const { return std::to_string(index + 1) + "/" + std::to_string(of); }

Result<Shard> shard_from(std::string_view text) {
  const auto slash = text.find('/');
  const std::uint64_t k = count_from(text.substr(0, slash)).value_or(0);
  const std::uint64_t n =
      slash == std::string_view::npos ? 0 : count_from(text.substr(slash + 1)).value_or(0);
  if (n == 0 || n > kShardsMax || k == 0 || k > n) {
    return usage("no shard from 1/n to n/n, with n up to " + std::to_string(kShardsMax), "--shard");
  }
  return Shard{k - 1, n};
}

Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

Result<ShardChoice> choose_shard(std::string_view flag, const Environment& environment) {
  if (flag.find('/') != std::string_view::npos) {
    const Result<Shard> shard = shard_from(flag);
    return shard ? Result<ShardChoice>(ShardChoice{*shard, ""}) : shard.error();
  }
  std::optional<std::uint64_t> of;
  if (!flag.empty()) {
    of = count_from(flag);
    if (!of || *of == 0 || *of > kShardsMax) {
      return usage("neither a shard k/n nor a number of shards", "--shard");
    }
  }
  ShardChoice choice;
  const Family* honoured = nullptr;
  for (const Family& family : kFamilies) {
    const auto read = Reader(family, environment, of).read();
    if (!read) {
      return read.error();
    }
    if (!*read) {
      continue;
    }
    if (honoured != nullptr && choice.shard != **read) {
      return usage(std::string("the variables contradict each other: ") + honoured->index +
                       " makes this shard " + choice.shard.text() + ", " + family.index + " " +
                       (*read)->text(),
                   family.index);
    }
    choice.shard = **read;
    honoured = honoured == nullptr ? &family : honoured;
  }
  if (honoured == nullptr && of) {
    return usage("--shard says how many shards there are, and no variable says which one this is",
                 "--shard");
  }
  if (honoured != nullptr) {
    choice.note =
        "shard " + choice.shard.text() + ", from " + honoured->index + " and " +
        (environment(honoured->total).value_or("").empty() ? "--shard" : honoured->total) +
        "; --shard 1/1 runs the whole campaign";
  }
  return choice;
}

}  // namespace holdfast
