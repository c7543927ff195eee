#include "generators/store_stories.h"

#include <map>
#include <set>

#include "core/sha256.h"
#include "core/store.h"
#include "generators/recording_file_system.h"

namespace holdfast {
namespace {

constexpr const char* kTime = "2026-03-05T09:00:00Z";
constexpr std::size_t kStepsMax = 1'000;

Value verdict_of(const std::string& before, const std::string& after, bool passes) {
  return Value::object(
      {{"schema", "verdict/v1"},
       {"ok", passes},
       {"documents", Value::object({{"before_sha256", before}, {"after_sha256", after}})},
       {"compaction_check", passes ? "pass" : "fail"}});
}

class Player {
 public:
  Player() : store_(disk_, "story") { saw(store_.init()); }

  std::vector<std::string> play(const Value& story) {
    const Value* steps = story.find("steps");
    if (steps == nullptr || !steps->is_array() || steps->size() > kStepsMax) {
      return {"invalid_value"};
    }
    for (const Value& step : steps->items()) {
      take(step);
    }
    const auto wrong = store_.verify();
    if (!wrong || !wrong.value->empty()) {
      code(wrong ? "store_corrupt" : wrong.fault.code);
    }
    return {codes_.begin(), codes_.end()};
  }

 private:
  void code(const std::string& name) {
    if (!name.empty()) {
      codes_.insert(name);
    }
  }
  template <typename T>
  std::optional<T> check(const StoreResult<T>& result) {
    code(result.fault.code);
    return result.value;
  }
  void saw(const StoreResult<CurrentGeneration>& result) {
    if (const auto now = check(result)) {
      seen_.emplace(now->pointer.generation, *now);
      now_ = *now;
    }
  }

  static std::string text_of(const Value& step, std::string_view name) {
    const Value* value = step.find(name);
    return value != nullptr && value->is_string() ? value->text() : std::string();
  }

  std::string path_of(const Value& step) const {
    std::string path = text_of(step, "path");
    std::map<std::string, std::string> names = candidates_;
    names["record"] = now_.pointer.record_sha256;
    names["old"] = seen_.empty() ? std::string() : seen_.begin()->second.pointer.record_sha256;
    for (const auto& [name, digest] : names) {
      const std::string mark = "{" + name + "}";
      for (std::size_t at = path.find(mark); at != std::string::npos; at = path.find(mark)) {
        path.replace(at, mark.size(), digest);
      }
    }
    return path;
  }

  void take(const Value& step) {
    const std::string action = text_of(step, "do");
    const std::string name = text_of(step, "name");
    if (action == "propose") {
      if (const auto digest = check(store_.propose(text_of(step, "text")))) {
        candidates_[name] = *digest;
      }
    } else if (action == "judge") {
      const Value* pass = step.find("pass");
      check(store_.judge(candidates_[name], sha256_hex("the source"),
                         verdict_of(now_.record.candidate_sha256, candidates_[name],
                                    pass != nullptr && pass->is_boolean() && pass->boolean())));
    } else if (action == "promote") {
      promote(step, name);
    } else if (action == "read") {
      saw(store_.current());
    } else if (action == "recover") {
      saw(store_.recover());
    } else if (action == "init") {
      saw(store_.init());
    } else {
      tamper(step, action);
    }
  }

  void promote(const Value& step, const std::string& name) {
    const Value* expect = step.find("expect");
    const auto expected =
        seen_.find(expect != nullptr && expect->is_integer() ? expect->integer() : 0);
    if (expected == seen_.end()) {
      code("promotion_conflict");
      return;
    }
    const CurrentPointer pointer = expected->second.pointer;
    const PromotionResult result =
        store_.promote({candidates_[name], pointer.generation, pointer.record_sha256,
                        "p-" + std::to_string(++promotions_), kTime});
    code(result.fault.code);
    if (result.answer == PromotionAnswer::kPromoted && result.current) {
      seen_.emplace(result.current->pointer.generation, *result.current);
      now_ = *result.current;
    }
  }

  void tamper(const Value& step, const std::string& action) {
    const std::string path = path_of(step);
    if (action == "remember") {
      remembered_[text_of(step, "as")] = disk_.bytes_of(path).value_or("");
    } else if (action == "put") {
      disk_.put(path, step.find("from") != nullptr ? remembered_[text_of(step, "from")]
                                                   : text_of(step, "text"));
    } else if (action == "erase" && disk_.bytes_of(path)) {
      disk_.erase(path);
    } else {
      code("invalid_value");
    }
  }

  RecordingFileSystem disk_;
  Store store_;
  std::map<std::string, std::string> candidates_;
  std::map<std::int64_t, CurrentGeneration> seen_;
  std::map<std::string, std::string> remembered_;
  CurrentGeneration now_;
  std::set<std::string> codes_;
  int promotions_ = 0;
};

}  // namespace

Value store_step(std::string_view action, std::string_view name) {
  Value step = Value::object({{"do", action}});
  if (!name.empty()) {
    step.add("name", name);
  }
  return step;
}

std::string step_pointer(std::size_t index) { return "/steps/" + std::to_string(index); }

std::vector<std::size_t> store_steps(const Value& story, std::string_view action,
                                     std::string_view name) {
  std::vector<std::size_t> found;
  const auto& steps = story.find("steps")->items();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Value* of = steps[i].find("name");
    if (*steps[i].find("do") == Value(action) &&
        (name.empty() || (of != nullptr && *of == Value(name)))) {
      found.push_back(i);
    }
  }
  return found;
}

Value random_store_story(Random& random) {
  Value steps = Value::array();
  const std::uint64_t rounds = random.between(2, 5);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::string name = "c" + std::to_string(round + 1);
    Value propose = store_step("propose", name);
    propose.add("text",
                "{\"taskId\":\"" + name + "-" + std::to_string(random.below(1'000'000)) + "\"}");
    steps.append(std::move(propose));
    if (random.chance(1, 3)) {
      // One that does not pass, and stays where nobody takes it for current.
      const std::string other = "r" + std::to_string(round + 1);
      Value refused = store_step("propose", other);
      refused.add("text", "{\"taskId\":\"" + other + "\"}");
      steps.append(std::move(refused));
      Value judged = store_step("judge", other);
      judged.add("pass", false);
      steps.append(std::move(judged));
    }
    if (random.chance(1, 3)) {
      steps.append(store_step("read"));
    }
    Value judge = store_step("judge", name);
    judge.add("pass", true);
    steps.append(std::move(judge));
    Value promote = store_step("promote", name);
    promote.add("expect", static_cast<std::int64_t>(round));
    steps.append(std::move(promote));
  }
  return Value::object({{"steps", std::move(steps)}});
}

std::vector<std::string> store_codes(const Value& story) { return Player().play(story); }

}  // namespace holdfast
