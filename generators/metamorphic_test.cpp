// Eight relations between two runs that must hold whatever the numbers are. Each holds for the
// control, the ledger around any model, and is seen to fail for the models that are known to break
// it: a relation that nothing breaks would prove nothing.
#include <functional>

#include "generators/compactor_test.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

Stage stage(std::string_view model, const Value& parameters = {}) {
  const Compactor* compactor = find_compactor(model);
  CHECK(compactor != nullptr);
  Result<Parameters> resolved = Parameters::over(compactor->parameters, parameters);
  CHECK(resolved.ok() && (compactor->fault == nullptr || compactor->fault(*resolved).empty()));
  return {compactor, std::move(*resolved)};
}

Recipe recipe(std::vector<Stage> stages) { return {"test", "", std::move(stages)}; }

// A summariser that loses nothing and keeps nothing beside its summary.
Stage lossless() {
  return stage("tail_rewrite", Value::object({{"tail", "none"}, {"cap_tokens", Value()}}));
}

Stage cut_to(std::int64_t characters) {
  return stage("placement", Value::object({{"kept_characters", characters}}));
}

Stage kept_as_it_is() {
  return stage("slide", Value::object({{"variant", "tail_n"}, {"keep_messages", 100}}));
}

// A run of a recipe, round by round.
struct Run {
  Table table;
  Recipe pipeline;
  Context context;
  Archive archive;

  explicit Run(Recipe recipe) : pipeline(std::move(recipe)) { archive.contexts.push_back({}); }

  void round(std::vector<Message> window) {
    for (Message& message : window) {
      message.id = archive.messages.size() + 1;
      archive.messages.push_back(message);
    }
    Turn turn = table.turn(std::move(context), std::move(window), archive.contexts.size());
    turn.archive = &archive;
    context = run_recipe(pipeline, std::move(turn));
    archive.contexts.push_back(context);
    archive.last_ids.push_back(archive.messages.size());
  }
  // Which atoms are said, and how.
  std::string reading() const {
    return table.left(context) + " | " + table.ids(context, Level::kSame) + " | " +
           table.ids(context, Level::kChanged) + " | " + table.ids(context, Level::kLabel);
  }
};

// True where the relation holds for the recipe.
using Relation = bool (*)(const Recipe&);

bool twice_equals_once(const Recipe& pipeline) {
  Run run(pipeline);
  run.round({user({run.table.body("d", 60)}), user({filler(ascii(200))})});
  const std::string once = run.reading();
  run.round({});
  return run.reading() == once;
}

// Survival of a directive behind so much narrative of another section.
std::string behind(const Recipe& pipeline, std::size_t filler_characters) {
  Run run(pipeline);
  // A summary that another section has filled already.
  Message summary =
      message_of(Role::kSummary, {filler(ascii(filler_characters)), run.table.body("d", 60)});
  summary.derived = true;
  run.context.messages.push_back(std::move(summary));
  run.round({user({filler(ascii(100))})});
  return run.reading();
}
bool another_section_is_no_matter(const Recipe& pipeline) {
  return behind(pipeline, 10) == behind(pipeline, 3000);
}

std::string beside(const Recipe& pipeline, Size size) {
  Run run(pipeline);
  std::vector<Message> window = {user({run.table.body("d", 60)})};
  for (int i = 0; i < 20; ++i) {
    window.push_back(user({filler(size)}));
  }
  run.round(std::move(window));
  return run.reading();
}
bool other_messages_are_no_matter(const Recipe& pipeline) {
  return beside(pipeline, ascii(10)) == beside(pipeline, ascii(6000));
}

std::string said_by(const Recipe& pipeline, Role role) {
  Run run(pipeline);
  run.round({message_of(role, {filler(ascii(3000)), run.table.body("d", 60)}),
             user({filler(ascii(4000 * 30))})});
  return run.reading();
}
bool the_role_is_no_matter(const Recipe& pipeline) {
  return said_by(pipeline, Role::kUser) == said_by(pipeline, Role::kSystem);
}

std::string in_script(const Recipe& pipeline, std::uint32_t bytes_each) {
  Run run(pipeline);
  Message summary = message_of(Role::kSummary, {run.table.body("d", 60), filler(ascii(4000))});
  summary.derived = true;
  run.context.messages.push_back(std::move(summary));
  std::vector<Message> window = {user({run.table.body("e", 60)})};
  for (int i = 0; i < 10; ++i) {
    window.push_back(user({filler({5000, 5000 * bytes_each})}));
  }
  run.round(std::move(window));
  return run.reading();
}
bool the_script_is_no_matter(const Recipe& pipeline) {
  return in_script(pipeline, 1) == in_script(pipeline, 3);
}

bool a_failed_round_changes_nothing(const Recipe& pipeline) {
  Run run(pipeline);
  run.round({user({run.table.body("a", 60)})});
  run.round({user({run.table.body("b", 60)})});
  const std::string before = run.reading();
  run.round({});  // the third fails
  return run.reading() == before;
}

bool appended_meanwhile_equals_appended_after(const Recipe& pipeline) {
  Run meanwhile(pipeline);
  meanwhile.round({user({meanwhile.table.body("a", 60)}), user({meanwhile.table.body("b", 60)})});
  Run after(pipeline);
  after.round({user({after.table.body("a", 60)})});
  after.table.place("b", 60);
  after.context.messages.push_back(user({after.table.body("b", 60)}));
  return meanwhile.reading() == after.reading() ||
         read_context(meanwhile.table.atoms(), meanwhile.context).atoms[1].present;
}

bool revoked_stays_revoked(const Recipe& pipeline) {
  Run run(pipeline);
  run.round({user({run.table.body("a", 60)}), user({run.table.body("b", 60)})});
  run.table.close("a");
  run.round({user({closing_of(run.table.place("a", 60), ascii(20))})});
  run.round({});
  run.round({user({filler(ascii(50))})});  // a fork takes an old context up
  return run.reading().find('a') == std::string::npos;
}

struct Case {
  const char* name;
  Relation holds;
  std::vector<std::pair<const char*, Recipe>> broken_by;
};

std::vector<Case> cases() {
  const auto no_tail = [](std::int64_t preview) {
    return Value::object({{"tail_tokens", 0}, {"preview_characters", preview}});
  };
  const Value small_budget = Value::object({{"budget_tokens", 20000}});
  return {
      {"compacting twice with an empty window equals once",
       twice_equals_once,
       {{"handle_collapse",
         recipe({stage("handle_collapse", Value::object({{"min_age_rounds", 2}})), lossless()})}}},
      {"text in another section does not change survival",
       another_section_is_no_matter,
       {{"preview_carry", recipe({stage("preview_carry", no_tail(2000))})},
        {"placement", recipe({cut_to(2000), kept_as_it_is()})}}},
      {"other users' messages do not change survival",
       other_messages_are_no_matter,
       {{"user_budget", recipe({stage("user_budget", small_budget)})}}},
      {"the role does not change survival",
       the_role_is_no_matter,
       {{"derived_blind_index", recipe({stage("derived_blind_index", no_tail(2000))})},
        {"user_budget", recipe({stage("user_budget", small_budget)})}}},
      {"the script does not change survival",
       the_script_is_no_matter,
       {{"preview_carry", recipe({stage("preview_carry", no_tail(2000))})},
        {"user_budget", recipe({stage("user_budget", small_budget)})}}},
      {"a failed round leaves the state unchanged",
       a_failed_round_changes_nothing,
       {{"fail_open", recipe({stage("fail_open", Value::object({{"at_round", 3}})), lossless()})}}},
      {"appending during a compaction equals appending after it",
       appended_meanwhile_equals_appended_after,
       {{"merge_race",
         recipe({stage("merge_race", Value::object({{"landing_messages", 1}})), lossless()})}}},
      {"what was revoked stays revoked behind a fork",
       revoked_stays_revoked,
       {{"stale_base", recipe({stage("stale_base"), lossless()})}}},
  };
}

TEST(Metamorphic, RelationsFailForTheModelsThatAreKnownToBreakThem) {
  for (const Case& c : cases()) {
    for (const auto& [model, pipeline] : c.broken_by) {
      EXPECT_FALSE(c.holds(pipeline)) << c.name << ": " << model;
    }
  }
}

TEST(Metamorphic, RelationsHoldForTheControl) {
  for (const Case& c : cases()) {
    EXPECT_TRUE(c.holds(with_ledger(recipe({lossless()})))) << c.name;
    for (const auto& [model, pipeline] : c.broken_by) {
      EXPECT_TRUE(c.holds(with_ledger(pipeline))) << c.name << ": ledger around " << model;
    }
    for (const Compactor& compactor : compactors::all()) {
      EXPECT_TRUE(c.holds(with_ledger(recipe({stage(compactor.name)}))))
          << c.name << ": ledger around " << compactor.name;
    }
  }
}

// Removing the cause removes the failure.
TEST(Metamorphic, RelationsHoldOnceTheCauseIsGone) {
  EXPECT_TRUE(twice_equals_once(
      recipe({stage("handle_collapse", Value::object({{"min_age_rounds", 99}})), lossless()})));
  EXPECT_TRUE(another_section_is_no_matter(recipe({stage(
      "preview_carry", Value::object({{"tail_tokens", 0}, {"preview_characters", 9000}}))})));
  EXPECT_TRUE(other_messages_are_no_matter(
      recipe({stage("user_budget", Value::object({{"budget_tokens", 90000}}))})));
  EXPECT_TRUE(the_role_is_no_matter(recipe({stage(
      "derived_blind_index", Value::object({{"tail_tokens", 0}, {"preview_characters", 9000}}))})));
  EXPECT_TRUE(the_script_is_no_matter(
      recipe({stage("preview_carry", Value::object({{"tail_tokens", 0},
                                                    {"coarse_above_tokens", 1000000},
                                                    {"overview_bytes", 320000}}))})));
  EXPECT_TRUE(a_failed_round_changes_nothing(recipe(
      {stage("fail_open", Value::object({{"mode", "closed"}, {"at_round", 3}})), lossless()})));
  for (const char* mode : {"cas_skip", "splice_ids", "prefix_replace"}) {
    EXPECT_TRUE(appended_meanwhile_equals_appended_after(
        recipe({stage("merge_race", Value::object({{"mode", mode}, {"landing_messages", 1}})),
                lossless()})))
        << mode;
  }
  EXPECT_TRUE(revoked_stays_revoked(
      recipe({stage("stale_base", Value::object({{"base_round", 3}})), lossless()})));
}

}  // namespace
}  // namespace holdfast
