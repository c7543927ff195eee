// A compactor stands for what one kind of runtime does to its context: one file each in
// generators/compactors/; the file's name is its name, and adding the file is all there is to do.
// A recipe (generators/recipe.h) composes them into a runtime.
//
// Stages are nested: each gets the rest of the pipeline as `next`. One that limits what is seen
// changes the turn and calls `next`; one that cuts the outcome calls `next` and changes what comes
// back; one that makes the context does not call it; one that wraps (a ledger, a race, a failure)
// decides. What follows the last stage of a recipe gives the context back as it is.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/value.h"
#include "generators/context.h"

namespace holdfast {

// What the trusted side knows of an atom, whatever a context says.
enum class AtomState : std::uint8_t { kUnborn, kOpen, kClosed };

// What no compaction touches, for stages that look back (forks, rollbacks, stale readers).
struct Archive {
  std::vector<Message> messages;        // every message ever said
  std::vector<std::uint64_t> last_ids;  // the last message said by the end of each round
  std::vector<Context> contexts;  // as each round left it; the first is the one before round 1
};

// One round: the context as the last one left it, with what was said since at its end.
struct Turn {
  const AtomTable* atoms = nullptr;
  Context context;
  std::size_t window_from = 0;  // the first message of this round, in context.messages
  std::uint64_t round = 1;
  // By the atom's place; set wherever a recipe runs.
  const std::vector<AtomState>* states = nullptr;
  // Set where the recipe has a stage that asks for it.
  const Archive* archive = nullptr;

  const AtomTable& table() const { return *atoms; }
};

using Next = std::function<Context(Turn)>;

struct Parameter {
  std::string_view name;  // units last
  Value value;            // the default, as found in the runtime it stands for
  std::string_view meaning;
};

// The values of a stage: the recipe's over the defaults. Reading one that was not declared, or as
// another kind, is a fault of the program; a recipe's own faults are found when it is read.
class Parameters {
 public:
  // Errors: a name that is not declared, a value of another kind than the default.
  static Result<Parameters> over(const std::vector<Parameter>& declared, const Value& given);

  std::int64_t number(std::string_view name) const;
  std::size_t size(std::string_view name) const;  // a number that is not negative
  bool flag(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  const Value& value(std::string_view name) const;
  bool has(std::string_view name) const { return values_.find(name) != nullptr; }

 private:
  Value values_ = Value::object();
};

struct Compactor {
  std::string_view name{};  // set by the registry
  std::string_view summary;
  std::string_view stands_for;  // the runtimes it was read off
  std::vector<Parameter> parameters;
  // Pure: the same turn, parameters and `next` give the same context.
  Context (*compact)(Turn turn, const Parameters& parameters, const Next& next) = nullptr;
  bool needs_archive = false;
  // Says why values cannot be used together or are out of range; empty where they can.
  std::string (*fault)(const Parameters& parameters) = nullptr;
};

namespace compactors {
std::span<const Compactor> all();
}
const Compactor* find_compactor(std::string_view name);

// One stage alone, for tests and for those who write compactors: the context as it is afterwards.
// Faulty parameters are a fault of the program.
Context compact_once(const Compactor& compactor, Turn turn, const Value& parameters = {});

}  // namespace holdfast
