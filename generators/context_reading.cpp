#include "generators/context_reading.h"

#include <algorithm>

#include "generators/summary.h"

namespace holdfast {

ContextReading read_context(const AtomTable& atoms, const Context& context) {
  Visible visible(atoms);
  const auto ledger =
      std::find_if(context.messages.begin(), context.messages.end(),
                   [](const Message& message) { return message.role == Role::kLedger; });
  if (ledger != context.messages.end()) {
    visible.read(ledger->segments, true);
  } else {
    for (const Message& message : context.messages) {
      visible.read(message.segments, message.derived);
    }
  }
  ContextReading reading;
  reading.atoms.resize(atoms.size());
  for (const Segment& segment : visible.open()) {
    if (segment.kind == SegmentKind::kInvented) {
      ++reading.invented;
      continue;
    }
    const auto place = static_cast<std::size_t>(segment.atom);
    reading.atoms[place] = {true, segment.level, segment.twist};
    if (atoms[place].kind == AtomKind::kEvent && segment.level <= Level::kSame) {
      reading.events.push_back(segment.atom);
    }
  }
  return reading;
}

}  // namespace holdfast
