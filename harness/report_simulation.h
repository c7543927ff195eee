// What a report of a simulation says: read from simulation/v1, as `holdfast simulate --json` prints
// it. The texts in it are generated, so they may be shown.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/value.h"
#include "generators/candidate.h"
#include "harness/report_facts.h"

namespace holdfast {

struct SimulationFacts {
  struct Control {
    std::string name;
    bool refused = false;
    std::vector<std::string> reasons;
  };
  struct Item {
    std::string id, kind, label;
    std::uint64_t said = 0, over = 0, fell = 0;  // rounds; 0: never
    std::string fell_to;
  };
  struct Round {
    std::uint64_t round = 0;
    std::uint64_t messages_before = 0, messages_after = 0;
    std::uint64_t characters_before = 0, characters_after = 0;
    std::uint64_t entries = 0, invented = 0;
    bool compacted = false, order_lost = false, promoted = false;
    std::string note;
    std::vector<Fate> fates;  // by the item's place
    std::string verdict;      // empty: nothing was compacted
    std::vector<std::string> reasons;
    bool lost() const;
  };
  Standing standing = Standing::kNothingAsked;
  std::string headline, summary;
  std::vector<ReportGround> grounds;
  std::string pipeline, verifier, seed;
  bool ledger = false, gate = true;
  std::vector<Control> controls;
  std::vector<Item> items;
  std::vector<Round> rounds;
  std::uint64_t compactions = 0, promoted = 0, refused = 0, losses = 0, survivors = 0,
                false_alarms = 0, accidents = 0;
  std::string again;

  std::uint64_t fell_count() const;
  std::uint64_t first_fall() const;  // the round; 0: never
};

// Errors are kInput and name file and member.
Result<SimulationFacts> simulation_facts(const Value& document, const std::string& where);

}  // namespace holdfast
