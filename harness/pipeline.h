// What compacts in a simulation: a recipe of bundled models, or a command that answers `compact`
// requests of subject/v1.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/session.h"
#include "core/value.h"
#include "generators/compactor.h"
#include "generators/recipe.h"

namespace holdfast {

struct PipelineOutcome {
  Context context;
  bool refused = false;  // the command says that it cannot compact
  // What the command says a resumed run has to know; null where it leaves that to the reader of its
  // summary.
  Value manifest;
};

// The texts of messages, for those who read them.
using RenderEntry = std::function<Entry(const Message& message)>;

class Pipeline {
 public:
  virtual ~Pipeline() = default;
  // Errors: the command broke the protocol or ended.
  virtual Result<PipelineOutcome> compact(Turn turn, const RenderEntry& render) = 0;
  virtual bool needs_archive() const { return false; }
  // What a report says was run, e.g. "runtime yoi".
  virtual std::string identity() const = 0;
};

std::unique_ptr<Pipeline> make_recipe_pipeline(Recipe recipe);

struct CompactLimits {
  std::size_t budget_characters = 4000;  // that the summary may have
  int start_deadline_ms = 10'000;
  int answer_deadline_ms = 60'000;  // a summariser takes its time
  std::size_t line_bytes_max = 16 * 1024 * 1024;
};
// The command is run by `/bin/sh -c`, shaken hands with, and asked once a round. It is given the
// entries since the last compaction and its previous summary; the new context is its summary.
Result<std::unique_ptr<Pipeline>> start_command_pipeline(const std::string& command,
                                                         const CompactLimits& limits = {});

}  // namespace holdfast
