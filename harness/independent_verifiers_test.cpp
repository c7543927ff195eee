#include "harness/independent_verifiers_test.h"

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/document.h"
#include "core/json.h"
#include "core/time.h"
#include "core/unicode.h"
#include "harness/oracle.h"

namespace holdfast {
namespace {

using Json = nlohmann::json;

using Judge = std::function<Answer(const Question& question)>;

class FunctionSubject final : public Subject {
 public:
  FunctionSubject(SubjectDescription description, Judge judge)
      : description_(std::move(description)), judge_(std::move(judge)) {}
  const SubjectDescription& description() const override { return description_; }
  Answer verify(const Question& question) override { return judge_(question); }
  bool usable() const override { return true; }
  SubjectEnding finish() override { return {}; }

 private:
  SubjectDescription description_;
  Judge judge_;
};

class FunctionFactory final : public SubjectFactory {
 public:
  FunctionFactory(SubjectDescription description, Judge judge)
      : description_(std::move(description)), judge_(std::move(judge)) {}
  Result<std::unique_ptr<Subject>> start() const override {
    return std::unique_ptr<Subject>(std::make_unique<FunctionSubject>(description_, judge_));
  }
  std::string identity() const override { return description_.name; }

 private:
  SubjectDescription description_;
  Judge judge_;
};

std::string bytes_of(const SubjectDocument& document) {
  return document.form == SubjectDocument::Form::kValue  ? write_compact_json(*document.value)
         : document.form == SubjectDocument::Form::kText ? std::string(document.text)
                                                         : std::string();
}

Answer answer_with(const std::set<std::string>& reasons) {
  Answer answer;
  answer.kind = reasons.empty() ? AnswerKind::kAccept : AnswerKind::kReject;
  answer.reasons.assign(reasons.begin(), reasons.end());
  return answer;
}

Answer judge_by_oracle(const Question& question) {
  const std::string before = bytes_of(question.before);
  const std::string after = bytes_of(question.after);
  if (!read_document(before, Side::kBefore).manifest ||
      !read_document(after, Side::kAfter).manifest) {
    return answer_with({"invalid_document"});
  }
  const Oracle oracle(before, question.policy == "monotone");
  const OracleJudgement judgement = oracle.judge(after);
  return answer_with({judgement.violated.begin(), judgement.violated.end()});
}

// The direct verifier. Keys are seen twice only while they are parsed, and numbers lose their
// spelling there.
class Watcher : public nlohmann::json_sax<Json> {
 public:
  std::set<std::string> faults;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t number) override {
    return number > -kNumberMax && number < kNumberMax ? true : fault("invalid_value");
  }
  bool number_unsigned(number_unsigned_t number) override {
    return number < static_cast<number_unsigned_t>(kNumberMax) ? true : fault("invalid_value");
  }
  bool number_float(number_float_t, const string_t&) override { return fault("invalid_value"); }
  bool string(string_t& text) override { return is_plain(text) ? true : fault("invalid_json"); }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool key(string_t& name) override {
    return names_.back().insert(name).second ? string(name) : fault("duplicate_key");
  }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    // A number beyond every floating-point number is refused as out of range.
    return fault(error.id == 406 ? "invalid_value" : "invalid_json");
  }

 private:
  static constexpr number_integer_t kNumberMax = number_integer_t{1} << 53;
  static constexpr std::size_t kDepthMax = 64;

  static bool is_plain(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const char32_t c = next_code_point(text, at);
      if (c == 0 || is_noncharacter(c)) {
        return false;
      }
    }
    return true;
  }
  // Goes on, so that all faults of a document are seen; broken grammar ends the parsing anyway.
  bool fault(const char* code) {
    faults.insert(code);
    return true;
  }
  bool enter() {
    names_.emplace_back();
    if (names_.size() > kDepthMax) {
      faults.insert("too_deep");
      return false;
    }
    return true;
  }
  bool leave() {
    names_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> names_;
};

struct MemberCodes {
  const char* name;
  const char* dropped;   // or changed
  const char* invented;  // of a list
};
constexpr std::array<MemberCodes, 10> kMembers = {
    {{"taskId", "task_changed", nullptr},
     {"objective", "objective_changed", nullptr},
     {"canonical", "canonical_reference_changed", nullptr},
     {"completedPhases", "completedPhases_dropped", "completedPhases_invented"},
     {"nextExactAction", "next_action_changed", nullptr},
     {"externalWrites", "external_write_dropped_or_changed", "external_write_invented"},
     {"consumedAuthorities", "consumedAuthorities_dropped", "consumedAuthorities_invented"},
     {"prohibitions", "prohibitions_dropped", "prohibitions_invented"},
     {"rollback", "rollback_changed", nullptr},
     {"completionChecks", "completionChecks_dropped", "completionChecks_invented"}}};

class Direct {
 public:
  Direct(Json before, Json after, bool monotone)
      : before_(std::move(before)), after_(std::move(after)), monotone_(monotone) {}

  std::set<std::string> run() {
    if (!after_.is_object()) {
      return {"invalid_value"};
    }
    if (!schema()) {
      return reasons_;
    }
    for (const auto& item : after_.items()) {
      const std::string& name = item.key();
      const bool known = name == "schema" || std::any_of(kMembers.begin(), kMembers.end(),
                                                         [&](const MemberCodes& member) {
                                                           return name == member.name;
                                                         });
      if (!known) {
        reasons_.insert("unknown_field");
      }
    }
    for (const MemberCodes& member : kMembers) {
      if (!after_.contains(member.name) || after_[member.name].is_null()) {
        reasons_.insert("required_missing");
      } else if (member.invented != nullptr) {
        list(member);
      } else if (std::string_view(member.name) == "canonical") {
        canonical();
      } else {
        text(after_[member.name]);
        if (after_[member.name] != before_[member.name]) {
          reasons_.insert(member.dropped);
          action(member.name);
        }
      }
    }
    return reasons_;
  }

 private:
  bool schema() {
    if (!after_.contains("schema") || after_["schema"] == "resume-manifest/v1") {
      return true;
    }
    reasons_.insert(after_["schema"] == "resume-manifest/v2" ? "schema_mismatch"
                                                             : "schema_unknown");
    return false;
  }

  void text(const Json& value) {
    if (!value.is_string()) {
      reasons_.insert("invalid_value");
    } else if (!has_visible_character(value.get_ref<const std::string&>())) {
      reasons_.insert("required_missing");
    }
  }

  // It has no list of what joins two operations: a next action that is another is refused for that
  // alone, and may be two as well.
  void action(std::string_view name) {
    if (name == "nextExactAction") {
      reasons_.insert("next_action_not_exact_one");
    }
  }

  void canonical() {
    const Json& is = after_["canonical"];
    const Json& was = before_["canonical"];
    if (!is.is_object()) {
      reasons_.insert("invalid_value");
      return;
    }
    for (const auto& [name, value] : is.items()) {
      if (!was.contains(name)) {
        reasons_.insert("unknown_field");
      }
    }
    for (const char* name : {"path", "sha256", "readAt"}) {
      if (!is.contains(name) || is[name].is_null()) {
        reasons_.insert("required_missing");
        continue;
      }
      text(is[name]);
      if (std::string_view(name) == "readAt") {
        read_at(is[name], was[name]);
      } else if (is[name] != was[name]) {
        // Whether the other one is of the right form is not looked at: it is refused all the same.
        reasons_.insert("canonical_reference_changed");
        reasons_.insert("invalid_value");
      }
    }
  }

  void read_at(const Json& is, const Json& was) {
    if (is.is_string()) {
      const auto now = parse_time(is.get_ref<const std::string&>());
      const auto then = parse_time(was.get_ref<const std::string&>());
      if (now && then && *now < *then) {
        reasons_.insert("evidence_older");
      }
    }
  }

  void list(const MemberCodes& member) {
    const std::string_view name = member.name;
    const bool writes = name == "externalWrites";
    const Json& is = after_[member.name];
    if (!is.is_array()) {
      reasons_.insert("invalid_list");
      return;
    }
    std::vector<Json> now(is.begin(), is.end());
    std::vector<Json> then(before_[member.name].begin(), before_[member.name].end());
    std::set<std::string> ids;
    for (const Json& item : now) {
      const bool good =
          writes ? write(item)
                 : item.is_string() && has_visible_character(item.get_ref<const std::string&>());
      const std::string id = writes && good ? item["effectId"].dump() : item.dump();
      if (!good || !ids.insert(id).second) {
        reasons_.insert(writes ? "invalid_external_write" : "invalid_list");
      }
    }
    if (name == "completedPhases" && now != then) {
      reasons_.insert("phases_reordered");
    }
    std::sort(now.begin(), now.end());
    std::sort(then.begin(), then.end());
    if (name == "completedPhases" && now != then) {
      reasons_.erase("phases_reordered");
    }
    if (!std::includes(now.begin(), now.end(), then.begin(), then.end())) {
      reasons_.insert(member.dropped);
    }
    const bool may_grow = monotone_ && (name == "prohibitions" || name == "completionChecks");
    if (!may_grow && !std::includes(then.begin(), then.end(), now.begin(), now.end())) {
      reasons_.insert(member.invented);
    }
  }

  bool write(const Json& item) {
    if (!item.is_object() || item.size() != 3) {
      if (item.is_object() && item.size() > 3) {
        reasons_.insert("unknown_field");
      }
      return false;
    }
    for (const char* name : {"operation", "effectId"}) {
      if (!item.contains(name) || !item[name].is_string()) {
        return false;
      }
      if (!has_visible_character(item[name].get_ref<const std::string&>())) {
        reasons_.insert("required_missing");
      }
    }
    return item.contains("status") &&
           (item["status"] == "confirmed" || item["status"] == "unknown");
  }

  Json before_;
  Json after_;
  bool monotone_;
  std::set<std::string> reasons_;
};

Answer judge_directly(const Question& question) {
  const std::string after = bytes_of(question.after);
  if (after.empty() || after == "null") {
    return answer_with({"after_missing"});
  }
  // The library skips a byte-order mark and takes a NUL for the end.
  if (after.find('\0') != std::string::npos || after.starts_with("\xEF\xBB\xBF")) {
    return answer_with({"invalid_json"});
  }
  Watcher watcher;
  Json::sax_parse(after, &watcher);
  if (!watcher.faults.empty()) {
    // A number that is none may stand in a member that is none.
    const bool number = watcher.faults.contains("invalid_value");
    if (!number || watcher.faults.size() > 1) {
      return answer_with(watcher.faults);
    }
  }
  std::set<std::string> reasons =
      Direct(Json::parse(bytes_of(question.before)), Json::parse(after, nullptr, false),
             question.policy == "monotone")
          .run();
  reasons.merge(watcher.faults);
  return answer_with(reasons);
}

}  // namespace

std::unique_ptr<SubjectFactory> make_oracle_verifier() {
  return std::make_unique<FunctionFactory>(
      SubjectDescription{.name = "oracle verifier",
                         .version = "1",
                         .schemas = {std::string(kManifestV1), std::string(kManifestV2)},
                         .policies = {"exact", "monotone"},
                         .evidence = {},
                         .has_reason_map = false},
      judge_by_oracle);
}

std::unique_ptr<SubjectFactory> make_direct_verifier() {
  return std::make_unique<FunctionFactory>(SubjectDescription{.name = "direct verifier",
                                                              .version = "1",
                                                              .schemas = {std::string(kManifestV1)},
                                                              .policies = {"exact", "monotone"},
                                                              .evidence = {},
                                                              .has_reason_map = true},
                                           judge_directly);
}

}  // namespace holdfast
