// Sweeps: what becomes of items that are no user's directive when they are folded.
#include <algorithm>
#include <array>

#include "harness/sweep_questions.h"

namespace holdfast {
namespace {

// Says the item; the id of the message that has to be folded.
using PlantItem = std::uint64_t (*)(SweepLab& lab, int& item);

Result<SweepFinding> folded(std::string_view question, const std::string& what, PlantItem plant,
                            Pipeline& pipeline, const SweepOptions& options) {
  SweepLab lab(pipeline);
  int item = 0;
  const std::uint64_t id = plant(lab, item);
  if (const Result<bool> done = lab.fold_out(id, options.messages_max); !done) {
    return done.error();
  }
  SweepFinding finding{question, !lab.carried(item), std::nullopt, 0, {}};
  const AtomReading reading = lab.reading(item);
  finding.sentence = what + (lab.carried(item)                ? " survives its first folding"
                             : !reading.present               ? " is lost at its first folding"
                             : reading.level == Level::kLabel ? " survives only as a label"
                                                              : " survives only changed");
  return finding;
}

Result<SweepFinding> bare_yes(Pipeline& pipeline, const SweepOptions& options) {
  return folded(
      "bare_yes", "an approval given as a bare yes",
      [](SweepLab& lab, int& item) {
        item = lab.add(AtomKind::kApproval, kSweepItemCharacters);
        lab.atom(item).needs_assent = true;
        lab.say(Role::kAssistant, {lab.body(item)});
        return lab.say(Role::kUser, {assent_to(item, ascii(3))});
      },
      pipeline, options);
}

Result<SweepFinding> call_arguments(Pipeline& pipeline, const SweepOptions& options) {
  return folded(
      "call_arguments", "what a call did to the outside (its arguments)",
      [](SweepLab& lab, int& item) {
        item = lab.add(AtomKind::kWrite, kSweepItemCharacters);
        lab.say(Role::kCall, {lab.body(item)});
        return lab.say(Role::kResult, {SweepLab::noise(100)});
      },
      pipeline, options);
}

Result<SweepFinding> system_message(Pipeline& pipeline, const SweepOptions& options) {
  return folded(
      "system_message", "a directive in a system message",
      [](SweepLab& lab, int& item) {
        item = lab.add(AtomKind::kDirective, kSweepItemCharacters);
        return lab.say(Role::kSystem, {lab.body(item)});
      },
      pipeline, options);
}

Result<SweepFinding> goal_behind_a_sub_task(Pipeline& pipeline, const SweepOptions& options) {
  return folded(
      "goal_behind_a_sub_task", "the goal, once a newer sub-task was asked for,",
      [](SweepLab& lab, int& item) {
        item = lab.add(AtomKind::kGoal, kSweepItemCharacters);
        lab.say(Role::kUser, {lab.body(item)});
        return lab.say(Role::kUser, {lab.body(lab.add(AtomKind::kSubTask, kSweepItemCharacters))});
      },
      pipeline, options);
}

Result<SweepFinding> order_of_events(Pipeline& pipeline, const SweepOptions& options) {
  SweepLab lab(pipeline);
  std::uint64_t last = 0;
  for (int pair = 0; pair < 2; ++pair) {
    const int call = lab.add(AtomKind::kEvent, kSweepItemCharacters);
    const int result = lab.add(AtomKind::kEvent, kSweepItemCharacters);
    lab.atom(result).answers = call;
    lab.say(Role::kAssistant, {lab.body(call)});
    last = lab.say(Role::kAssistant, {lab.body(result)});
  }
  if (const Result<bool> done = lab.fold_out(last, options.messages_max); !done) {
    return done.error();
  }
  const std::vector<int>& told = lab.reading().events;
  const bool in_order = std::is_sorted(told.begin(), told.end());
  return SweepFinding{"order_of_events", !in_order, std::nullopt, 0,
                      !in_order          ? "the order between calls and results is lost"
                      : told.size() == 4 ? "calls and results keep their order"
                                         : "what is left of calls and results keeps its order"};
}

Result<SweepFinding> finished_request(Pipeline& pipeline, const SweepOptions& options) {
  SweepLab lab(pipeline);
  const int item = lab.add(AtomKind::kDirective, kSweepItemCharacters);
  lab.say(Role::kUser, {lab.body(item)});
  const std::uint64_t done_id = lab.say(Role::kAssistant, {lab.closing(item)});
  if (const Result<bool> done = lab.fold_out(done_id, options.messages_max); !done) {
    return done.error();
  }
  const bool revived = lab.reading(item).present;
  return SweepFinding{"finished_request", revived, std::nullopt, 0,
                      revived
                          ? "a request that was finished looks open again once its answer is folded"
                          : "a request that was finished stays finished"};
}

}  // namespace

std::span<const SweepQuestion> sweep_questions_of_kinds() {
  static constexpr std::array kQuestions = {&bare_yes,        &call_arguments,
                                            &system_message,  &goal_behind_a_sub_task,
                                            &order_of_events, &finished_request};
  return kQuestions;
}

}  // namespace holdfast
