// case/v1: one self-contained case. The documents are the case; the seed is only provenance, so
// that a stored case means the same under another strategy set, compiler or shard count.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/rule.h"
#include "core/value.h"
#include "harness/subject.h"

namespace holdfast {

// One side: nothing, a document, or bytes where the point is how they are written.
struct CaseDocument {
  SubjectDocument::Form form = SubjectDocument::Form::kNothing;
  Value value;
  std::string text;

  static CaseDocument of(Value document);
  static CaseDocument of_text(std::string bytes);
  SubjectDocument view() const;
  // The bytes that a verifier would be given; empty for nothing.
  std::string bytes() const;
};

// One generation of a chain.
struct CaseLink {
  CaseDocument manifest;
  Value evidence;                      // of the round that led here; null for none
  std::optional<CaseDocument> before;  // where the link was judged against another record: a splice
};

struct Expectation {
  bool accept = false;
  std::vector<std::string> codes;  // at least one must be named; empty for accept
};

struct Case {
  std::string id;
  std::string kind = "compaction";
  std::string comment;
  std::vector<std::string> flags;
  std::string invariant;
  std::string source;
  Policy policy = Policy::kExact;
  // kind "compaction"
  CaseDocument before;
  CaseDocument after;
  Value evidence;
  // kind "chain": the origin first; `log` holds all evidence by link, where the runtime's record
  // differs
  std::vector<CaseLink> chain;
  std::optional<std::vector<Value>> log;
  // the kinds of generators/story.h
  Value story;
  Expectation expect;
  Value provenance;
};

// In JSON a side that is bytes is a string; bytes that no JSON string can hold (not UTF-8, NUL,
// noncharacters) stand as `beforeBase64` or `afterBase64` in place of the member.
Value to_value(const Case& c);
// Errors are kUnreadableCase and name the member.
Result<Case> case_from(const Value& value, const std::string& where);
// `path` is a case/v1 file, or FILE:LINE for a line of a JSON lines file.
Result<Case> read_case(const std::string& path);

// "<stem>-<12 hex digits>" from the documents, policy and evidence: the same case has the same name
// everywhere.
std::string case_id(std::string_view stem, const Case& c);

}  // namespace holdfast
