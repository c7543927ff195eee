#include "harness/ratchet.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "core/file.h"
#include "core/json.h"
#include "core/time.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kFileBytesMax = std::uint64_t{4} << 20;

bool is_day(const std::string& text) {
  return text.size() == 10 && parse_time(text + "T00:00:00Z").has_value();
}

std::string text_of(const Value& value, std::string_view name) {
  const Value* member = value.find(name);
  return member != nullptr && member->is_string() ? member->text() : std::string();
}

void append_list(std::string& text, std::string_view heading, const std::vector<std::string>& ids) {
  if (!ids.empty()) {
    text += std::string(heading) + "\n";
  }
  for (const std::string& id : ids) {
    text += "  " + id + "\n";
  }
}

}  // namespace

Result<std::vector<Suppression>> read_suppressions(const std::string& path) {
  const auto bytes = read_file(path, kFileBytesMax);
  if (!bytes) {
    return bytes.error();
  }
  const auto refuse = [&](const std::string& pointer, const std::string& what) {
    return Error{ErrorCode::kInput, what, path + "#" + pointer, "docs/reproduce.md shows one"};
  };
  const JsonReading reading = read_json(*bytes);
  const Value* list = reading.value ? reading.value->find("suppressions") : nullptr;
  if (!reading.value || text_of(*reading.value, "schema") != kSuppressionsV1 || list == nullptr ||
      !list->is_array() || reading.value->size() != 2) {
    return refuse("", "is no suppressions/v1");
  }
  std::vector<Suppression> suppressions;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Value& item = list->items()[i];
    const std::string pointer = "/suppressions/" + std::to_string(i);
    Suppression one{text_of(item, "bucket"), text_of(item, "reason"), text_of(item, "owner"),
                    text_of(item, "expires")};
    if (item.size() != 4 || one.bucket.empty() || one.reason.empty() || one.owner.empty()) {
      return refuse(pointer, "must be {bucket, reason, owner, expires}, none of them empty");
    }
    if (!is_day(one.expires)) {
      return refuse(pointer + "/expires", "must be a day, YYYY-MM-DD");
    }
    if (!seen.insert(one.bucket).second) {
      return refuse(pointer + "/bucket", "is there twice");
    }
    suppressions.push_back(std::move(one));
  }
  return suppressions;
}

Ratchet judge_ratchet(std::vector<std::string> open,
                      const std::optional<std::vector<std::string>>& baseline,
                      const std::vector<Suppression>& suppressions, std::string_view today) {
  std::set<std::string> now(std::make_move_iterator(open.begin()),
                            std::make_move_iterator(open.end()));
  std::set<std::string> before;
  if (baseline) {
    before.insert(baseline->begin(), baseline->end());
  }
  Ratchet ratchet;
  for (const Suppression& one : suppressions) {
    if (today > one.expires) {
      ratchet.faults.push_back("the suppression of " + one.bucket + " by " + one.owner +
                               " was to end on " + one.expires);
    } else if (now.erase(one.bucket) > 0) {
      ratchet.suppressed.push_back(one.bucket);
    } else {
      ratchet.faults.push_back("the suppression of " + one.bucket + " by " + one.owner +
                               " is not needed any more: take it out");
    }
  }
  for (const std::string& id : now) {
    (before.contains(id) ? ratchet.known : ratchet.fresh).push_back(id);
  }
  std::set_difference(before.begin(), before.end(), now.begin(), now.end(),
                      std::back_inserter(ratchet.gone));
  std::erase_if(ratchet.gone, [&](const std::string& id) {
    return std::find(ratchet.suppressed.begin(), ratchet.suppressed.end(), id) !=
           ratchet.suppressed.end();
  });
  std::sort(ratchet.suppressed.begin(), ratchet.suppressed.end());
  std::sort(ratchet.faults.begin(), ratchet.faults.end());
  return ratchet;
}

std::string to_text(const Ratchet& ratchet) {
  std::string text;
  append_list(text, "new since the baseline:", ratchet.fresh);
  append_list(text, "known from the baseline:", ratchet.known);
  append_list(text, "gone since the baseline:", ratchet.gone);
  append_list(text, "suppressed:", ratchet.suppressed);
  append_list(text, "suppressions to look after:", ratchet.faults);
  return text;
}

}  // namespace holdfast
