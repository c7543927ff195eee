#include "cli/simulate_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/output.h"
#include "cli/seed.h"
#include "core/file.h"
#include "core/json.h"
#include "generators/recipe.h"
#include "harness/builtin_subject.h"
#include "harness/simulation_report.h"
#include "harness/sweep.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kRowsShownMax = 200;

HistoryShape shape_of(const SimulateFlags& flags) {
  HistoryShape shape;
  shape.entries = flags.entries;
  shape.detours = flags.detours;
  shape.japanese_percent = flags.japanese_percent;
  return shape;
}

Result<std::unique_ptr<Pipeline>> pipeline_for(const SimulateFlags& flags) {
  if (!flags.subject.empty()) {
    CompactLimits limits;
    limits.budget_characters = flags.budget_characters;
    limits.answer_deadline_ms = flags.deadline_ms;
    return start_command_pipeline(flags.subject, limits);
  }
  Result<Recipe> recipe = find_recipe(flags.runtime);
  if (!recipe) {
    return recipe.error();
  }
  return make_recipe_pipeline(flags.ledger ? with_ledger(std::move(*recipe)) : std::move(*recipe));
}

ExitCode list_runtimes(bool json) {
  Value runtimes = Value::array();
  Value models = Value::array();
  std::string text = "runtimes: recipes of models; --runtime also takes the path of a recipe\n";
  for (const BundledRecipe& bundled : bundled_recipes()) {
    const Result<Recipe> recipe = find_recipe(std::string(bundled.name));
    if (!recipe) {
      return fail(recipe.error());
    }
    Value stages = Value::array();
    std::string names;
    for (const Stage& stage : recipe->stages) {
      stages.append(stage.compactor->name);
      names += (names.empty() ? "" : ", ") + std::string(stage.compactor->name);
    }
    runtimes.append(Value::object(
        {{"name", recipe->name}, {"comment", recipe->comment}, {"stages", std::move(stages)}}));
    text += fmt::format("  {}\n      {}\n      {}\n", recipe->name, recipe->comment, names);
  }
  text += "\nmodels: what one kind of runtime does to its context\n";
  for (const Compactor& model : compactors::all()) {
    Value parameters = Value::array();
    text += fmt::format("  {}\n      {}\n      as in: {}\n", model.name, model.summary,
                        model.stands_for);
    for (const Parameter& parameter : model.parameters) {
      parameters.append(Value::object({{"name", parameter.name},
                                       {"default", parameter.value},
                                       {"meaning", parameter.meaning}}));
      text += fmt::format("      {} = {}: {}\n", parameter.name,
                          write_compact_json(parameter.value), parameter.meaning);
    }
    models.append(Value::object({{"name", model.name},
                                 {"summary", model.summary},
                                 {"stands_for", model.stands_for},
                                 {"parameters", std::move(parameters)}}));
  }
  if (json) {
    print_json(Value::object({{"runtimes", std::move(runtimes)}, {"models", std::move(models)}}));
  } else {
    print(text);
  }
  return ExitCode::kClean;
}

ExitCode write_history(const SimulateFlags& flags, std::uint64_t seed) {
  History history(seed, shape_of(flags));
  std::string bytes;
  while (std::optional<HistoryEntry> entry = history.next()) {
    bytes += to_entries_line(history.entry_of(entry->message));
  }
  const Result<Done> written = write_file(flags.write_history, bytes);
  return written ? ExitCode::kClean : fail(written.error());
}

ExitCode run_sweep(const SimulateFlags& flags, Pipeline& pipeline) {
  if (!flags.json) {
    print("sweep of " + pipeline.identity() + ": what it loses, learnt by planting\n");
  }
  const Result<std::vector<SweepFinding>> findings =
      sweep(pipeline, {}, [&](const SweepFinding& finding) {
        if (!flags.json) {
          print(fmt::format("  {} {:<28} {}\n", finding.lost ? "x" : "=", finding.question,
                            finding.sentence));
        }
      });
  if (!findings) {
    return fail(findings.error());
  }
  if (flags.json) {
    print_json(document_of(*findings, pipeline.identity()));
  }
  return ExitCode::kClean;
}

// A loss that was accepted, a ledger that lost anything, an alarm without a loss.
ExitCode exit_code_of(const SimulationResult& result, bool ledger) {
  const bool finding = result.survivors > 0 || result.false_alarms > 0 || result.accidents > 0 ||
                       (ledger && result.losses > 0);
  return finding ? ExitCode::kFinding : ExitCode::kClean;
}

// What a verifier does not declare is not asked of it, and a simulation asks for all of these.
std::optional<Error> unasked(const SubjectDescription& verifier) {
  std::string missing;
  const auto need = [&](const std::vector<std::string>& declared, std::string_view word) {
    if (std::find(declared.begin(), declared.end(), word) == declared.end()) {
      missing += (missing.empty() ? "" : ", ") + std::string(word);
    }
  };
  need(verifier.schemas, kManifestV2);
  need(verifier.policies, "exact");
  need(verifier.evidence, "ledger");
  need(verifier.evidence, "progress");
  if (missing.empty()) {
    return std::nullopt;
  }
  return Error{
      ErrorCode::kSubject, "the verifier does not declare " + missing, "--verifier",
      "a simulation asks about resume-manifest/v2 with the ledger and progress as evidence"};
}

ExitCode run_rounds(const SimulateFlags& flags, Pipeline& pipeline, std::uint64_t seed) {
  const std::unique_ptr<SubjectFactory> factory =
      flags.verifier.empty() ? make_builtin_subject_factory()
                             : make_command_subject_factory(flags.verifier);
  Result<std::unique_ptr<Subject>> verifier = factory->start();
  if (!verifier) {
    return fail(verifier.error());
  }
  if (const std::optional<Error> error = unasked((*verifier)->description())) {
    return fail(*error);
  }
  SimulationOptions options;
  options.seed = seed;
  options.rounds = flags.rounds;
  options.history = shape_of(flags);
  options.gate = !flags.no_gate;
  if (!flags.json) {
    print(fmt::format("{}, {} rounds over {} entries, verifier {}{}{}, seed {}\n",
                      pipeline.identity(), flags.rounds, flags.entries, factory->identity(),
                      flags.ledger ? ", with the ledger" : "",
                      flags.no_gate ? ", without the gate" : "", seed));
  }
  const std::vector<SimulationControl> controls = ask_simulation_controls(**verifier, seed);
  std::vector<ItemSummary> items;
  const History history(seed, options.history);
  for (const Atom& atom : history.atoms()) {
    items.push_back({.id = atom.id, .kind = atom.kind, .label = atom.label});
  }
  SimulationWatch watch;
  watch.on_row = [&](const SimulationRow& row) {
    if (!flags.json && flags.rounds <= kRowsShownMax) {
      print(round_line(row, items));
    }
  };
  const Result<SimulationResult> result = simulate(pipeline, **verifier, options, watch);
  if (!result) {
    return fail(result.error());
  }
  if (flags.json) {
    print_json(document_of(*result, {.pipeline = pipeline.identity(),
                                     .verifier = factory->identity(),
                                     .seed = seed,
                                     .ledger = flags.ledger,
                                     .gate = !flags.no_gate,
                                     .controls = controls}));
  } else {
    print(simulation_text(*result) + controls_text(controls));
  }
  const bool control_failed = std::any_of(controls.begin(), controls.end(),
                                          [](const auto& control) { return control.refused; });
  return control_failed ? ExitCode::kControlFailed : exit_code_of(*result, flags.ledger);
}

}  // namespace

ExitCode run_simulate(const SimulateFlags& flags) {
  if (flags.list) {
    return list_runtimes(flags.json);
  }
  const std::uint64_t seed = flags.seed ? *flags.seed : draw_seed();
  if (const std::string fault = fault_of(shape_of(flags)); !fault.empty()) {
    return fail({ErrorCode::kUsage, fault, "--entries", ""});
  }
  if (!flags.write_history.empty()) {
    if (!flags.seed) {
      note("seed " + std::to_string(seed));
    }
    return write_history(flags, seed);
  }
  if (flags.runtime.empty() == flags.subject.empty()) {
    return fail({ErrorCode::kUsage, "give either --runtime or --subject", "",
                 "holdfast simulate --list names the runtimes"});
  }
  Result<std::unique_ptr<Pipeline>> pipeline = pipeline_for(flags);
  if (!pipeline) {
    return fail(pipeline.error());
  }
  return flags.sweep ? run_sweep(flags, **pipeline) : run_rounds(flags, **pipeline, seed);
}

}  // namespace holdfast
