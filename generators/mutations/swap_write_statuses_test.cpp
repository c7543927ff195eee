#include <gtest/gtest.h>

#include "core/json.h"
#include "generators/strategy.h"

namespace holdfast::mutations {

Strategy swap_write_statuses();

namespace {

Manifest with_writes(std::vector<ExternalWrite> writes) {
  Manifest manifest;
  manifest.canonical.resize(1);  // as many as the JSON form of v1 has
  manifest.external_writes = std::move(writes);
  return manifest;
}

TEST(SwapWriteStatuses, ExchangesTwoStatusesAndNothingElse) {
  const Manifest before = with_writes(
      {{"Send", "mail-1", WriteStatus::kConfirmed}, {"Pay", "pay-2", WriteStatus::kUnknown}});
  Manifest after = before;
  after.external_writes[0].status = WriteStatus::kUnknown;
  after.external_writes[1].status = WriteStatus::kConfirmed;
  Random random(1);
  const auto change = swap_write_statuses().make(before, random);
  ASSERT_TRUE(change.has_value());
  Value value = to_value(before);
  ASSERT_TRUE(apply_edits(change->edits, value));
  EXPECT_EQ(value, to_value(after));
}

TEST(SwapWriteStatuses, DoesNotApplyToEqualStatuses) {
  Random random(1);
  EXPECT_FALSE(swap_write_statuses().make(with_writes({}), random).has_value());
  EXPECT_FALSE(swap_write_statuses()
                   .make(with_writes({{"Send", "mail-1", WriteStatus::kConfirmed},
                                      {"Pay", "pay-2", WriteStatus::kConfirmed}}),
                         random)
                   .has_value());
}

}  // namespace
}  // namespace holdfast::mutations
