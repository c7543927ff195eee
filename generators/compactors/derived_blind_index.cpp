// M02: preview_carry, but the summariser may also look things up in what is being folded. The index
// that it looks into leaves derived messages out, so what it cannot read again is just what only
// the previous summary says.
//
// It pages through messages from the newest to the oldest, each from its beginning, until its
// budget is spent (page_all; joined pages hide nothing at their borders); or it searches by the
// names that it knows without the text, and each hit shows one page of `read_bytes` (by_key); or it
// does not look (none). A message is seen as its preview or as what was read of it, whichever is
// longer.
//
// Law: page_all within its budget saves an atom of a raw message at any offset. A carried atom that
// ends beyond the preview is lost whatever the policy; with covers_derived it is saved iff the
// reading gets to it. by_key saves only what is named elsewhere. With derived_as_user what somebody
// else said and a summary carried is told on as the user's own word; a user's own stays as it was.
#include <algorithm>
#include <iterator>

#include "generators/compactors_preview.h"
#include "generators/compactors_tools.h"
#include "generators/summary.h"

namespace holdfast::compactors {
namespace {

constexpr Role kRoles[] = {Role::kUser,   Role::kAssistant, Role::kCall,
                           Role::kResult, Role::kSystem,    Role::kSummary};

bool readable(const Message& message, const Parameters& parameters) {
  if (message.derived) {
    return parameters.flag("covers_derived");
  }
  const std::vector<Value>& roles = parameters.value("roles").items();
  return std::any_of(roles.begin(), roles.end(),
                     [&](const Value& role) { return role.text() == to_text(message.role); });
}

using Views = std::vector<Segments>;  // by the place of the message in the folded part

void page_all(const std::vector<Message>& messages, const Parameters& parameters, Views& views) {
  std::size_t budget = parameters.size("budget_tokens") * kTokenBytes;
  for (std::size_t i = views.size(); i-- > 0 && budget > 0;) {
    if (!readable(messages[i], parameters)) {
      continue;
    }
    Segments read = first_bytes(messages[i].seen(), budget);
    budget -= size_of(read).bytes;
    if (size_of(read).bytes >= size_of(views[i]).bytes) {
      views[i] = std::move(read);
    }
  }
}

// The page of the message in which all of that atom's text stands; empty where none does.
Segments page_of(const Segments& segments, int atom, std::size_t page_bytes) {
  std::size_t offset = 0;
  for (const Segment& segment : segments) {
    const std::size_t end = offset + segment.size.bytes;
    if (segment.kind == SegmentKind::kBody && segment.atom == atom && page_bytes > 0) {
      const std::size_t begin = offset / page_bytes * page_bytes;
      if (end <= begin + page_bytes) {
        const Segments rest = last_bytes(segments, size_of(segments).bytes - begin);
        return first_bytes(rest, page_bytes);
      }
    }
    offset = end;
  }
  return {};
}

// Hits are read behind the view of their own message, so that a later closing still counts. Each
// is a page of the budget, newest message first.
void by_key(const Turn& turn, const Parameters& parameters, Views& views) {
  const std::vector<Message>& messages = turn.context.messages;
  Visible known(turn.table());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    known.read(i < views.size() ? views[i] : messages[i].seen(), messages[i].derived);
  }
  std::size_t budget = parameters.size("budget_tokens") * kTokenBytes;
  for (const Segment& named : known.open()) {
    if (named.level != Level::kLabel) {
      continue;
    }
    for (std::size_t i = views.size(); i-- > 0;) {
      const Segments page =
          readable(messages[i], parameters)
              ? page_of(messages[i].seen(), named.atom, parameters.size("read_bytes"))
              : Segments{};
      if (page.empty()) {
        continue;
      }
      if (size_of(page).bytes <= budget) {
        budget -= size_of(page).bytes;
        views[i].insert(views[i].end(), page.begin(), page.end());
      }
      break;
    }
  }
}

void revoice(Segments& segments, const AtomTable& atoms) {
  for (Segment& segment : segments) {
    if (segment.kind == SegmentKind::kBody && segment.level < Level::kChanged &&
        !atoms[static_cast<std::size_t>(segment.atom)].by_user) {
      segment.level = Level::kChanged;
      segment.twist = Twist::kRevoiced;
    }
  }
}

Context compact(Turn turn, const Parameters& parameters, const Next&) {
  const std::vector<Message>& messages = turn.context.messages;
  const Overview overview = overview_of(messages, parameters);
  if (overview.cut == 0) {
    return left_alone(std::move(turn), "everything is in the tail");
  }
  Views views;
  for (const std::optional<Segments>& shown : overview.shown) {
    views.push_back(shown.value_or(Segments{}));
  }
  if (parameters.text("policy") == "page_all") {
    page_all(messages, parameters, views);
  } else if (parameters.text("policy") == "by_key") {
    by_key(turn, parameters, views);
  }
  Visible visible(turn.table());
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (messages[i].derived && parameters.flag("derived_as_user")) {
      revoice(views[i], turn.table());
    }
    visible.read(views[i], messages[i].derived);
  }
  return folded(std::move(turn), overview.cut, visible.open(), parameters);
}

std::string fault(const Parameters& parameters) {
  for (const Value& role : parameters.value("roles").items()) {
    if (std::none_of(std::begin(kRoles), std::end(kRoles), [&](Role known) {
          return role.is_string() && role.text() == to_text(known);
        })) {
      return "/roles: names no role; user, assistant, call, result, system or summary";
    }
  }
  return first_fault({size_fault(parameters, {"read_bytes", "budget_tokens"}),
                      choice_fault(parameters, "policy", {"none", "page_all", "by_key"}),
                      preview_fault(parameters)});
}

}  // namespace

Compactor derived_blind_index() {
  return {.summary = "The summariser can look up what is folded, but not the previous summary",
          .stands_for = "yoi since its index leaves system items out",
          .parameters = with_preview_parameters(
              {{"policy", "page_all", "none, page_all or by_key"},
               {"covers_derived", false, "Whether the index has what a compactor wrote"},
               {"roles", Value::array({"user", "assistant", "call", "result"}),
                "Whose messages the index has"},
               {"read_bytes", 49152, "One page"},
               {"budget_tokens", 50000, "All that is read in a round"},
               {"derived_as_user", false, "Whether a summary is taken for the user's words"}}),
          .compact = compact,
          .fault = fault};
}

}  // namespace holdfast::compactors
