#include "harness/compact_protocol.h"

#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/unicode.h"
#include "generators/history.h"
#include "harness/printable.h"
#include "harness/subject_protocol.h"

namespace holdfast {
namespace {

CompactReading fault(std::string reason) { return {std::nullopt, std::move(reason)}; }

// Parsed with a bound on its depth; what is deeper makes the whole answer unreadable.
std::optional<nlohmann::json> parse(std::string_view line) {
  bool too_deep = false;
  const auto watch = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    too_deep = too_deep || depth > kMessageDepthMax;
    return !too_deep;
  };
  nlohmann::json message = nlohmann::json::parse(line, watch, false);
  if (too_deep || message.is_discarded() || !message.is_object()) {
    return std::nullopt;
  }
  return message;
}

bool is_absent(const nlohmann::json& message, const char* name) {
  return !message.contains(name) || message[name].is_null();
}

}  // namespace

std::string compact_line(const CompactRequest& request) {
  std::string line = R"({"type":"compact","id":)";
  append_json_string(line, request.id);
  line += ",\"round\":" + std::to_string(request.round) + ",\"context\":{\"entries\":[";
  for (std::size_t i = 0; i < request.entries.size(); ++i) {
    std::string entry = to_entries_line(request.entries[i]);
    entry.pop_back();
    line += (i == 0 ? "" : ",") + entry;
  }
  line += "],\"previous\":";
  if (request.previous) {
    append_json_string(line, *request.previous);
  } else {
    line += "null";
  }
  line += "},\"budget\":{\"characters\":" + std::to_string(request.budget_characters) + "}}\n";
  return line;
}

CompactReading read_compact_answer(std::string_view line, std::string_view expected_id) {
  const std::optional<nlohmann::json> message = parse(line);
  if (!message) {
    return fault(
        "is no JSON object, or nested too deeply; anything but answers belongs on "
        "standard error");
  }
  if (!message->contains("id") || !(*message)["id"].is_string()) {
    return fault("has no \"id\" that is a text; each answer repeats the request's id");
  }
  if ((*message)["id"].get_ref<const std::string&>() != expected_id) {
    return fault("has the wrong id: it answers " +
                 quoted_token((*message)["id"].get_ref<const std::string&>()) + " instead of " +
                 quoted_token(expected_id));
  }
  CompactAnswer answer;
  if (!is_absent(*message, "error")) {
    if (!(*message)["error"].is_string() || !is_absent(*message, "summary")) {
      return fault("has an \"error\" that is no text, or a summary beside it");
    }
    answer.error = printable_text((*message)["error"].get_ref<const std::string&>());
    return {answer, {}};
  }
  if (is_absent(*message, "summary") || !(*message)["summary"].is_string()) {
    return fault("has neither a \"summary\" nor an \"error\" that is a text");
  }
  answer.summary = (*message)["summary"].get<std::string>();
  if (!is_absent(*message, "manifest")) {
    const JsonReading manifest = read_json((*message)["manifest"].dump());
    if (!manifest.value) {
      return fault("has a \"manifest\" that is no document (" +
                   std::string(manifest.faults.front().code) + " at " +
                   manifest.faults.front().pointer + ")");
    }
    answer.manifest = *manifest.value;
  }
  return {answer, {}};
}

}  // namespace holdfast
