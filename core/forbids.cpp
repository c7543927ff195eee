// Cutting a prompt into the sentences that a person wrote. What a person pasted is not theirs: code
// fences and long program output are left out before, so that a log's warning forbids nothing.
#include "core/forbids.h"

#include <algorithm>
#include <array>

#include "core/extract.h"
#include "core/session_text.h"

namespace holdfast {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    lines.push_back(text.substr(0, end));
    const bool pair = end != std::string_view::npos && text.substr(end).starts_with("\r\n");
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + (pair ? 2 : 1));
  }
  return lines;
}

std::string_view fence_of(std::string_view line) {
  line = trim_text(line);
  return line.starts_with("```") || line.starts_with("~~~") ? line.substr(0, 3)
                                                            : std::string_view();
}

// A fence that is never closed hides nothing: what stands behind it may be the person's own words.
void drop_fences(std::vector<std::string_view>& lines) {
  std::vector<std::string_view> kept;
  std::array<std::size_t, 2> last_fence = {0, 0};  // of each kind, one behind its index
  const auto kind = [](std::string_view fence) { return fence[0] == '`' ? 0U : 1U; };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const std::string_view fence = fence_of(lines[i]); !fence.empty()) {
      last_fence[kind(fence)] = i + 1;
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view fence = fence_of(lines[i]);
    if (fence.empty()) {
      kept.push_back(lines[i]);
      continue;
    }
    const std::string_view line = trim_text(lines[i]);
    if (line.size() > 6 && line.ends_with(fence)) {
      continue;  // opened and closed on one line
    }
    if (last_fence[kind(fence)] > i + 1) {
      do {
        ++i;
      } while (fence_of(lines[i]) != fence);
    }
  }
  lines = std::move(kept);
}

// The length of a list mark and the white space around it: "- ", "* ", "3. ", "## ", "> ".
std::size_t list_mark_bytes(std::string_view line) {
  std::size_t at = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t from = at;
  for (const std::string_view mark :
       {"-", "*", "+", "#", "##", "###", ">", "•", "・", "- [ ]", "- [x]"}) {
    const std::string_view rest = line.substr(from);
    if (rest.starts_with(mark) && (mark == "・" || rest.substr(mark.size()).starts_with(" "))) {
      at = std::max(at, from + mark.size());
    }
  }
  std::size_t digits = from;
  while (digits < line.size() && is_digit(line[digits])) {
    ++digits;
  }
  if (digits > from && digits - from <= 3 && digits < line.size() &&
      (line[digits] == '.' || line[digits] == ')')) {
    at = std::max(at, digits + 1);
  }
  return std::min(line.find_first_not_of(" \t", at), line.size());
}

// Levels, stack frames, prompts, tables, paths with line numbers, indented lines, lines that begin
// with a date or hold few letters. A list item is none.
bool looks_like_output(std::string_view line) {
  const std::string_view text = trim_text(line);
  if (text.empty()) {
    return false;
  }
  constexpr auto kHeads = std::to_array<std::string_view>(
      {"at ",     "File \"", "Traceback", "Error", "ERROR", "error:", "error[", "WARN",
       "warning", "INFO",    "DEBUG",     "FAIL",  "PASS",  "ok  ",   "--- ",   "=== ",
       "$ ",      "|",       "└",         "├",     "│",     ">"});
  if (std::any_of(kHeads.begin(), kHeads.end(),
                  [&](std::string_view head) { return text.starts_with(head); })) {
    return true;
  }
  const std::size_t mark = list_mark_bytes(line);
  if (mark > line.find_first_not_of(" \t")) {
    return false;
  }
  if (line.starts_with("  ") || line.starts_with("\t") || is_digit(text.front()) ||
      text.front() == '[') {
    return true;
  }
  const auto letters = static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return is_letter(c) || c == ' '; }));
  return letters * 3 < text.size() * 2;
}

void drop_pasted_output(std::vector<std::string_view>& lines) {
  std::vector<std::string_view> kept;
  for (std::size_t from = 0; from < lines.size();) {
    std::size_t to = from;
    std::size_t output = 0;
    while (to < lines.size() && !trim_text(lines[to]).empty()) {
      output += looks_like_output(lines[to]) ? 1 : 0;
      ++to;
    }
    if (to - from <= kPastedLinesMax || output * 2 < to - from) {
      kept.insert(kept.end(), lines.begin() + static_cast<std::ptrdiff_t>(from),
                  lines.begin() + static_cast<std::ptrdiff_t>(to));
    }
    from = to + 1;
  }
  lines = std::move(kept);
}

// Whether the "." at `at` ends no sentence: "e.g.", "i.e.", "vs.", "v1.2".
bool is_abbreviation(std::string_view line, std::size_t at) {
  const std::string_view head = line.substr(0, at);
  return head.ends_with("e.g") || head.ends_with("i.e") || head.ends_with(" vs") ||
         head.ends_with("E.g") || head.ends_with("cf");
}

// The end of the sentence that begins at `from`, behind its mark.
std::size_t sentence_end(std::string_view line, std::size_t from) {
  constexpr auto kWide = std::to_array<std::string_view>({"。", "！", "？"});
  for (std::size_t at = from; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '.' || c == '!' || c == '?') {
      std::size_t end = at + 1;
      while (end < line.size() &&
             std::string_view(".!?)\"'*_`").find(line[end]) != std::string_view::npos) {
        ++end;
      }
      if ((end == line.size() || line[end] == ' ' || line[end] == '\t') &&
          !(c == '.' && is_abbreviation(line, at))) {
        return end;
      }
      at = end - 1;
      continue;
    }
    for (const std::string_view mark : kWide) {
      if (line.substr(at).starts_with(mark)) {
        return at + mark.size();
      }
    }
  }
  return line.size();
}

}  // namespace

bool forbids(std::string_view sentence) {
  return forbidden_in_english(sentence) != kNotForbidden ||
         forbidden_in_japanese(sentence) != kNotForbidden;
}

std::vector<std::string_view> prose_sentences(std::string_view prompt) {
  constexpr std::string_view kOpen = "<system-reminder>";
  constexpr std::string_view kClose = "</system-reminder>";
  std::vector<std::string_view> lines;
  while (!prompt.empty()) {
    const std::size_t open = prompt.find(kOpen);
    const std::size_t close = open == std::string_view::npos ? open : prompt.find(kClose, open);
    const bool whole = close != std::string_view::npos;
    const std::vector<std::string_view> more = lines_of(whole ? prompt.substr(0, open) : prompt);
    lines.insert(lines.end(), more.begin(), more.end());
    prompt.remove_prefix(whole ? close + kClose.size() : prompt.size());
  }
  drop_fences(lines);
  drop_pasted_output(lines);
  std::vector<std::string_view> sentences;
  for (const std::string_view line : lines) {
    std::size_t at = list_mark_bytes(line);
    while (at < line.size()) {
      const std::size_t end = sentence_end(line, at);
      const std::string_view sentence = trim_text(line.substr(at, end - at));
      if (!sentence.empty()) {
        sentences.push_back(sentence);
      }
      at = end;
    }
  }
  return sentences;
}

}  // namespace holdfast
