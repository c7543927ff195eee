// Judges every line of corpus/json/vectors.jsonl: {id, comment, text or base64, expect, code}. The
// expectations stand in the table and nowhere else, and a line without one is an error, so that no
// vector can be there and not count. Ids that begin with "strict-" are texts that RFC 8259 allows
// and Holdfast does not; all others have to come out the same in every JSON parser.
#include <set>

#include "core/json.h"
#include "core/manifest_test.h"

namespace holdfast {
namespace {

struct Vector {
  std::string id;
  std::string bytes;
  bool accept = false;
  std::string code;
};

bool decode_base64(std::string_view text, std::string& bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  bytes.clear();
  std::uint32_t bits = 0;
  int count = 0;
  while (!text.empty() && text.back() == '=') {
    text.remove_suffix(1);
  }
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) {
      return false;
    }
    bits = (bits << 6) | static_cast<std::uint32_t>(digit);
    if ((count += 6) >= 8) {
      count -= 8;
      bytes += static_cast<char>((bits >> count) & 0xFF);
    }
  }
  return true;
}

std::string encode_base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = (bits << 8) | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j > bytes.size() ? '=' : kDigits[(bits >> (18 - 6 * j)) & 0x3F];
    }
  }
  return text;
}

const std::set<std::string>& known_codes() {
  static const std::set<std::string> codes = {"invalid_json", "duplicate_key", "too_deep",
                                              "too_large", "invalid_value"};
  return codes;
}

// Empty, or what is wrong with the line.
std::string parse_vector(std::string_view line, Vector& vector) {
  const JsonReading reading = read_json(line);
  if (!reading.value || !reading.value->is_object()) {
    return "no object";
  }
  const Value& value = *reading.value;
  static const std::set<std::string> members = {"id",     "comment", "text",
                                                "base64", "expect",  "code"};
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (members.count(value.names()[i]) == 0 || !value.items()[i].is_string()) {
      return "the member " + value.names()[i] + " is unknown or no text";
    }
  }
  const Value* id = value.find("id");
  const Value* comment = value.find("comment");
  const Value* text = value.find("text");
  const Value* base64 = value.find("base64");
  const Value* expect = value.find("expect");
  const Value* code = value.find("code");
  if (id == nullptr || id->text().empty() || comment == nullptr || comment->text().empty()) {
    return "no id or no comment";
  }
  if ((text == nullptr) == (base64 == nullptr)) {
    return "neither text nor base64, or both";
  }
  if (expect == nullptr || (expect->text() != "accept" && expect->text() != "reject")) {
    return "no expectation";
  }
  vector.accept = expect->text() == "accept";
  if (vector.accept != (code == nullptr) ||
      (code != nullptr && known_codes().count(code->text()) == 0)) {
    return "a code where none belongs, no code, or an unknown one";
  }
  vector.id = id->text();
  vector.code = code == nullptr ? "" : code->text();
  if (text != nullptr) {
    vector.bytes = text->text();
  } else if (!decode_base64(base64->text(), vector.bytes)) {
    return "no base64";
  }
  return {};
}

std::vector<Vector> read_vectors() {
  std::vector<Vector> vectors;
  std::set<std::string> ids;
  std::istringstream lines(read_source_file("corpus/json/vectors.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    Vector vector;
    const std::string fault = parse_vector(line, vector);
    EXPECT_EQ(fault, "") << "line " << vectors.size() + 1;
    EXPECT_TRUE(ids.insert(vector.id).second) << vector.id << " is there twice";
    vectors.push_back(vector);
  }
  return vectors;
}

// Empty, or how the reader departs from the vector.
std::string judge_vector(const Vector& vector) {
  const JsonReading reading = read_json(vector.bytes);
  if (reading.value.has_value() == !reading.faults.empty()) {
    return "a value beside faults, or neither";
  }
  if (vector.accept != reading.value.has_value()) {
    return reading.value ? "accepted" : "refused as " + std::string(reading.faults[0].code);
  }
  for (const JsonFault& fault : reading.faults) {
    if (fault.code != vector.code) {
      return "refused as " + std::string(fault.code);
    }
    if (fault.offset_bytes > vector.bytes.size()) {
      return "a fault behind the end";
    }
  }
  if (reading.value) {
    const std::string canonical = write_canonical_json(*reading.value);
    const JsonReading again = read_json(canonical);
    if (!again.value || write_canonical_json(*again.value) != canonical ||
        !(*again.value == *reading.value)) {
      return "the canonical form is not admitted with the same meaning";
    }
  }
  return {};
}

TEST(JsonVectors, ComeOutAsTheTableSays) {
  const std::vector<Vector> vectors = read_vectors();
  EXPECT_GE(vectors.size(), 400U);
  std::set<std::string> codes;
  std::size_t accepted = 0;
  for (const Vector& vector : vectors) {
    EXPECT_EQ(judge_vector(vector), "") << vector.id;
    codes.insert(vector.code);
    accepted += vector.accept ? 1 : 0;
  }
  EXPECT_GE(accepted, 80U);
  // A document that is too large does not belong into a table of texts; json_test.cpp has it.
  EXPECT_EQ(codes, (std::set<std::string>{"", "duplicate_key", "invalid_json", "invalid_value",
                                          "too_deep"}));
}

TEST(JsonVectors, RefuseALineWithoutExpectation) {
  const auto fault = [](std::string_view line) {
    Vector vector;
    return parse_vector(line, vector);
  };
  EXPECT_EQ(fault(R"({"id":"a","comment":"c","text":"1","expect":"accept"})"), "");
  EXPECT_EQ(fault(R"({"id":"a","comment":"c","base64":"AA==","expect":"reject",)"
                  R"("code":"invalid_json"})"),
            "");
  for (const char* line :
       {R"({"id":"a","comment":"c","text":"1"})",
        R"({"id":"a","comment":"c","text":"1","expect":"either"})",
        R"({"id":"a","comment":"c","text":"1","expect":"reject"})",
        R"({"id":"a","comment":"c","text":"1","expect":"reject","code":"bad"})",
        R"({"id":"a","comment":"c","text":"1","expect":"accept","code":"too_deep"})",
        R"({"id":"a","comment":"c","expect":"accept"})",
        R"({"id":"a","comment":"c","text":"1","base64":"AA==","expect":"accept"})",
        R"({"id":"a","comment":"c","base64":"*","expect":"accept"})",
        R"({"id":"","comment":"c","text":"1","expect":"accept"})",
        R"({"id":"a","text":"1","expect":"accept"})",
        R"({"id":"a","comment":"c","text":"1","expect":"accept","note":"x"})",
        R"({"id":"a","comment":"c","text":1,"expect":"accept"})", R"(["a"])", "", "{"}) {
    EXPECT_NE(fault(line), "") << line;
  }
}

TEST(JsonVectors, ShowAReaderThatDeparts) {
  EXPECT_EQ(judge_vector({"a", "[1,]", true, ""}), "refused as invalid_json");
  EXPECT_EQ(judge_vector({"a", "[1]", false, "invalid_json"}), "accepted");
  EXPECT_EQ(judge_vector({"a", "[1.5]", false, "invalid_json"}), "refused as invalid_value");
  EXPECT_EQ(judge_vector({"a", "[1.5]", false, "invalid_value"}), "");
}

// The table is mine, so another parser has to agree with it: what is accepted here is JSON for Node
// too, and what is no JSON here is none there, "strict-" apart.
TEST(JsonVectors, AgreeWithNodeAboutWhatIsJson) {
  const std::vector<Vector> vectors = read_vectors();
  std::vector<std::string> lines;
  for (const Vector& vector : vectors) {
    lines.push_back(encode_base64(vector.bytes));
  }
  const auto printed = run_node(R"(
    const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
    for (const line of lines) {
      try {
        JSON.parse(decoder.decode(Buffer.from(line, 'base64')));
        console.log('accept');
      } catch (error) {
        console.log('reject');
      }
    })",
                                lines);
  HOLDFAST_SKIP_WITHOUT_NODE(printed);
  ASSERT_EQ(printed->size(), vectors.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const Vector& vector = vectors[i];
    const bool accepted = (*printed)[i] == "accept";
    if (vector.accept || vector.id.rfind("strict-", 0) == 0 || vector.code == "invalid_value" ||
        vector.code == "duplicate_key") {
      EXPECT_TRUE(accepted) << vector.id;
    } else if (vector.code == "invalid_json") {
      EXPECT_FALSE(accepted) << vector.id;
    }
  }
}

}  // namespace
}  // namespace holdfast
