// Which edits lead from one document to another: see edits_between in shrink_documents.h.
#include <algorithm>
#include <string>
#include <vector>

#include "core/json.h"
#include "harness/shrink_documents.h"

namespace holdfast {
namespace {

// Beyond this many cells of the table of common items a list is one edit.
constexpr std::size_t kCellsMax = 40'000;

void compare(const Value& before, const Value& after, const std::string& pointer,
             EditScript& script);

void compare_objects(const Value& before, const Value& after, const std::string& pointer,
                     EditScript& script) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string at = pointer + "/" + escape_pointer_token(before.names()[i]);
    const Value* other = after.find(before.names()[i]);
    if (other == nullptr) {
      script.push_back(remove_at(at));
    } else {
      compare(before.items()[i], *other, at, script);
    }
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (before.find(after.names()[i]) == nullptr) {
      script.push_back(
          add_at(pointer + "/" + escape_pointer_token(after.names()[i]), after.items()[i]));
    }
  }
}

bool is_reordered(const Value& before, const Value& after) {
  return std::is_permutation(before.items().begin(), before.items().end(), after.items().begin(),
                             after.items().end());
}

// table[i][j]: the most items that before[i…] and after[j…] have in common, in order.
std::vector<std::vector<std::size_t>> common_items(const std::vector<Value>& before,
                                                   const std::vector<Value>& after) {
  std::vector<std::vector<std::size_t>> table(before.size() + 1,
                                              std::vector<std::size_t>(after.size() + 1));
  for (std::size_t i = before.size(); i-- > 0;) {
    for (std::size_t j = after.size(); j-- > 0;) {
      table[i][j] = before[i] == after[j] ? table[i + 1][j + 1] + 1
                                          : std::max(table[i + 1][j], table[i][j + 1]);
    }
  }
  return table;
}

void compare_lists(const Value& before, const Value& after, const std::string& pointer,
                   EditScript& script) {
  if (is_reordered(before, after) || before.size() * after.size() > kCellsMax) {
    script.push_back(replace_at(pointer, after));
    return;
  }
  const auto table = common_items(before.items(), after.items());
  std::size_t i = 0;
  std::size_t j = 0;
  // `j` is also the place in the list as the script has made it so far.
  while (i < before.size() || j < after.size()) {
    const std::string at = pointer + "/" + std::to_string(j);
    const bool both = i < before.size() && j < after.size();
    if (both && before.items()[i] == after.items()[j]) {
      ++i;
      ++j;
    } else if (both && table[i][j] == table[i + 1][j + 1]) {
      compare(before.items()[i++], after.items()[j++], at, script);
    } else if (j == after.size() || (i < before.size() && table[i][j] == table[i + 1][j])) {
      script.push_back(remove_at(at));
      ++i;
    } else {
      script.push_back(add_at(at, after.items()[j++]));
    }
  }
}

void compare(const Value& before, const Value& after, const std::string& pointer,
             EditScript& script) {
  if (before == after) {
    return;
  }
  if (before.is_object() && after.is_object()) {
    compare_objects(before, after, pointer, script);
  } else if (before.is_array() && after.is_array()) {
    compare_lists(before, after, pointer, script);
  } else {
    script.push_back(replace_at(pointer, after));
  }
}

}  // namespace

EditScript edits_between(const Value& before, const Value& after) {
  EditScript script;
  compare(before, after, "", script);
  return script;
}

}  // namespace holdfast
