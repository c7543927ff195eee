#include "core/continuity_story.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/time.h"

namespace holdfast {
namespace {

constexpr std::pair<BoundaryEventKind, std::string_view> kKinds[] = {
    {BoundaryEventKind::kBoundary, "boundary"},
    {BoundaryEventKind::kInstructionsReloaded, "instructions_reloaded"},
    {BoundaryEventKind::kConsequentialCall, "consequential_call"},
    {BoundaryEventKind::kObservation, "observation"},
    {BoundaryEventKind::kObservedAbsent, "observed_absent"},
    {BoundaryEventKind::kObservationFailed, "observation_failed"},
};

class StoryReader {
 public:
  explicit StoryReader(std::vector<Finding>& findings) : findings_(findings) {}

  ContinuityStory read(const Value& value) {
    ContinuityStory story;
    known_members(
        value, "",
        {"contract", "events", "snapshots", "approvals", "used", "agents", "keyIds", "now"});
    const Value* contract = value.find("contract");
    if (auto document = read_decision_contract_value(contract == nullptr ? Value() : *contract);
        document.contract) {
      story.contract = std::move(*document.contract);
    } else {
      add(document.findings);
    }
    for (const Value& item : items(value, "events", true)) {
      story.events.push_back(event(item, story.events.size()));
    }
    for (const Value& item : items(value, "snapshots", true)) {
      auto document = read_decision_snapshot_value(item);
      add(document.findings);
      if (document.snapshot) {
        add(check_snapshot(story.contract, *document.snapshot));
        story.snapshots.push_back(std::move(*document.snapshot));
      }
    }
    for (const Value& item : items(value, "approvals", true)) {
      auto document = read_decision_approval_value(item);
      add(document.findings);
      if (document.approval) {
        story.approvals.push_back(std::move(*document.approval));
      }
    }
    story.used = texts(value, "used");
    story.agents = texts(value, "agents");
    story.key_ids = texts(value, "keyIds");
    if (value.find("now") != nullptr) {
      story.now = text(value, "now", "");
    }
    return story;
  }

 private:
  void fault(std::string_view code, std::string_view field, const std::string& pointer) {
    Finding finding;
    finding.code = code;
    finding.field = field;
    finding.detail = Value::object({{"document", "story"}, {"pointer", pointer}});
    findings_.push_back(std::move(finding));
  }
  void add(const std::vector<Finding>& more) {
    findings_.insert(findings_.end(), more.begin(), more.end());
  }

  void known_members(const Value& value, const std::string& at,
                     std::initializer_list<std::string_view> names) {
    if (!value.is_object()) {
      fault("invalid_value", "", at);
    }
    for (const std::string& name : value.is_object() ? value.names() : std::vector<std::string>()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        fault("unknown_field", shown_name(name), at + "/" + escape_pointer_token(shown_name(name)));
      }
    }
  }

  std::vector<Value> items(const Value& value, std::string_view name, bool required) {
    const Value* list = value.find(name);
    if (list == nullptr && !required) {
      return {};
    }
    if (list == nullptr || !list->is_array()) {
      fault(list == nullptr ? "required_missing" : "invalid_list", name, "/" + std::string(name));
      return {};
    }
    return list->items();
  }

  std::vector<std::string> texts(const Value& value, std::string_view name) {
    std::vector<std::string> out;
    for (const Value& item : items(value, name, false)) {
      if (item.is_string()) {
        out.push_back(item.text());
      } else {
        fault("invalid_list", name, "/" + std::string(name));
      }
    }
    return out;
  }

  std::string text(const Value& value, std::string_view name, const std::string& at) {
    const Value* member = value.find(name);
    if (member == nullptr || !member->is_string()) {
      fault(member == nullptr ? "required_missing" : "invalid_value", name,
            at + "/" + std::string(name));
      return {};
    }
    return member->text();
  }

  BoundaryEvent event(const Value& value, std::size_t index) {
    const std::string at = "/events/" + std::to_string(index);
    known_members(value, at, {"kind", "at", "boundaryId", "name", "digest"});
    BoundaryEvent event;
    event.seq = static_cast<std::int64_t>(index) + 1;
    event.at = text(value, "at", at);
    const std::string kind = text(value, "kind", at);
    const auto* found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                     [&](const auto& entry) { return entry.second == kind; });
    if (found == std::end(kKinds)) {
      fault("invalid_value", "kind", at + "/kind");
      return event;
    }
    event.kind = found->first;
    const bool of_decision = event.kind == BoundaryEventKind::kObservation ||
                             event.kind == BoundaryEventKind::kObservedAbsent ||
                             event.kind == BoundaryEventKind::kObservationFailed;
    if (event.kind == BoundaryEventKind::kBoundary) {
      event.boundary_id = text(value, "boundaryId", at);
    }
    if (of_decision) {
      event.name = text(value, "name", at);
    }
    if (event.kind == BoundaryEventKind::kObservation) {
      event.digest = text(value, "digest", at);
    }
    return event;
  }

  std::vector<Finding>& findings_;
};

Value event_value(const BoundaryEvent& event) {
  const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const auto& entry) { return entry.first == event.kind; });
  Value value = Value::object({{"kind", kind->second}, {"at", event.at}});
  for (const auto& [name, text] :
       {std::pair("boundaryId", &event.boundary_id), std::pair("name", &event.name),
        std::pair("digest", &event.digest)}) {
    if (!text->empty()) {
      value.add(name, *text);
    }
  }
  return value;
}

template <typename Items, typename ToValue>
Value list_of(const Items& items, ToValue to) {
  Value list = Value::array();
  for (const auto& item : items) {
    list.append(to(item));
  }
  return list;
}

}  // namespace

Value to_value(const ContinuityStory& story) {
  const auto value_of = [](const auto& item) { return to_value(item); };
  Value value = Value::object({{"contract", to_value(story.contract)},
                               {"events", list_of(story.events, event_value)},
                               {"snapshots", list_of(story.snapshots, value_of)},
                               {"approvals", list_of(story.approvals, value_of)}});
  for (const auto& [name, texts] :
       {std::pair("used", &story.used), std::pair("agents", &story.agents),
        std::pair("keyIds", &story.key_ids)}) {
    if (!texts->empty()) {
      value.add(name, Value::array_of(*texts));
    }
  }
  if (story.now) {
    value.add("now", *story.now);
  }
  return value;
}

ContinuityStoryDocument read_continuity_story(const Value& value) {
  ContinuityStoryDocument document;
  ContinuityStory story = StoryReader(document.findings).read(value);
  if (document.findings.empty()) {
    document.story = std::move(story);
  }
  return document;
}

std::vector<std::string> continuity_codes(const Value& value) {
  const ContinuityStoryDocument document = read_continuity_story(value);
  std::set<std::string> codes;
  for (const Finding& finding : document.findings) {
    codes.insert(std::string(finding.code));
  }
  if (document.story) {
    const ContinuityStory& story = *document.story;
    for (const BoundaryContinuity& boundary :
         classify_boundaries({story.contract, story.events, story.snapshots, story.approvals,
                              story.used, story.agents, story.key_ids, story.now})) {
      for (const DecisionContinuity& decision : boundary.decisions) {
        if (!is_continuous(decision.state)) {
          codes.insert(std::string(to_text(decision.state)));
        }
      }
    }
  }
  return {codes.begin(), codes.end()};
}

}  // namespace holdfast
