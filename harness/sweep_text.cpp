// Sweeps: how far into a message, how far into the previous summary, behind how much newer text.
#include <algorithm>
#include <array>

#include "harness/sweep_questions.h"

namespace holdfast {
namespace {

constexpr std::size_t kBehindCharacters = 2000;  // of the message behind the item
constexpr std::size_t kStepCharacters = 1000;
constexpr std::size_t kLongCharacters = 5000;
// Of the directives that move the item along the summary: short, so that each survives by itself.
constexpr std::size_t kPadCharacters = 120;
constexpr std::size_t kPadCharactersMin = 24;
// So much stands behind the item in a summary of a usual size.
constexpr std::size_t kSummaryPads = 20;

Result<SweepFinding> offset_in(Role role, std::string_view question, Pipeline& pipeline,
                               const SweepOptions& options) {
  const auto survives = [&](std::uint64_t offset) -> Result<bool> {
    SweepLab lab(pipeline);
    const int item = lab.add(AtomKind::kDirective, kSweepItemCharacters);
    if (role == Role::kResult) {
      lab.say(Role::kCall, {SweepLab::noise(100)});
    }
    const std::uint64_t id = lab.say(role, {SweepLab::noise(static_cast<std::size_t>(offset)),
                                            lab.body(item), SweepLab::noise(kBehindCharacters)});
    const Result<bool> folded = lab.fold_out(id, options.messages_max);
    return folded ? Result<bool>(lab.carried(item)) : folded;
  };
  const Result<Threshold> found = find_threshold(survives, options.characters_max);
  if (!found) {
    return found.error();
  }
  const std::string where = role == Role::kUser ? "a user's message" : "a tool's result";
  SweepFinding finding{question, found->lost, std::nullopt, options.characters_max, {}};
  if (!found->lost) {
    finding.sentence = "whatever stands in " + where + " survives its first folding (up to " +
                       with_commas(options.characters_max) + " characters in)";
  } else if (found->survived) {
    finding.survived = *found->survived + kSweepItemCharacters;
    finding.sentence = "lost past character " + with_commas(*finding.survived) + " of " + where +
                       " when it is folded";
  } else {
    finding.sentence = "lost when " + where + " is folded, wherever it stands in it";
  }
  return finding;
}

Result<SweepFinding> offset_in_message(Pipeline& pipeline, const SweepOptions& options) {
  return offset_in(Role::kUser, "offset_in_message", pipeline, options);
}

Result<SweepFinding> offset_in_result(Pipeline& pipeline, const SweepOptions& options) {
  return offset_in(Role::kResult, "offset_in_result", pipeline, options);
}

// Where the item ended in a summary, and whether the next one still held it.
struct SummaryProbe {
  std::optional<std::uint64_t> end;
  bool survived = true;
};

// Users say `padding` characters of other directives before the item.
Result<SummaryProbe> probe_summary(Pipeline& pipeline, const SweepOptions& options,
                                   std::uint64_t padding) {
  SweepLab lab(pipeline);
  for (std::uint64_t left = padding; left >= kPadCharactersMin;) {
    const std::uint64_t size = left < 2 * kPadCharacters ? left : kPadCharacters;
    lab.say(Role::kUser, {lab.body(lab.add(AtomKind::kDirective, static_cast<std::size_t>(size)))});
    left -= size;
  }
  const Result<int> item = carried_directive(lab, options.messages_max);
  if (!item) {
    return item.error();
  }
  SummaryProbe probe;
  probe.end = lab.end_in_summary(*item);
  if (!probe.end) {
    probe.survived = lab.carried(*item);
    return probe;
  }
  const std::uint64_t next = lab.say(Role::kAssistant, {SweepLab::noise(200)});
  if (const Result<bool> again = lab.fold_out(next, options.messages_max); !again) {
    return again.error();
  }
  probe.survived = lab.carried(*item);
  return probe;
}

Result<SweepFinding> offset_in_summary(Pipeline& pipeline, const SweepOptions& options) {
  std::optional<std::uint64_t> survived_to;
  std::optional<std::uint64_t> lost_at;
  const auto survives = [&](std::uint64_t padding) -> Result<bool> {
    const Result<SummaryProbe> probe = probe_summary(pipeline, options, padding);
    if (!probe) {
      return probe.error();
    }
    if (probe->end) {
      std::optional<std::uint64_t>& bound = probe->survived ? survived_to : lost_at;
      bound = !bound            ? *probe->end
              : probe->survived ? std::max(*bound, *probe->end)
                                : std::min(*bound, *probe->end);
    }
    return probe->survived;
  };
  const std::uint64_t limit = options.characters_max / 4;
  const Result<Threshold> found = find_threshold(survives, limit);
  if (!found) {
    return found.error();
  }
  SweepFinding finding{
      "offset_in_summary", found->lost && lost_at.has_value(), survived_to, limit, {}};
  if (!survived_to && !lost_at) {
    finding.sentence = "nothing was carried in a summary, so nothing could be lost out of one";
  } else if (!finding.lost) {
    finding.sentence = "where it stands in the previous summary makes no difference (up to " +
                       with_commas(limit) + " characters in)";
  } else if (survived_to) {
    finding.sentence =
        "lost past character " + with_commas(*survived_to) + " of the previous summary";
  } else {
    finding.sentence = "lost out of the previous summary at once; it ended at character " +
                       with_commas(*lost_at) + " of it";
  }
  return finding;
}

// How many messages a round folded when the item was lost by it.
struct PushProbe {
  bool carried_before = false;
  bool survived = true;
  std::uint64_t folded = 0;
};

Result<PushProbe> probe_push(Pipeline& pipeline, const SweepOptions& options, Language language,
                             std::uint64_t count) {
  SweepLab lab(pipeline);
  lab.speak(language, kLongCharacters);
  const Result<int> item = carried_directive(lab, options.messages_max);
  if (!item) {
    return item.error();
  }
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < kSummaryPads; ++i) {
    last = lab.say(Role::kUser, {lab.body(lab.add(AtomKind::kDirective, kPadCharacters))});
    if (Result<Done> done = lab.round(); !done) {
      return done.error();
    }
  }
  // Now what is kept word for word is long messages, too.
  if (const Result<bool> folded = lab.fold_out(last, options.messages_max); !folded) {
    return folded.error();
  }
  PushProbe probe;
  probe.carried_before = lab.carried(*item);
  for (std::uint64_t i = 0; i < count; ++i) {
    lab.say(Role::kAssistant, {SweepLab::noise(kLongCharacters, language)});
  }
  const std::size_t before = lab.raw_messages();
  if (Result<Done> done = lab.compact(); !done) {
    return done.error();
  }
  probe.survived = lab.carried(*item);
  probe.folded = before - std::min(before, lab.raw_messages());
  return probe;
}

Result<SweepFinding> newer_long_messages_in(Language language, std::string_view question,
                                            Pipeline& pipeline, const SweepOptions& options) {
  std::optional<std::uint64_t> folded;
  bool was_carried = true;
  const auto survives = [&](std::uint64_t count) -> Result<bool> {
    const Result<PushProbe> probe = probe_push(pipeline, options, language, count);
    if (!probe) {
      return probe.error();
    }
    was_carried = was_carried && probe->carried_before;
    if (!probe->survived) {
      folded = folded ? std::min(*folded, probe->folded) : probe->folded;
    }
    return probe->survived || !probe->carried_before;
  };
  const Result<Threshold> found = find_threshold(survives, options.messages_max);
  if (!found) {
    return found.error();
  }
  SweepFinding finding{question, found->lost, std::nullopt, options.messages_max, {}};
  const std::string kind = std::string(language == Language::kEnglish ? "" : "Japanese ") +
                           "long messages (" + with_commas(kLongCharacters) + " characters each)";
  if (!was_carried) {
    finding.sentence = "nothing was carried, so newer " + kind + " could push nothing out";
  } else if (!finding.lost) {
    finding.sentence =
        "up to " + with_commas(finding.limit) + " newer " + kind + " push nothing out";
  } else {
    finding.survived = *folded > 0 ? *folded - 1 : 0;
    finding.sentence = "lost after " + with_commas(*folded) + " newer " + kind;
  }
  return finding;
}

Result<SweepFinding> newer_long_messages(Pipeline& pipeline, const SweepOptions& options) {
  return newer_long_messages_in(Language::kEnglish, "newer_long_messages", pipeline, options);
}

Result<SweepFinding> newer_long_messages_japanese(Pipeline& pipeline, const SweepOptions& options) {
  return newer_long_messages_in(Language::kJapanese, "newer_long_messages_japanese", pipeline,
                                options);
}

// A user's message in the context, and so much text behind it.
Result<SweepFinding> newer_text_by(Role role, std::string_view question, Pipeline& pipeline,
                                   const SweepOptions& options) {
  const auto survives = [&](std::uint64_t characters) -> Result<bool> {
    SweepLab lab(pipeline);
    const int item = lab.add(AtomKind::kDirective, kSweepItemCharacters);
    lab.say(Role::kUser, {lab.body(item)});
    for (std::uint64_t left = characters; left > 0;) {
      const std::uint64_t size = std::min<std::uint64_t>(left, kStepCharacters);
      lab.say(role, {SweepLab::noise(static_cast<std::size_t>(size))});
      left -= size;
    }
    if (Result<Done> done = lab.compact(); !done) {
      return done.error();
    }
    return lab.carried(item);
  };
  const Result<Threshold> found = find_threshold(survives, options.characters_max);
  if (!found) {
    return found.error();
  }
  const std::string kind = role == Role::kUser ? "newer user text" : "newer text of the agent";
  SweepFinding finding{question, found->lost, found->survived, options.characters_max, {}};
  finding.sentence = !found->lost ? "up to " + with_commas(finding.limit) + " characters of " +
                                        kind + " push no user's message out"
                                  : "a user's message is lost once more than " +
                                        with_commas(found->survived.value_or(0)) +
                                        " characters of " + kind + " follow it";
  return finding;
}

Result<SweepFinding> newer_user_text(Pipeline& pipeline, const SweepOptions& options) {
  return newer_text_by(Role::kUser, "newer_user_text", pipeline, options);
}

Result<SweepFinding> newer_text(Pipeline& pipeline, const SweepOptions& options) {
  return newer_text_by(Role::kAssistant, "newer_text", pipeline, options);
}

}  // namespace

std::span<const SweepQuestion> sweep_questions_of_text() {
  static constexpr std::array kQuestions = {&offset_in_message,
                                            &offset_in_result,
                                            &offset_in_summary,
                                            &newer_long_messages,
                                            &newer_long_messages_japanese,
                                            &newer_user_text,
                                            &newer_text};
  return kQuestions;
}

}  // namespace holdfast
