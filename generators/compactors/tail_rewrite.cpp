// M03: a tail is kept word for word, all before it becomes one summary, and the summariser sees the
// previous summary in full. The tail is a number of tokens (which may begin inside a turn), a share
// of the characters from a user's message on, the latest message of the user alone, or nothing.
//
// Law: nothing is lost while all fits the cap. prior_first: an atom is admitted iff the previous
// summary, what is new before it and itself fit, and is then never lost; so the new ones are.
// new_first: it lives while its end at its first round and all that was new since fit; so the old
// ones are lost. sectioned: the sections of the plan, in their order; the order of events between
// sections is lost. With approvals_hidden the summariser never sees a "yes": what needs one is lost
// at the first round.
#include <algorithm>

#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

bool is_plain_user(const Message& message) {
  return message.role == Role::kUser && !message.derived;
}

// The first user message with the rest of the characters before it. Where there is none, all is
// folded if the assistant spoke last, and else what stands before the last user message.
std::size_t share_from(const std::vector<Message>& messages, std::size_t percent) {
  const std::size_t whole = size_of(messages).characters;
  std::size_t before = 0;
  std::size_t last_user = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (is_plain_user(messages[i])) {
      if (before * 100 >= whole * (100 - percent)) {
        return i;
      }
      last_user = i;
    }
    before += size_of(messages[i]).characters;
  }
  const bool assistant_last = !messages.empty() && messages.back().role == Role::kAssistant;
  return assistant_last ? messages.size() : last_user;
}

std::size_t cut_of(const std::vector<Message>& messages, const Parameters& parameters) {
  const std::string& tail = parameters.text("tail");
  if (tail == "tokens") {
    return at_pair_boundary(messages, tail_from(messages, parameters.size("tail_tokens")));
  }
  if (tail == "share") {
    return share_from(messages, parameters.size("tail_share_percent"));
  }
  return messages.size();
}

struct Order {
  const Message* prior = nullptr;  // the latest summary
  std::vector<bool> in_prior;      // by the atom's place
  std::vector<bool> said_anew;
};

Order order_of(const std::vector<Message>& messages, std::size_t cut, std::size_t atoms) {
  Order order{nullptr, std::vector<bool>(atoms), std::vector<bool>(atoms)};
  for (std::size_t i = 0; i < cut; ++i) {
    order.prior = messages[i].role == Role::kSummary ? &messages[i] : order.prior;
  }
  for (std::size_t i = 0; i < cut; ++i) {
    std::vector<bool>& said = &messages[i] == order.prior ? order.in_prior : order.said_anew;
    for (const Segment& segment : messages[i].seen()) {
      if (segment.kind == SegmentKind::kBody) {
        said[static_cast<std::size_t>(segment.atom)] = true;
      }
    }
  }
  return order;
}

// What was said anew goes behind or before what the previous summary said, each in its order.
void merge(Segments& open, const Order& order, const std::string& how) {
  const auto first = [&](const Segment& segment) {
    if (segment.atom < 0) {
      return false;
    }
    const auto place = static_cast<std::size_t>(segment.atom);
    return how == "prior_first" ? order.in_prior[place]
                                : !order.in_prior[place] || order.said_anew[place];
  };
  std::stable_partition(open.begin(), open.end(), first);
}

Context compact(Turn turn, const Parameters& parameters, const Next&) {
  const std::vector<Message>& messages = turn.context.messages;
  const std::size_t cut = cut_of(messages, parameters);
  if (cut == 0) {
    return left_alone(std::move(turn), "everything is in the tail");
  }
  Visible visible(turn.table());
  for (std::size_t i = 0; i < cut; ++i) {
    Segments seen = messages[i].seen();
    if (parameters.flag("approvals_hidden")) {
      seen.erase(std::remove_if(
                     seen.begin(), seen.end(),
                     [](const Segment& segment) { return segment.kind == SegmentKind::kAssent; }),
                 seen.end());
    }
    visible.read(seen, messages[i].derived);
  }
  Segments open = visible.open();
  SummaryPlan plan = plan_of(parameters, optional_cap_bytes(parameters, "cap_tokens"));
  if (parameters.text("merge") != "sectioned") {
    merge(open, order_of(messages, cut, turn.table().size()), parameters.text("merge"));
    if (parameters.value("sections").size() == 0) {
      plan.sections = one_section();
    }
  }
  std::vector<Message> made{write_summary(turn.table(), open, plan, turn.round)};
  if (parameters.text("tail") == "latest_user") {
    const auto latest = std::find_if(messages.rbegin(), messages.rend(), is_plain_user);
    if (latest != messages.rend()) {
      made.push_back(*latest);
    }
  }
  return made_context(std::move(turn), std::move(made), cut);
}

std::string fault(const Parameters& parameters) {
  const std::string sizes = size_fault(
      parameters, {"tail_tokens", "tail_share_percent", "heading_characters"}, {"cap_tokens"});
  if (!sizes.empty()) {
    return sizes;
  }
  if (parameters.size("tail_share_percent") > 100) {
    return "/tail_share_percent: is more than 100";
  }
  return first_fault({choice_fault(parameters, "tail", {"tokens", "share", "latest_user", "none"}),
                      choice_fault(parameters, "merge", {"prior_first", "new_first", "sectioned"}),
                      summary_fault(parameters)});
}

}  // namespace

Compactor tail_rewrite() {
  return {.summary = "A tail is kept; the rest and the previous summary become one new summary",
          .stands_for = "gemini-cli, opencode, pi, cline, goose, roo, Anthropic, langmem, letta",
          .parameters = with_summary_parameters(
              {{"tail", "tokens", "tokens, share, latest_user or none"},
               {"tail_tokens", 20000, "Kept word for word where the tail is tokens"},
               {"tail_share_percent", 30, "Of the characters, where it is a share"},
               {"cap_tokens", 4096, "The longest summary; null for no limit"},
               {"merge", "sectioned", "prior_first, new_first or sectioned"},
               {"approvals_hidden", false, "Whether the summariser is not shown the user's yes"}}),
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
