#include "generators/compactor_test.h"
#include "generators/random.h"

namespace holdfast {
namespace {

// A context whose summary has these atoms, in this order.
Context summary_of(Segments segments) {
  Context context;
  Message summary = message_of(Role::kSummary, std::move(segments));
  summary.derived = true;
  context.messages.push_back(std::move(summary));
  return context;
}

Segments yoi_order(Table& table, bool directives_first) {
  const Segments done = {table.body("done1", 60), table.body("done2", 60)};
  const Segments active = {table.body("active", 40)};
  const Segments decisions = {table.body("dec", 40)};
  const Segments directives = {table.body("dir1", 30), table.body("dir2", 30)};
  const Segments current = {table.body("cur", 20)};
  Segments all;
  const auto add = [&](const Segments& part) { all.insert(all.end(), part.begin(), part.end()); };
  if (directives_first) {
    add(directives);
  }
  add(done);
  add(active);
  add(decisions);
  if (!directives_first) {
    add(directives);
  }
  add(current);
  return all;
}

TEST(Placement, CutsOffWhatStandsLate) {
  const auto kept = [](Table& table, bool directives_first) {
    const Context context =
        run("placement", table.turn(summary_of(yoi_order(table, directives_first)), {}),
            Value::object({{"kept_characters", 171}}));
    return bodies(table, context.messages[0]);
  };
  Table table;
  EXPECT_EQ(kept(table, false), "done1 done2 active");
  Table other;
  EXPECT_EQ(kept(other, true), "dir1 dir2 done1");
}

TEST(Placement, KeepsExactlyWhatLiesInsideOfWhatIsKept) {
  Random random(31);
  for (int i = 0; i < 400; ++i) {
    Table table;
    Segments segments;
    std::vector<std::pair<std::size_t, std::size_t>> spans;
    std::size_t at = 0;
    for (std::uint64_t k = 0; k < 1 + random.below(8); ++k) {
      const auto size = 1 + static_cast<std::size_t>(random.below(50));
      segments.push_back(table.body("a" + std::to_string(k), size));
      spans.emplace_back(at, at + size);
      at += size;
    }
    const auto kept = 1 + static_cast<std::size_t>(random.below(200));
    const auto head = static_cast<std::size_t>(random.below(kept + 1));
    for (const char* side : {"prefix", "suffix", "middle"}) {
      const std::string left =
          " " +
          table.left(run("placement", table.turn(summary_of(segments), {}),
                         Value::object({{"side", side},
                                        {"kept_characters", static_cast<std::int64_t>(kept)},
                                        {"head_characters", static_cast<std::int64_t>(head)}}))) +
          " ";
      const std::size_t front = side[0] == 'p' ? kept : side[0] == 's' ? 0 : head;
      const std::size_t back = kept - front;
      for (std::size_t k = 0; k < spans.size(); ++k) {
        const bool inside = at <= kept || spans[k].second <= front || spans[k].first + back >= at;
        EXPECT_EQ(left.find(" a" + std::to_string(k) + " ") != std::string::npos, inside)
            << side << " " << kept << " " << head << " of " << at << ":" << left;
      }
    }
  }
}

}  // namespace
}  // namespace holdfast
