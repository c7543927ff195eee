#include "generators/strategy.h"

#include <map>

namespace holdfast {
namespace {

template <typename Entry>
std::span<const Entry> of_kind(std::span<const Entry> all, std::string_view kind) {
  static const auto by_kind = [&] {
    std::map<std::string_view, std::vector<Entry>> sorted;
    for (const Entry& entry : all) {
      sorted[entry.kind].push_back(entry);
    }
    return sorted;
  }();
  const auto found = by_kind.find(kind);
  return found == by_kind.end() ? std::span<const Entry>() : std::span<const Entry>(found->second);
}

}  // namespace

std::span<const Strategy> strategies_of(std::string_view kind) {
  return of_kind(mutations::all(), kind);
}

std::span<const Control> controls_of(std::string_view kind) {
  return of_kind(controls::all(), kind);
}

}  // namespace holdfast
