// The strict reader beyond single texts: limits, cost, positions, what a fault may say, reading in
// several threads, and random damage. The grammar itself is in corpus/json/vectors.jsonl.
#include "core/json.h"

#include <sys/resource.h>

#include <ctime>
#include <set>
#include <thread>

#include "core/manifest_test.h"

namespace holdfast {
namespace {

std::vector<std::string_view> fault_codes(const JsonReading& reading) {
  std::vector<std::string_view> codes;
  for (const JsonFault& fault : reading.faults) {
    codes.push_back(fault.code);
  }
  return codes;
}

using FaultCodes = std::vector<std::string_view>;

long peak_memory_kib() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// A document of exactly that size: one long text.
std::string document_of_size(std::size_t size_bytes) {
  return "\"" + std::string(size_bytes - 2, 'x') + "\"";
}

TEST(Json, ReadsTheValuesThatAreThere) {
  const JsonReading reading =
      read_json(R"( {"b":[null,true,false,-7,"\u00e9\ud83d\ude00"],"a":{"":""}} )");
  ASSERT_TRUE(reading.value);
  EXPECT_EQ(*reading.value,
            Value::object({{"b", Value::array({Value(), Value(true), Value(false), Value(-7),
                                               Value("\xC3\xA9\xF0\x9F\x98\x80")})},
                           {"a", Value::object({{"", ""}})}}));
  EXPECT_EQ(reading.value->names(), (std::vector<std::string>{"b", "a"}));
}

TEST(Json, RefusesNoBytesAtAll) {
  EXPECT_EQ(fault_codes(read_json("")), FaultCodes{"invalid_json"});
}

TEST(Json, RefusesADocumentOneByteOverTheLimit) {
  constexpr std::size_t kLimit = 16 * 1024 * 1024;
  EXPECT_TRUE(read_json(document_of_size(kLimit)).value);
  const JsonReading reading = read_json(document_of_size(kLimit + 1));
  EXPECT_FALSE(reading.value);
  EXPECT_EQ(fault_codes(reading), FaultCodes{"too_large"});
}

TEST(Json, JudgesTheSizeBeforeAnythingElse) {
  JsonLimits limits;
  limits.size_bytes_max = 4;
  EXPECT_EQ(fault_codes(read_json("[[[[[", limits)), FaultCodes{"too_large"});
  EXPECT_EQ(fault_codes(read_json("\xEF\xBB\xBF{}", limits)), FaultCodes{"too_large"});
  EXPECT_TRUE(read_json("[11]", limits).value);
}

TEST(Json, TakesItsDepthFromTheLimits) {
  JsonLimits limits;
  limits.depth_max = 2;
  EXPECT_TRUE(read_json("[[1]]", limits).value);
  EXPECT_EQ(fault_codes(read_json("[[[1]]]", limits)), FaultCodes{"too_deep"});
  limits.depth_max = 0;
  EXPECT_TRUE(read_json("1", limits).value);
  EXPECT_EQ(fault_codes(read_json("[]", limits)), FaultCodes{"too_deep"});
  limits.depth_max = 200;
  EXPECT_TRUE(read_json(std::string(200, '[') + std::string(200, ']'), limits).value);
}

TEST(Json, RefusesTwoHundredMegabytesOfOpeningBracketsInLittleMemory) {
  const std::string bytes(200 * 1000 * 1000, '[');
  const long before_kib = peak_memory_kib();
  const double before_seconds = cpu_seconds();
  EXPECT_EQ(fault_codes(read_json(bytes)), FaultCodes{"too_large"});
  JsonLimits limits;
  limits.size_bytes_max = std::size_t{1} << 30;
  EXPECT_EQ(fault_codes(read_json(bytes, limits)), FaultCodes{"too_deep"});
  EXPECT_LE(peak_memory_kib() - before_kib, 8 * 1024);
  EXPECT_LE(cpu_seconds() - before_seconds, 5.0);
}

std::string members(std::size_t count) {
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i) {
    text += "\"m" + std::to_string(i) + "\":0,";
  }
  return text;
}

TEST(Json, FindsADuplicateBehindAHundredThousandMembersInReasonableTime) {
  const std::string text = members(100000);
  const double before_seconds = cpu_seconds();
  EXPECT_TRUE(read_json(text + "\"last\":0}").value);
  const JsonReading reading = read_json(text + "\"\\u006d7\":0}");
  EXPECT_EQ(fault_codes(reading), FaultCodes{"duplicate_key"});
  ASSERT_FALSE(reading.faults.empty());
  EXPECT_EQ(reading.faults[0].pointer, "/m7");
  // Comparing each name with all before it takes some 5 * 10^9 steps.
  EXPECT_LE(cpu_seconds() - before_seconds, 5.0);
}

TEST(Json, FindsADuplicateAtEveryNumberOfMembers) {
  for (std::size_t count = 1; count <= 40; ++count) {
    for (const std::size_t at : {std::size_t{0}, count / 2, count - 1}) {
      const std::string again = "\"m" + std::to_string(at) + "\":1}";
      EXPECT_EQ(fault_codes(read_json(members(count) + again)), FaultCodes{"duplicate_key"})
          << count << " members, the one at " << at << " again";
    }
    EXPECT_TRUE(read_json(members(count) + "\"n\":1}").value);
  }
}

TEST(Json, CollectsFaultsOfSeveralKindsWithTheirPlaces) {
  const JsonReading reading = read_json(R"([1e400,"ok",{"a/b":-0,"a\/b":1},"\uffff"])");
  EXPECT_FALSE(reading.value);
  ASSERT_EQ(fault_codes(reading),
            (FaultCodes{"invalid_value", "invalid_value", "duplicate_key", "invalid_json"}));
  EXPECT_EQ(reading.faults[0].pointer, "/0");
  EXPECT_EQ(reading.faults[0].offset_bytes, 1U);
  EXPECT_EQ(reading.faults[1].pointer, "/2/a~1b");
  EXPECT_EQ(reading.faults[1].offset_bytes, 19U);
  EXPECT_EQ(reading.faults[2].pointer, "/2/a~1b");
  EXPECT_EQ(reading.faults[3].pointer, "/3");
}

TEST(Json, FindsWhatStandsBehindARootScalarOfAnyKind) {
  for (const char* scalar : {"1", "null", "true", "\"a\""}) {
    for (const char* tail : {" 1", " x", " \"a\"", " []", "]", ",", " null"}) {
      const std::string text = std::string(scalar) + tail;
      EXPECT_EQ(fault_codes(read_json(text)), FaultCodes{"invalid_json"}) << text;
    }
    EXPECT_TRUE(read_json(" " + std::string(scalar) + " \n").value) << scalar;
  }
  EXPECT_EQ(fault_codes(read_json("1e400")), FaultCodes{"invalid_value"});
  EXPECT_EQ(fault_codes(read_json(" 1.5 \n")), FaultCodes{"invalid_value"});
  EXPECT_EQ(fault_codes(read_json("1.5 2")), (FaultCodes{"invalid_value", "invalid_json"}));
}

// A text of the document has no business in an error; names may be there, cut to a length.
TEST(Json, SaysNoTextOfTheDocumentInAReason) {
  const std::string canary = "swordfish";
  for (const std::string& text :
       {"{\"a\":\"" + canary + "\",\"a\":\"" + canary + "\"}", "[\"" + canary + "\\uffff\"]",
        "[\"" + canary + "\\u0000\"]", "[" + canary + "]", "{\"x\":\"" + canary, canary,
        "[\"\\" + canary + "\"]", "\"" + canary + "\" \"" + canary + "\""}) {
    const JsonReading reading = read_json(text);
    EXPECT_FALSE(reading.faults.empty());
    for (const JsonFault& fault : reading.faults) {
      EXPECT_EQ(fault.reason.find(canary), std::string::npos) << text;
      EXPECT_EQ(fault.pointer.find(canary), std::string::npos) << text;
    }
  }
}

TEST(Json, CutsLongNamesAndStopsCollectingSoThatAReportStaysSmall) {
  std::string text = "{\"" + std::string(100000, 'k') + "\":[";
  for (int i = 0; i < 50000; ++i) {
    text += "1.5,";
  }
  const JsonReading reading = read_json(text + "0]}");
  EXPECT_FALSE(reading.value);
  ASSERT_EQ(reading.faults.size(), 1000U);
  std::size_t size_bytes = 0;
  for (const JsonFault& fault : reading.faults) {
    size_bytes += fault.pointer.size() + fault.reason.size();
  }
  EXPECT_LE(size_bytes, 1000U * 300U);
  EXPECT_NE(reading.faults.back().reason.find("stopped"), std::string::npos);
  EXPECT_EQ(reading.faults.front().reason.find("stopped"), std::string::npos);
}

// The reader's buffer is kept from one document to the next, so bytes of the last one stand behind
// a shorter one.
TEST(Json, ReadsNothingOfTheDocumentBefore) {
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(read_json(R"([123456789,"abcdefgh",true,null,{"a":[1,2,3]}])").value);
    for (const char* text : {"[123456789", "[1", "[", "[123456789,\"abcdefgh\"", "{\"a\":[1",
                             "[123456789,\"abcdefgh\",tru", "\"abc"}) {
      ASSERT_TRUE(read_json(R"([123456789,"abcdefgh",true,null,{"a":[1,2,3]}])").value);
      EXPECT_EQ(fault_codes(read_json(text)), FaultCodes{"invalid_json"}) << text;
    }
    ASSERT_TRUE(read_json("12345678").value);
    EXPECT_EQ(read_json("1").value->integer(), 1);
    ASSERT_TRUE(read_json(document_of_size(3 * 1024 * 1024)).value);
    EXPECT_EQ(read_json("12").value->integer(), 12);
  }
}

TEST(Json, ReadsInSeveralThreadsAtOnce) {
  const auto work = [](std::uint64_t seed, bool& good) {
    TestRandom random(seed);
    good = true;
    for (int i = 0; i < 300; ++i) {
      const Value value = Value::array({Value(random_text(random, 40)), Value(i)});
      const JsonReading reading = read_json(write_canonical_json(value));
      good = good && reading.value && *reading.value == value;
    }
  };
  bool good[4] = {};
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] { work(i, good[i]); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(good[0] && good[1] && good[2] && good[3]);
}

std::string damaged(std::string text, TestRandom& random) {
  for (std::size_t i = 1 + random.below(3); i > 0; --i) {
    const std::size_t at = random.below(text.size());
    switch (random.below(5)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
        break;
      case 2:
        text.erase(at, 1 + random.below(4));
        break;
      case 3:
        text.insert(at, 1, "\"\\,:[]{}0 \n\x7f"[random.below(12)]);
        break;
      default: {
        const std::size_t from = random.below(text.size());
        text.insert(at, text, from, random.below(20));
      }
    }
    if (text.empty()) {
      return text;
    }
  }
  return text;
}

// Whatever is accepted has a canonical form that is accepted again with the same canonical form.
TEST(Json, StandsTwentyThousandDamagedManifests) {
  const std::string good = write_canonical_json(to_value(good_manifest()));
  TestRandom random(20260301);
  std::size_t accepted = 0;
  std::set<std::string_view> codes;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = damaged(good, random);
    const JsonReading reading = read_json(text);
    ASSERT_NE(reading.value.has_value(), !reading.faults.empty()) << i;
    for (const JsonFault& fault : reading.faults) {
      codes.insert(fault.code);
      ASSERT_LE(fault.offset_bytes, text.size()) << i;
    }
    if (reading.value) {
      ++accepted;
      const std::string canonical = write_canonical_json(*reading.value);
      const JsonReading again = read_json(canonical);
      ASSERT_TRUE(again.value) << i;
      ASSERT_EQ(write_canonical_json(*again.value), canonical) << i;
    }
    const Document document = read_after(text);
    ASSERT_NE(document.manifest.has_value(), !document.findings.empty()) << i;
    ASSERT_FALSE(document.manifest && !reading.value) << i;
  }
  // Both outcomes have to occur, or the damage says nothing.
  EXPECT_GT(accepted, 2000U);
  EXPECT_LT(accepted, 18000U);
  EXPECT_EQ(codes.count("invalid_json"), 1U);
  EXPECT_EQ(codes.count("duplicate_key"), 1U);
}

}  // namespace
}  // namespace holdfast
