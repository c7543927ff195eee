#include "harness/text_table.h"

#include <algorithm>

#include "core/unicode.h"
#include "harness/display_width.h"

namespace holdfast {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::size_t kShrunkMin = 8;

void append_padded(std::string& line, const std::string& text, std::size_t width, bool right) {
  const std::size_t own = display_width(text);
  const std::string padding(width > own ? width - own : 0, ' ');
  line += right ? padding + text : text + padding;
}

void shrink(std::vector<std::size_t>& widths, const std::vector<TextColumn>& columns,
            std::size_t width_max) {
  std::size_t total = kGap.size() * (widths.empty() ? 0 : widths.size() - 1);
  for (const std::size_t width : widths) {
    total += width;
  }
  while (total > width_max) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (columns[i].shrinks && widths[i] > kShrunkMin &&
          (widest == nullptr || widths[i] > *widest)) {
        widest = &widths[i];
      }
    }
    if (widest == nullptr) {
      return;
    }
    --*widest;
    --total;
  }
}

}  // namespace

std::string cut_to_width(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) {
    return std::string(text);
  }
  std::size_t used = 0;
  std::size_t end = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    used += columns_of(next_code_point(text, offset));
    if (used + 1 > width) {
      break;
    }
    end = offset;
  }
  return std::string(text.substr(0, end)) + (width > 0 ? "…" : "");
}

std::string text_table(const std::vector<TextColumn>& columns,
                       const std::vector<std::vector<std::string>>& rows, std::size_t width_max) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t width = display_width(columns[i].title);
    for (const std::vector<std::string>& row : rows) {
      width = std::max(width, i < row.size() ? display_width(row[i]) : 0);
    }
    widths.push_back(width);
  }
  shrink(widths, columns, width_max);
  std::string out;
  const auto add = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      line += i == 0 ? std::string_view() : kGap;
      append_padded(line, cut_to_width(cell_of(i), widths[i]), widths[i], columns[i].to_the_right);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  add([&](std::size_t i) { return columns[i].title; });
  for (const std::vector<std::string>& row : rows) {
    add([&](std::size_t i) { return i < row.size() ? row[i] : std::string(); });
  }
  return out;
}

std::string wrapped(std::string_view text, std::size_t width_max, std::string_view indent) {
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t width = display_width(word);
    if (used > 0 && used + 1 + width > width_max) {
      out += "\n" + std::string(indent);
      used = display_width(indent);
    } else if (used > 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += width;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace holdfast
