// M00, the control. What must not be forgotten stands in an append-only record outside of the
// context, filled from what users and tools say and closed only by an event that names the item. A
// compaction renders what is open, word for word, outside of the summariser's input, cap and order,
// and leaves all the rest to any lossy model. Too much to render becomes an index by which each is
// fetched, never a drop.
//
// Law: nothing is ever lost, whatever model is inside, after any number of rounds.
#include <algorithm>

#include "generators/compactor.h"
#include "generators/compactors_tools.h"

namespace holdfast::compactors {
namespace {

Message render(const Turn& turn, std::size_t bytes_max) {
  Message message{.role = Role::kLedger, .derived = true};
  const AtomTable& atoms = turn.table();
  Size whole;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if ((*turn.states)[i] == AtomState::kOpen) {
      message.segments.push_back(body_of(static_cast<int>(i), atoms[i].size));
      whole += atoms[i].size;
    }
  }
  if (whole.bytes > bytes_max) {
    for (Segment& segment : message.segments) {
      segment.level = Level::kSame;
      segment.size = ascii(atoms[static_cast<std::size_t>(segment.atom)].id.size());
    }
  }
  return message;
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  Message record = render(turn, parameters.size("render_tokens_max") * kTokenBytes);
  std::vector<Message>& messages = turn.context.messages;
  const auto is_ledger = [](const Message& message) { return message.role == Role::kLedger; };
  const auto window = messages.begin() + static_cast<std::ptrdiff_t>(turn.window_from);
  turn.window_from -= static_cast<std::size_t>(std::count_if(messages.begin(), window, is_ledger));
  messages.erase(std::remove_if(messages.begin(), messages.end(), is_ledger), messages.end());
  Context rest = next(std::move(turn));
  rest.messages.insert(rest.messages.begin(), std::move(record));
  return rest;
}

std::string fault(const Parameters& parameters) {
  return size_fault(parameters, {"render_tokens_max"});
}

}  // namespace

Compactor ledger() {
  return {.summary = "Open items stand outside of the context, word for word; the control",
          .stands_for = "Holdfast's directive ledger; task snapshots and re-injected files in part",
          .parameters = {{"render_tokens_max", 20000,
                          "Beyond this the index alone is rendered, and bodies are fetched by id"}},
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
