#include "generators/compactors_tools.h"

#include <algorithm>
#include <utility>

namespace holdfast {
namespace {

void drop_views(std::vector<Message>& messages) {
  for (Message& message : messages) {
    message.view.reset();
  }
}

std::string one_size_fault(const Parameters& parameters, std::string_view name, bool nullable) {
  const Value& value = parameters.value(name);
  if (value.is_null()) {
    return nullable ? "" : "/" + std::string(name) + ": is null; give a whole number";
  }
  if (value.integer() < 0 || value.integer() > kSizeMax) {
    return "/" + std::string(name) + ": is not in 0 to " + std::to_string(kSizeMax);
  }
  return "";
}

}  // namespace

std::string size_fault(const Parameters& parameters, std::initializer_list<std::string_view> names,
                       std::initializer_list<std::string_view> nullable) {
  std::string fault;
  for (const std::string_view name : names) {
    fault = fault.empty() ? one_size_fault(parameters, name, false) : fault;
  }
  for (const std::string_view name : nullable) {
    fault = fault.empty() ? one_size_fault(parameters, name, true) : fault;
  }
  return fault;
}

std::string choice_fault(const Parameters& parameters, std::string_view name,
                         std::initializer_list<std::string_view> choices) {
  const std::string& text = parameters.text(name);
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) {
    return "";
  }
  std::string known;
  for (const std::string_view choice : choices) {
    known += (known.empty() ? "" : ", ") + std::string(choice);
  }
  return "/" + std::string(name) + ": is none of " + known;
}

std::string first_fault(std::initializer_list<std::string> faults) {
  const auto* found = std::find_if(faults.begin(), faults.end(),
                                   [](const std::string& fault) { return !fault.empty(); });
  return found == faults.end() ? "" : *found;
}

std::optional<std::size_t> optional_size(const Parameters& parameters, std::string_view name) {
  if (parameters.value(name).is_null()) {
    return std::nullopt;
  }
  return parameters.size(name);
}

std::optional<std::size_t> optional_cap_bytes(const Parameters& parameters, std::string_view name) {
  const std::optional<std::size_t> size = optional_size(parameters, name);
  return size ? std::optional(*size * kTokenBytes) : std::nullopt;
}

Context left_alone(Turn turn, std::string note) {
  drop_views(turn.context.messages);
  turn.context.note = std::move(note);
  return std::move(turn.context);
}

Context made_context(Turn turn, std::vector<Message> messages, std::size_t tail_from) {
  std::vector<Message>& old = turn.context.messages;
  const auto tail = old.begin() + static_cast<std::ptrdiff_t>(std::min(tail_from, old.size()));
  messages.insert(messages.end(), std::make_move_iterator(tail),
                  std::make_move_iterator(old.end()));
  drop_views(messages);
  Context made{.messages = std::move(messages),
               .counters = std::move(turn.context.counters),
               .compacted = true};
  return made;
}

}  // namespace holdfast
