// The store's records and their published schemas: the reader asks for the exact bytes besides, and
// for members that are null together.
#include <gtest/gtest.h>

#include "core/json.h"
#include "core/store_records.h"
#include "harness/schema_test.h"

namespace holdfast {
namespace {

const std::string kDigest(64, 'a');

Value value_of(const std::string& bytes) { return *read_json(bytes).value; }

template <typename Read>
void expect_agreement(const std::string& stem, const std::string& bytes, Read read) {
  SCOPED_TRACE(stem);
  const JsonSchema schema(schema_json(stem));
  ASSERT_TRUE(read(bytes).has_value());
  EXPECT_EQ(bytes_of(*read(bytes)), bytes);
  const Value good = value_of(bytes);
  EXPECT_EQ(schema.explain(to_nlohmann(good)), "");
  const auto check = [&](const Value& changed, const std::string& what) {
    const bool reads = read(write_canonical_json(changed) + "\n").has_value();
    EXPECT_TRUE(schema.accepts(changed) || !reads) << what;
    if (!(changed == good)) {
      return;
    }
    EXPECT_TRUE(reads) << what;
  };
  for (const std::string& name : good.names()) {
    Value less = good;
    less.erase(name);
    check(less, "without " + name);
    EXPECT_FALSE(schema.accepts(less)) << name;
    for (const Value& odd :
         {Value(), Value(-1), Value(1), Value(""), Value("A"), Value::array(), Value(true)}) {
      Value changed = good;
      changed.set(name, odd);
      check(changed, name + " " + write_compact_json(odd));
    }
  }
  Value more = good;
  more.add("more", 1);
  EXPECT_FALSE(schema.accepts(more));
  EXPECT_FALSE(read(write_canonical_json(more) + "\n").has_value());
  for (const std::string& spelled :
       {bytes.substr(0, bytes.size() - 1), " " + bytes, bytes + "\n", write_pretty_json(good)}) {
    EXPECT_FALSE(read(spelled).has_value());
  }
}

TEST(StoreSchemas, AgreeWithTheirReaders) {
  expect_agreement("store-current-v1", bytes_of(CurrentPointer{3, kDigest, std::nullopt}),
                   read_current);
  expect_agreement("store-current-v1", bytes_of(CurrentPointer{3, kDigest, LedgerHead{7, kDigest}}),
                   read_current);
  expect_agreement("store-generation-v1", bytes_of(GenerationRecord{}), read_generation);
  expect_agreement("store-generation-v1",
                   bytes_of(GenerationRecord{2, kDigest, kDigest, kDigest, kDigest, "p-2",
                                             "2026-05-04T08:00:00Z"}),
                   read_generation);
  expect_agreement(
      "store-verdict-v1",
      bytes_of(VerdictRecord{kDigest, kDigest, kDigest, Value::object({{"ok", true}})}),
      read_verdict_record);
  expect_agreement("store-rejection-v1", bytes_of(RejectionRecord{kDigest, kDigest}),
                   read_rejection);
}

}  // namespace
}  // namespace holdfast
