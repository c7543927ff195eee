#include "core/hook_context.h"

#include <algorithm>

namespace holdfast {
namespace {

// For the line that says what was left out.
constexpr std::size_t kReservedUnits = 400;

bool forbids_something(const Directive& directive) {
  return std::any_of(directive.obligations.begin(), directive.obligations.end(),
                     [](const Obligation& one) { return one.kind == "prohibition"; });
}

class Builder {
 public:
  explicit Builder(std::size_t units_max) : units_max_(units_max) {}

  bool add(const std::string& line, std::size_t reserved_units) {
    const std::size_t units = utf16_units(line) + 1;
    if (units_ + units + reserved_units > units_max_) {
      return false;
    }
    text_ += line + "\n";
    units_ += units;
    return true;
  }
  std::string take() { return std::move(text_); }

 private:
  std::size_t units_max_;
  std::size_t units_ = 0;
  std::string text_;
};

void add_directives(const ContextToPutBack& what, Builder& builder) {
  std::vector<const Directive*> ordered;
  for (const Directive& directive : what.directives) {
    ordered.push_back(&directive);
  }
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const Directive* one) { return forbids_something(*one); });
  bool begun = false;
  std::size_t left_out = 0;
  std::size_t left_out_bytes = 0;
  for (const Directive* directive : ordered) {
    const std::string line = "- [" + directive->directive_id + "] " + directive->text;
    const std::string heading =
        begun ? "" : "Orders of the user that are still in force, word for word:\n";
    if (builder.add(heading + line, kReservedUnits)) {
      begun = true;
    } else {
      ++left_out;
      left_out_bytes += directive->text.size();
    }
  }
  if (left_out > 0) {
    builder.add(std::to_string(left_out) + " more orders in force (" +
                    std::to_string(left_out_bytes) +
                    " bytes) did not fit here. Read them before you go on: " + what.read_all,
                0);
  }
}

}  // namespace

std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0U) != 0x80U ? (byte >= 0xF0U ? 2 : 1) : 0;
  }
  return units;
}

std::string context_text(const ContextToPutBack& what, std::size_t units_max) {
  if (what.directives.empty() && what.unresolved.empty()) {
    return "";
  }
  Builder builder(units_max);
  builder.add("This context was compacted. Holdfast puts back what must not be lost.", 0);
  std::size_t shown = 0;
  if (!what.unresolved.empty()) {
    builder.add("Decisions that are not shown to hold since then:", kReservedUnits);
    for (const std::string& line : what.unresolved) {
      shown += builder.add("- " + line, kReservedUnits) ? 1 : 0;
    }
    for (const std::string& line : what.advice) {
      builder.add(line, kReservedUnits);
    }
    if (shown < what.unresolved.size()) {
      builder.add(std::to_string(what.unresolved.size() - shown) + " more did not fit here.", 0);
    }
  }
  add_directives(what, builder);
  return builder.take();
}

}  // namespace holdfast
