// The stored boundaries are what generators/boundary_cases.h makes; HOLDFAST_WRITE_CASES=1 writes
// them anew.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/file.h"
#include "core/json.h"
#include "generators/boundary_cases.h"
#include "harness/case.h"

namespace holdfast {
namespace {

Case case_of(const BoundaryCase& boundary) {
  Case c;
  c.kind = "continuity";
  c.comment = std::string(boundary.comment);
  c.flags = {"boundary"};
  c.invariant = "decision";
  c.source = "boundary";
  c.story = to_value(boundary.story);
  c.expect.accept = boundary.codes.empty();
  c.expect.codes = {boundary.codes.begin(), boundary.codes.end()};
  c.id = case_id("boundary-" + std::string(boundary.name), c);
  return c;
}

TEST(BoundaryCases, AreStoredAsTheyAreMade) {
  for (const BoundaryCase& boundary : boundary_cases()) {
    const Case c = case_of(boundary);
    const std::string folder = std::string(HOLDFAST_SOURCE_DIR) + "/regression/cases/decision";
    const std::string path = folder + "/" + c.id + ".json";
    if (std::getenv("HOLDFAST_WRITE_CASES") != nullptr) {
      ASSERT_TRUE(make_directory(folder).ok());
      ASSERT_TRUE(write_file(path, write_pretty_json(to_value(c))).ok());
    }
    const auto bytes = read_file(path);
    ASSERT_TRUE(bytes.ok()) << boundary.name << " is not stored; HOLDFAST_WRITE_CASES=1 writes it";
    EXPECT_EQ(*bytes, write_pretty_json(to_value(c))) << boundary.name;
  }
}

TEST(BoundaryCases, AllLookHealthyToARuleOverEventsAndThreeAreNot) {
  int healthy = 0;
  for (const BoundaryCase& boundary : boundary_cases()) {
    EXPECT_TRUE(events_look_healthy(boundary.story)) << boundary.name;
    const std::vector<std::string> codes = continuity_codes(to_value(boundary.story));
    EXPECT_EQ(codes, std::vector<std::string>(boundary.codes.begin(), boundary.codes.end()))
        << boundary.name;
    healthy += codes.empty() ? 1 : 0;
  }
  EXPECT_EQ(healthy, 3);
  // And the rule is one that can say no.
  ContinuityStory blind = boundary_cases().front().story;
  std::erase_if(blind.events, [](const BoundaryEvent& event) {
    return event.kind == BoundaryEventKind::kObservation;
  });
  EXPECT_FALSE(events_look_healthy(blind));
}

}  // namespace
}  // namespace holdfast
