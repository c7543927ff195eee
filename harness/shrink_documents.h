// What the shrinker does to a case as a whole: one change to all of its documents at once, so that
// what they share stays shared and only their difference is left.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/manifest.h"
#include "generators/edit.h"
#include "harness/case.h"

namespace holdfast {

// The documents that are trees: before and after, or the links from the origin on.
std::vector<Value*> documents_of(Case& c);
std::vector<const Value*> documents_of(const Case& c);

// The order over cases, the most important part first.
struct CaseSize {
  std::uint64_t rounds = 0;
  std::uint64_t edits = 0;      // between each document and the next; a raw text is one
  std::uint64_t nodes = 0;      // of all documents and the evidence
  std::uint64_t bytes = 0;      // of their compact texts
  std::uint64_t not_plain = 0;  // "x" and "0" are the plainest bytes, then "y", "z" and "1"
  std::string text;

  auto operator<=>(const CaseSize&) const = default;
};
CaseSize size_of(const Case& c);
// Items of lists in the document that has most of them: what a reader has to look at.
std::uint64_t items_of(const Case& c);

// The fewest edits found that lead from one document to the other.
EditScript edits_between(const Value& before, const Value& after);

// A valid manifest with nothing in it that could be left out.
Manifest smallest_manifest(Version version);

// The lists of a document: top-level ones, and the obligations of each directive.
std::vector<std::string> list_names(const Case& c);
// What tells an item of a list from others: its id, or itself.
std::string item_key(const Value& item);
// The keys of a list over all documents; `shared` leaves out those that the documents have
// differently.
std::vector<std::string> item_keys(const Case& c, std::string_view list, bool shared);
// Without those items, in every document.
void drop_items(Case& c, std::string_view list, const std::vector<std::string>& keys);

// The top-level members that all documents have with one value.
std::vector<std::string> shared_members(const Case& c);
// Those members as smallest_manifest has them.
void make_smallest(Case& c, const std::vector<std::string>& members);

// Every text that may be any text, as a whole value, in all documents: its shortest replacement of
// the same form that differs from all others.
std::map<std::string, std::string> short_texts(const Case& c);
// Consistently, in documents, evidence and raw texts.
void rename_texts(Case& c, const std::map<std::string, std::string>& names);

// False where the case cannot be told in the first version.
bool make_first_version(Case& c);

// The links that hold a case together and have to follow every change: spans and chain of a ledger,
// its head in the documents, the parents and generations of a chain.
class Joints {
 public:
  explicit Joints(const Case& c);
  void settle(Case& c) const;

 private:
  bool has_chained_ledger_ = false;
  bool has_head_ = false;
  bool has_parents_ = false;
};

}  // namespace holdfast
