// M15: a compaction, a fork or a resume that starts from the wrong place.
//
// Law: stale_summary, all that was said after round k is gone, all that was closed since is open
// again. raw_resurrect, nothing is gone, but what was superseded stands beside its successor.
// count_offset, exactly as many fresh messages as were removed elsewhere are never summarised nor
// shown. hidden_summary, with N + 1 folded messages and K after the summary: the summary and all
// that it carries are hidden iff even(floor((N + 1 + K) / 2)) >= N + 1. rollback, all before the
// checkpoint is gone unless an older one exists. keep_changed, all that was carried is gone.
#include <algorithm>
#include <iterator>

#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

std::vector<Message> window_of(const Turn& turn) {
  return {turn.context.messages.begin() + static_cast<std::ptrdiff_t>(turn.window_from),
          turn.context.messages.end()};
}

void append(std::vector<Message>& messages, const std::vector<Message>& more) {
  messages.insert(messages.end(), more.begin(), more.end());
}

// The context as round `k` left it, and the new window.
Context stale_summary(const Turn& turn, std::size_t k) {
  const std::vector<Context>& contexts = turn.archive->contexts;
  Context context = contexts[std::min(k, contexts.size() - 1)];
  append(context.messages, window_of(turn));
  context.compacted = true;
  return context;
}

std::uint64_t last_id_of(const Archive& archive, std::size_t round) {
  return round == 0 || archive.last_ids.empty()
             ? 0
             : archive.last_ids[std::min(round, archive.last_ids.size()) - 1];
}

// Everything that was said up to round k, raw, then the newest summary and what is kept since.
Context raw_resurrect(const Turn& turn, std::size_t k) {
  const std::uint64_t last = last_id_of(*turn.archive, k);
  Context context;
  context.counters = turn.context.counters;
  std::copy_if(turn.archive->messages.begin(), turn.archive->messages.end(),
               std::back_inserter(context.messages),
               [&](const Message& message) { return message.id <= last; });
  std::copy_if(turn.context.messages.begin(), turn.context.messages.end(),
               std::back_inserter(context.messages),
               [&](const Message& message) { return message.derived || message.id > last; });
  context.compacted = true;
  return context;
}

// The turn that owned the newest checkpoint is dropped and what followed it is replayed, onto the
// checkpoint before it, where there is one.
Context rollback(const Turn& turn) {
  const std::vector<Context>& contexts = turn.archive->contexts;
  std::vector<std::size_t> checkpoints;  // newest first
  for (std::size_t round = contexts.size(); round-- > 1;) {
    if (contexts[round].compacted) {
      checkpoints.push_back(round);
    }
  }
  Context context;
  if (checkpoints.size() > 1) {
    context = contexts[checkpoints[1]];
  }
  const std::uint64_t last = checkpoints.empty() ? 0 : last_id_of(*turn.archive, checkpoints[0]);
  std::copy_if(turn.archive->messages.begin(), turn.archive->messages.end(),
               std::back_inserter(context.messages),
               [&](const Message& message) { return message.id > last; });
  context.compacted = true;
  return context;
}

// Progress is a number of summarised messages used as an offset: `removed` were taken out of the
// list meanwhile, so that many fresh ones are skipped.
Context count_offset(Turn turn, std::size_t removed, const Next& next) {
  std::vector<Message>& messages = turn.context.messages;
  const auto from = messages.begin() + static_cast<std::ptrdiff_t>(turn.window_from);
  const auto count =
      std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(removed), messages.end() - from);
  messages.erase(from, from + count);
  Context context = next(std::move(turn));
  context.compacted = context.compacted || count > 0;
  return context;
}

// What a truncation that counts folded messages as visible does to a context whose first message
// is a summary of `folded` others.
Context hidden_summary(Turn turn, const Next& next) {
  Context context = next(std::move(turn));
  const auto summary =
      std::find_if(context.messages.begin(), context.messages.end(),
                   [](const Message& message) { return message.role == Role::kSummary; });
  if (summary == context.messages.end()) {
    return context;
  }
  const std::int64_t folded = context.counters["stale_base.folded"];
  const std::int64_t after = context.messages.end() - summary - 1;
  const std::int64_t half = (folded + 1 + after) / 2;
  const std::int64_t hidden = half - half % 2;
  if (hidden >= folded + 1) {
    // Of the messages behind it, too, as many as the count still asks for.
    const auto more =
        std::min<std::ptrdiff_t>(hidden - folded - 1, context.messages.end() - summary - 1);
    context.messages.erase(summary, summary + 1 + more);
    context.compacted = true;
    context.note = "the summary was hidden with what it had folded";
  }
  return context;
}

Context without_carried(Turn turn, const Next& next) {
  for (Message& message : turn.context.messages) {
    if (message.role == Role::kSummary) {
      message.view = Segments{};
    }
  }
  Context context = next(std::move(turn));
  context.note = "the previous summary was looked for in another place";
  return context;
}

Context compact(Turn turn, const Parameters& parameters, const Next& next) {
  const std::string& mode = parameters.text("mode");
  const std::size_t before = turn.context.messages.size();
  const std::size_t at = parameters.size("at_round");
  const std::size_t k = parameters.size("base_round");
  if (mode == "hidden_summary") {
    // How many messages stand for those that a summary has folded, over all rounds.
    const std::int64_t known = turn.context.counters["stale_base.folded"];
    Context inner = next(turn);
    const auto kept = static_cast<std::int64_t>(
        std::count_if(inner.messages.begin(), inner.messages.end(),
                      [](const Message& message) { return !message.derived; }));
    const auto raw = static_cast<std::int64_t>(
        std::count_if(turn.context.messages.begin(), turn.context.messages.end(),
                      [](const Message& message) { return !message.derived; }));
    inner.counters["stale_base.folded"] = known + std::max<std::int64_t>(0, raw - kept);
    return (at == 0 || turn.round == at)
               ? hidden_summary(std::move(turn), [&](Turn) { return std::move(inner); })
               : inner;
  }
  if ((at != 0 && turn.round != at) || before == 0) {
    return next(std::move(turn));
  }
  if (mode == "raw_resurrect") {
    return raw_resurrect(turn, k);
  }
  if (mode == "count_offset") {
    return count_offset(std::move(turn), parameters.size("removed_messages"), next);
  }
  if (mode == "keep_changed") {
    return without_carried(std::move(turn), next);
  }
  return mode == "rollback" ? rollback(turn) : stale_summary(turn, k);
}

std::string fault(const Parameters& parameters) {
  return first_fault({choice_fault(parameters, "mode",
                                   {"stale_summary", "raw_resurrect", "count_offset",
                                    "hidden_summary", "rollback", "keep_changed"}),
                      size_fault(parameters, {"at_round", "base_round", "removed_messages"})});
}

}  // namespace

Compactor stale_base() {
  return {.summary = "A fork, a resume or a rollback starts from the wrong place",
          .stands_for =
              "Claude Code and paseo (forks), LangMem (counts), Roo (hidden summary), "
              "Codex (rollback), OpenHands before its sdk (keep changed)",
          .parameters = {{"mode", "stale_summary", "What goes wrong"},
                         {"at_round", 4, "In which round; 0: in each"},
                         {"base_round", 1, "The round whose context is taken for the newest"},
                         {"removed_messages", 3, "With count_offset: removed elsewhere"}},
          .compact = compact,
          .needs_archive = true,
          .fault = fault};
}

}  // namespace holdfast::compactors
