// The single values in the documents of a case, by their RFC 6901 pointers.
#pragma once

#include <string>
#include <vector>

#include "harness/case.h"

namespace holdfast {

// The plainest value of the same form: "x", a digest of zeros, the first second of 2000, 0, false.
Value plain_like(const Value& leaf, std::string_view name);

struct Leaf {
  std::string pointer;
  bool shared = false;  // every document has it there, with one value
};
// In the order in which they stand; `schema` is none.
std::vector<Leaf> leaves_of(const Case& c);
// Members of objects inside lists and of the lineage: what may be optional.
std::vector<std::string> inner_members(const Case& c);

// In every document that has it. False where nothing changed.
bool make_plain_at(Case& c, const std::string& pointer);
bool drop_member_at(Case& c, const std::string& pointer);
// A digest or text at one place of each document, made plain in such a way that what differs still
// does: the first document gets the plainest value and every other value the next plain one.
bool make_plain_apart(Case& c, const std::string& pointer);

// A word of the format, such as an obligation's kind, and the shorter ones that may stand for it.
struct WordChange {
  std::string member;
  std::string from;
  std::string to;
};
std::vector<WordChange> word_changes(const Case& c);
// Wherever the member has that word, in documents and evidence.
void change_word(Case& c, const WordChange& change);
// Everything open and active.
void make_all_active(Case& c);
// What the documents share of their lineage, as the first generation has it; numbers of coverage
// that differ become the smallest with the same order and neighbours.
void make_lineage_plain(Case& c);

}  // namespace holdfast
