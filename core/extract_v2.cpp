#include "core/extract_v2.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/json.h"
#include "core/ledger_marks.h"
#include "core/manifest_parts.h"
#include "core/secrets.h"
#include "core/session_text.h"
#include "core/sha256.h"
#include "core/tool_effects.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::string_view kDerivedRoot = "workspace";
constexpr std::string_view kDerivedTime = "1970-01-01T00:00:00Z";
constexpr std::string_view kDerivedOperation = "continue";
constexpr std::string_view kDerivedReceipt = "a result in the session";
constexpr std::size_t kIdBytesMax = 200;

// An id of the session may stand in a manifest as it is.
bool is_usable_id(std::string_view id) {
  return !id.empty() && id.size() <= kIdBytesMax &&
         std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

class Second {
 public:
  Second(const Session& session, std::uint64_t last_seq, Extraction first)
      : out_(std::move(first)), manifest_(out_.manifest) {
    for (const Entry& entry : session.entries) {
      if (last_seq == 0 || entry.seq <= last_seq) {
        entries_.push_back(&entry);
      }
    }
  }

  Extraction extract() {
    manifest_.version = Version::kV2;
    move_pointers();
    canonical();
    next_action();
    events();
    receipts();
    directives();
    manifest_.lineage.source_sha256 = digest_of_entries();
    std::sort(out_.derived.begin(), out_.derived.end());
    return std::move(out_);
  }

 private:
  // What the first version derived stands elsewhere in the second.
  void move_pointers() {
    for (std::string& pointer : out_.derived) {
      if (pointer.starts_with("/canonical/")) {
        pointer.insert(std::string_view("/canonical/").size(), "0/");
      } else if (pointer == "/nextExactAction") {
        pointer += "/target";
      }
    }
  }

  void canonical() {
    CanonicalReference& reference = manifest_.canonical.front();
    reference.root = kDerivedRoot;
    out_.derived.emplace_back("/canonical/0/root");
    if (!is_utc_time(reference.read_at)) {
      reference.read_at = kDerivedTime;
      const std::string pointer = "/canonical/0/readAt";
      if (std::find(out_.derived.begin(), out_.derived.end(), pointer) == out_.derived.end()) {
        out_.derived.push_back(pointer);
      }
    }
  }

  // One operation by its shape; which one it is no session says.
  void next_action() {
    manifest_.next_exact_action.operation = kDerivedOperation;
    manifest_.next_exact_action.target = std::move(manifest_.next_exact_action.text);
    manifest_.next_exact_action.text.clear();
    out_.derived.emplace_back("/nextExactAction/operation");
  }

  void events() {
    std::vector<Event> events;
    std::unordered_map<std::string_view, std::string> calls;  // by the session's call id, open ones
    std::unordered_set<std::string> ids;
    for (const Entry* entry : entries_) {
      if (entry->kind != "call" && entry->kind != "result") {
        continue;
      }
      Event event;
      event.event_id = entry->kind + "-" + std::to_string(entry->seq);
      event.kind = entry->kind;
      if (entry->kind == "call") {
        if (is_usable_id(entry->call_id) && !ids.contains(entry->call_id)) {
          event.event_id = entry->call_id;
        }
        if (!entry->call_id.empty()) {
          calls.emplace(entry->call_id, event.event_id);
        }
      } else if (const auto call = calls.find(entry->call_id); call != calls.end()) {
        event.answers = call->second;
        calls.erase(call);  // a second result answers nothing
      }
      if (ids.insert(event.event_id).second) {
        events.push_back(std::move(event));
      }
    }
    const std::size_t surplus = events.size() - std::min(events.size(), kEventsMax);
    out_.left_out += surplus;
    events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(surplus));
    std::unordered_set<std::string_view> kept;
    for (Event& event : events) {
      if (!event.answers.empty() && !kept.contains(event.answers)) {
        event.answers.clear();  // its call was left out
      }
      kept.insert(event.event_id);
    }
    manifest_.events = std::move(events);
  }

  void receipts() {
    std::unordered_map<std::string_view, const Entry*> results;
    for (const Entry* entry : entries_) {
      if (entry->kind == "result" && !entry->call_id.empty()) {
        results.emplace(entry->call_id, entry);
      }
    }
    for (std::size_t i = 0; i < manifest_.external_writes.size(); ++i) {
      ExternalWrite& write = manifest_.external_writes[i];
      if (write.status != WriteStatus::kConfirmed) {
        continue;
      }
      const auto result = results.find(write.effect_id);
      if (result != results.end() && is_usable_id(result->second->entry_id)) {
        write.receipt = result->second->entry_id;
      } else {
        write.receipt = kDerivedReceipt;
        out_.derived.push_back("/externalWrites/" + std::to_string(i) + "/receipt");
      }
    }
  }

  void directives() {
    std::unordered_set<std::string> seen;
    for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
      if ((*entry)->author != Author::kUser || (*entry)->kind != "prompt" ||
          !is_usable_id((*entry)->entry_id) || !seen.insert((*entry)->entry_id).second) {
        continue;
      }
      if (manifest_.directives.size() == kDirectivesMax) {
        ++out_.left_out;
      } else if (auto directive = directive_of(**entry)) {
        manifest_.directives.push_back(std::move(*directive));
      }
    }
    std::reverse(manifest_.directives.begin(), manifest_.directives.end());
    for (std::size_t i = 0; i < manifest_.directives.size(); ++i) {
      if (cut_.contains(manifest_.directives[i].directive_id)) {
        out_.derived.push_back("/directives/" + std::to_string(i) + "/text");
      }
    }
  }

  // Whether it is over nobody says: every prompt is still in force. Its one obligation is its text.
  std::optional<Directive> directive_of(const Entry& entry) {
    TextRepairs repairs;
    const std::string clean = clean_text(entry.text, repairs);
    const std::string masked = mask_secrets(clean, out_.masked_secrets);
    const std::string text(cut_text(masked, kObjectiveMax));
    if (!has_visible_character(text)) {
      return std::nullopt;
    }
    Directive directive;
    directive.directive_id = "prompt-" + entry.entry_id;
    directive.source_entry_id = entry.entry_id;
    directive.source_sha256 = sha256_hex(clean);
    directive.text = text;
    if (text != clean) {
      cut_.insert(directive.directive_id);
    }
    const std::string_view kind = proposed_kind(text);
    directive.obligations.push_back(
        {"o-1", std::string(kind.empty() ? "completion" : kind), text, false});
    return directive;
  }

  // Of one JSON array [entryId, author, kind, text] and a newline for each entry.
  std::string digest_of_entries() const {
    Sha256 hash;
    TextRepairs repairs;
    for (const Entry* entry : entries_) {
      std::string line = "[";
      for (const std::string& text :
           {entry->entry_id, std::string(to_text(entry->author)), entry->kind, entry->text}) {
        line += line.size() > 1 ? "," : "";
        append_json_string(line, is_clean_text(text) ? text : clean_text(text, repairs));
      }
      hash.update(line + "]\n");
    }
    return to_hex(hash.finish());
  }

  Extraction out_;
  Manifest& manifest_;
  std::vector<const Entry*> entries_;
  std::unordered_set<std::string> cut_;  // directives whose text is not the whole entry
};

}  // namespace

Extraction extract_manifest_v2(const Session& session, std::uint64_t last_seq) {
  return Second(session, last_seq, extract_manifest(session, last_seq)).extract();
}

}  // namespace holdfast
