// What holds for every compactor that this file names, whatever it is given: it ends, gives the
// same outcome for the same input, invents no message and makes none longer that it did not write.
#include <set>

#include "core/check.h"
#include "generators/compactor_test.h"
#include "generators/random.h"

namespace holdfast {
namespace {

constexpr AtomKind kKinds[] = {AtomKind::kDirective, AtomKind::kProhibition, AtomKind::kApproval,
                               AtomKind::kWrite,     AtomKind::kEvent,       AtomKind::kDecision,
                               AtomKind::kGoal,      AtomKind::kSubTask};
constexpr Role kRoles[] = {Role::kUser, Role::kAssistant, Role::kCall, Role::kResult,
                           Role::kSystem};
constexpr int kAtoms = 12;
constexpr std::string_view kModels[] = {
    "preview_carry", "derived_blind_index", "tail_rewrite", "user_budget",
    "slide",         "amortised_forget",    "mask",         "section_budget"};

Size random_size(Random& random) {
  const std::uint64_t kind = random.below(20);
  const std::uint64_t most = kind == 0 ? 1 : kind == 1 ? 3'000'000 : kind < 8 ? 800 : 60;
  const auto characters = static_cast<std::uint32_t>(random.below(most));
  return {characters, characters * (random.chance(1, 4) ? 3 : 1)};
}

Table random_table(Random& random) {
  Table table;
  for (int i = 0; i < kAtoms; ++i) {
    const Size size = random_size(random);
    const std::string id = "a" + std::to_string(i);
    table.place(id, 0, random.pick(kKinds));
    table.atom(id).size = size;
    table.atom(id).by_user = random.chance(1, 2);
    table.atom(id).needs_assent = random.chance(1, 4);
  }
  return table;
}

Segment random_segment(Random& random, const Table& table) {
  const auto atom = static_cast<int>(random.below(kAtoms));
  switch (random.below(6)) {
    case 0:
      return closing_of(atom, random_size(random));
    case 1:
      return assent_to(atom, random_size(random));
    case 2:
    case 3:
      return filler(random_size(random));
    default:
      return body_of(atom, table.atoms()[static_cast<std::size_t>(atom)].size);
  }
}

std::vector<Message> random_window(Random& random, const Table& table, std::uint64_t& id) {
  std::vector<Message> window;
  const std::uint64_t count = random.below(9);
  for (std::uint64_t i = 0; i < count; ++i) {
    Message message = message_of(random.pick(kRoles), {});
    message.id = ++id;
    message.answers = message.role == Role::kResult ? id - 1 : 0;
    const std::uint64_t segments = random.below(4);
    for (std::uint64_t k = 0; k < segments; ++k) {
      message.segments.push_back(random_segment(random, table));
    }
    if (random.chance(1, 8)) {
      message.view = first_characters(message.segments, 20);
    }
    window.push_back(std::move(message));
  }
  return window;
}

Value random_value(Random& random, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kBoolean:
      return Value(random.chance(1, 2));
    case Value::Kind::kNull:
    case Value::Kind::kInteger:
      return Value(static_cast<std::int64_t>(random.below(random.chance(1, 2) ? 12 : 700)));
    default:
      return value;
  }
}

// Drawn values over the defaults; texts from those that any model knows, where they fit.
Value random_parameters(Random& random, const Compactor& compactor) {
  constexpr std::string_view kTexts[] = {"none",         "page_all",    "by_key",    "tokens",
                                         "share",        "latest_user", "new_first", "prior_first",
                                         "middle",       "suffix",      "prefix",    "pair_half",
                                         "skip",         "first_frac",  "messages",  "results",
                                         "pair_quarter", "pop_middle",  "sectioned", "tail_n"};
  Value parameters = Value::object();
  for (const Parameter& parameter : compactor.parameters) {
    if (!random.chance(2, 3)) {
      continue;
    }
    Value drawn = random_value(random, parameter.value);
    for (int tries = 0; tries < 60; ++tries) {
      if (parameter.value.is_string()) {
        drawn = Value(random.pick(kTexts));
      } else if (tries > 0) {
        drawn = random_value(random, parameter.value);
      }
      Value with = parameters;
      with.set(parameter.name, drawn);
      if (compactor.fault(*Parameters::over(compactor.parameters, with)).empty()) {
        parameters = std::move(with);
        break;
      }
    }
  }
  return parameters;
}

std::string shown(const Segments& segments) {
  std::string text;
  for (const Segment& segment : segments) {
    text += std::to_string(static_cast<int>(segment.kind)) + "/" +
            std::to_string(static_cast<int>(segment.level)) + "/" +
            std::to_string(static_cast<int>(segment.twist)) + "/" +
            std::to_string(segment.age_rounds) + "/" + std::to_string(segment.atom) + "/" +
            std::to_string(segment.size.characters) + "/" + std::to_string(segment.size.bytes) +
            " ";
  }
  return text;
}

std::string shown(const Context& context) {
  std::string text = context.note + (context.compacted ? "!" : "?");
  for (const Message& message : context.messages) {
    text += "\n" + std::to_string(message.id) + std::string(to_text(message.role)) +
            (message.derived ? "d " : " ") + shown(message.segments);
  }
  for (const auto& [name, value] : context.counters) {
    text += "\n" + name + std::to_string(value);
  }
  return text;
}

Size own_size(const std::vector<Message>& messages) {
  Size size;
  for (const Message& message : messages) {
    size += message.derived ? Size{} : size_of(message);
  }
  return size;
}

void expect_sane(const Turn& turn, const Context& after, const std::string& where) {
  std::set<std::uint64_t> before;
  for (const Message& message : turn.context.messages) {
    before.insert(message.id);
  }
  std::set<std::uint64_t> seen;
  for (const Message& message : after.messages) {
    EXPECT_TRUE(message.derived ? message.id == 0
                                : before.count(message.id) == 1 && seen.insert(message.id).second)
        << where;
  }
  const Size was = own_size(turn.context.messages);
  const Size is = own_size(after.messages);
  EXPECT_LE(is.characters, was.characters) << where;
  EXPECT_LE(is.bytes, was.bytes) << where;
}

TEST(Compactors, AreSaneWhateverTheyAreGiven) {
  for (const std::string_view name : kModels) {
    const Compactor* compactor = find_compactor(name);
    ASSERT_NE(compactor, nullptr) << name;
    std::size_t compacted = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
      Random random(77, i);
      const Table table = random_table(random);
      const Value parameters = random_parameters(random, *compactor);
      const std::string where = std::string(name) + " case " + std::to_string(i);
      Context context;
      std::uint64_t id = 0;
      for (std::uint64_t round = 1; round <= 4; ++round) {
        const Turn turn = table.turn(std::move(context), random_window(random, table, id), round);
        context = compact_once(*compactor, turn, parameters);
        expect_sane(turn, context, where);
        EXPECT_EQ(shown(context), shown(compact_once(*compactor, turn, parameters))) << where;
        // What only limits the summariser's view ends with the stage that makes the context.
        EXPECT_TRUE(name == "mask" ||
                    std::none_of(context.messages.begin(), context.messages.end(),
                                 [](const Message& message) { return message.view.has_value(); }))
            << where;
        compacted += context.compacted ? 1 : 0;
      }
    }
    EXPECT_GT(compacted, 30U) << name;  // or the cases show nothing
  }
}

TEST(Compactors, RefuseNumbersThatCannotBe) {
  for (const std::string_view name : kModels) {
    const Compactor* compactor = find_compactor(name);
    ASSERT_NE(compactor, nullptr) << name;
    for (const Parameter& parameter : compactor->parameters) {
      if (!parameter.value.is_integer()) {
        continue;
      }
      for (const Value& bad : {Value(-1), Value(), Value(std::int64_t{1} << 50)}) {
        Value given = Value::object();
        given.set(parameter.name, bad);
        const Result<Parameters> read = Parameters::over(compactor->parameters, given);
        ASSERT_TRUE(read.ok());
        const bool may_be_null =
            bad.is_null() && name == "tail_rewrite" && parameter.name == "cap_tokens";
        EXPECT_EQ(compactor->fault(*read).empty(), may_be_null) << name << " " << parameter.name;
      }
    }
  }
}

TEST(Compactors, RefuseWordsThatTheyDoNotKnow) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"derived_blind_index", "policy"},
      {"tail_rewrite", "tail"},
      {"tail_rewrite", "merge"},
      {"user_budget", "cut"},
      {"slide", "variant"},
      {"mask", "unit"},
      {"user_budget", "pack"}};
  for (const auto& [name, parameter] : kWords) {
    const Compactor* compactor = find_compactor(name);
    ASSERT_NE(compactor, nullptr) << name;
    Value given = Value::object();
    given.set(parameter, "nonsense");
    EXPECT_NE(compactor->fault(*Parameters::over(compactor->parameters, given)), "") << parameter;
  }
}

TEST(TailRewriteLaw, NewFirstKeepsAnAtomWhileItAndAllThatIsNewSinceFit) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Random random(31, i);
    Table table;
    const std::size_t cap = 4 * (10 + static_cast<std::size_t>(random.below(50)));
    Context context;
    struct Said {
      std::string id;
      std::size_t end;  // its end at its first round, then all that was new since
    };
    std::vector<Said> said;
    for (std::uint64_t round = 1; round <= 6; ++round) {
      std::size_t fresh = 0;
      Segments segments;
      std::vector<Said> now;
      const std::uint64_t count = random.below(4);
      for (std::uint64_t k = 0; k < count; ++k) {
        const auto size = 1 + static_cast<std::size_t>(random.below(60));
        const std::string id = std::to_string(round) + "." + std::to_string(k);
        fresh += size;
        segments.push_back(table.body(id, size));
        now.push_back({id, fresh});
      }
      for (Said& old : said) {
        old.end += fresh;
      }
      said.insert(said.end(), now.begin(), now.end());
      context = run("tail_rewrite", table.turn(std::move(context), {user(segments)}, round),
                    Value::object({{"tail", "none"},
                                   {"merge", "new_first"},
                                   {"cap_tokens", static_cast<std::int64_t>(cap / 4)}}));
      std::string expected;
      for (const Said& each : said) {
        expected += each.end > cap ? "" : (expected.empty() ? "" : " ") + each.id;
      }
      EXPECT_EQ(table.left(context), expected) << i;
    }
  }
}

TEST(UserBudgetLaw, HoldsOverManyRounds) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Random random(32, i);
    Table table;
    const std::uint64_t budget = 1 + random.below(60);
    Context context;
    std::vector<std::size_t> sizes;
    for (std::uint64_t round = 1; round <= 8; ++round) {
      sizes.push_back(1 + static_cast<std::size_t>(random.below(20)));
      const std::string id = "u" + std::to_string(round);
      context = run("user_budget",
                    table.turn(std::move(context),
                               {user({table.body(id, sizes.back() * kTokenBytes)})}, round),
                    Value::object({{"budget_tokens", budget}}));
      std::string expected;
      std::size_t after = 0;
      for (std::size_t k = sizes.size(); k-- > 0;) {
        after += sizes[k];
        if (after <= budget) {
          expected = "u" + std::to_string(k + 1) + (expected.empty() ? "" : " ") + expected;
        }
      }
      EXPECT_EQ(table.left(context), expected) << i;
    }
  }
}

TEST(AmortisedForgetLaw, ForgetsAnEventAtTheFirstTriggerThatIsFarEnoughAway) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Random random(33, i);
    const std::uint64_t max = 4 + random.below(30);
    const std::uint64_t keep = random.below(max / 2);
    const std::uint64_t tail = max / 2 - keep - 1;
    const Table table;
    Context context;
    std::vector<bool> gone(100);
    for (std::uint64_t event = 0; event < gone.size(); ++event) {
      Message message = message_of(Role::kAssistant, {});
      message.id = event + 1;
      context = run("amortised_forget", table.turn(std::move(context), {message}, event + 1),
                    Value::object({{"max_messages", max}, {"keep_first", keep}}));
      const bool due = event >= max && (event - max) % (max + 1 - max / 2) == 0;
      EXPECT_EQ(context.compacted, due) << max << " " << keep << " " << event;
      for (std::uint64_t e = keep; due && e <= event; ++e) {
        gone[e] = gone[e] || event - e >= tail;
      }
      for (std::uint64_t e = 0; e <= event; ++e) {
        const bool there = std::any_of(context.messages.begin(), context.messages.end(),
                                       [&](const Message& m) { return m.id == e + 1; });
        EXPECT_EQ(there, !gone[e]) << max << " " << keep << " " << event;
      }
    }
  }
}

TEST(SlideLaw, RemovesAMessageOnceTheSumOfRemovalsPassesItsRank) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Random random(34, i);
    const bool half = random.chance(1, 2);
    const Table table;
    Context context;
    std::uint64_t all = 0;
    std::uint64_t removed = 0;
    for (std::uint64_t round = 1; round <= 5; ++round) {
      std::vector<Message> window;
      for (std::uint64_t k = 2 * random.below(12); k > 0; --k) {
        window.push_back(message_of(all % 2 == 0 ? Role::kUser : Role::kAssistant, {}));
        window.back().id = ++all;
      }
      context = run("slide", table.turn(std::move(context), std::move(window), round),
                    Value::object({{"variant", half ? "pair_half" : "pair_quarter"}}));
      const std::uint64_t rest = all < 2 + removed ? 0 : all - 2 - removed;
      removed += half ? rest / 4 * 2 : rest * 3 / 4 / 2 * 2;
      for (std::uint64_t id = 3; id <= all; ++id) {
        const bool there = std::any_of(context.messages.begin(), context.messages.end(),
                                       [&](const Message& m) { return m.id == id; });
        EXPECT_EQ(there, id - 3 >= removed) << i << " " << id;
      }
    }
  }
}

}  // namespace
}  // namespace holdfast
