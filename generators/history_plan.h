// What a history says of its atoms, and where: everything in it but the noise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generators/history.h"
#include "generators/history_drafts.h"

namespace holdfast {

struct PlannedMessage {
  std::uint64_t entry = 0;
  Role role = Role::kUser;
  std::uint64_t answers = 0;
  Segments segments{};
  std::vector<AtomChange> changes{};
  std::optional<DetourMark> detour{};
};

struct HistoryPlan {
  std::uint64_t seed = 0;
  HistoryShape shape;
  AtomTable atoms;
  std::vector<Language> languages;       // by the atom's place
  std::vector<std::string> closings;     // by the atom's place; empty where nothing closes it
  std::vector<PlannedMessage> messages;  // by entry, each at most once
  std::vector<DetourSpan> detours;       // in order, none inside another
};

HistoryPlan plan_history(std::uint64_t seed, const HistoryShape& shape);

// Streams of the seed's randomness: the plan has one, every message has kMessageStreams.
inline constexpr std::uint64_t kPlanStream = 0;
inline constexpr std::uint64_t kMessageStreams = 64;

}  // namespace holdfast
