#include "generators/event_tools.h"

#include <gtest/gtest.h>

#include <utility>

namespace holdfast {
namespace {

const std::vector<Event> kEvents = {{"a", "call", {}},
                                    {"b", "call", {}},
                                    {"c", "progress", "a"},
                                    {"d", "result", "b"},
                                    {"e", "user", {}}};

TEST(EventTools, KnowWhatIsAnsweredAndWhatIsClosed) {
  EXPECT_TRUE(is_answered(kEvents, "a"));
  EXPECT_FALSE(is_closed(kEvents, "a")) << "progress is no result";
  EXPECT_TRUE(is_closed(kEvents, "b"));
  EXPECT_FALSE(is_answered(kEvents, "e"));
}

TEST(EventTools, SeeAnAnswerThatDoesNotFollow) {
  EXPECT_TRUE(answers_follow({}));
  EXPECT_TRUE(answers_follow(kEvents));
  std::vector<Event> events = kEvents;
  std::swap(events[1], events[3]);
  EXPECT_FALSE(answers_follow(events));
  EXPECT_FALSE(answers_follow({{"a", "result", "a"}})) << "an event does not answer itself";
}

TEST(EventTools, WriteAnEventAsTheManifestDoes) {
  Manifest manifest;
  manifest.version = Version::kV2;
  manifest.events = kEvents;
  const Value whole = to_value(manifest);
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    EXPECT_EQ(event_value(kEvents[i]), whole.find("events")->items()[i]);
  }
}

}  // namespace
}  // namespace holdfast
