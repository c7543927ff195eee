// The words of subject/v1: what is sent, and what the lines of a subject mean. No processes here.
//
// A subject's line is untrusted. It is read as a stream: only the top level and one level below are
// kept, nothing recurses, and what is not asked for is passed over.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/subject.h"

namespace holdfast {

inline constexpr int kSubjectProtocol = 1;
inline constexpr int kMessageDepthMax = 64;  // nested arrays and objects of a subject's line

// Both with the line end.
std::string hello_line();
std::string question_line(const Question& question);

struct Hello {
  SubjectDescription description;
  std::vector<std::pair<std::string, std::string>> reasons;  // its code, our code
};
struct HelloReading {
  std::optional<Hello> hello;
  std::string fault;  // why there is none
};
// A verifier has to declare what it can be asked; a compactor need not.
enum class Asked { kVerify, kCompact };
HelloReading read_hello(std::string_view line, Asked asked = Asked::kVerify);

struct AnswerReading {
  AnswerKind kind = AnswerKind::kMalformed;
  std::optional<std::string> id;  // as it came, where it is a text
  std::vector<std::string> reasons;
  std::string fault;       // of a malformed answer
  std::string error_text;  // of an indeterminate one
};
AnswerReading read_answer(std::string_view line, std::string_view expected_id);

bool contains_canary(std::string_view text, std::string_view canary);

}  // namespace holdfast
