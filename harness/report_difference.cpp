#include "harness/report_difference.h"

#include <algorithm>

#include "core/json.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

// The table of the longest common subsequence has the square of this many cells.
constexpr std::size_t kComparedLinesMax = 1'000;
constexpr std::size_t kContextLines = 2;
constexpr std::size_t kShownRowsMax = 48;
constexpr std::size_t kShownLineBytesMax = 2'000;

struct Lines {
  std::vector<std::string> compared;
  std::vector<std::string> shown;
};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// A comma moves when a neighbour comes or goes, and means nothing.
std::string_view without_comma(std::string_view line) {
  if (!line.empty() && line.back() == ',') {
    line.remove_suffix(1);
  }
  return line;
}

// At a character's first byte, or past the end.
bool is_boundary(std::string_view text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

std::string shortened(std::string line) {
  if (line.size() <= kShownLineBytesMax) {
    return line;
  }
  std::size_t size = kShownLineBytesMax;
  while (size > 0 && !is_boundary(line, size)) {
    --size;
  }
  const std::string more = std::to_string(line.size() - size);
  return line.substr(0, size) + "… (" + more + " more bytes)";
}

// The bytes of a document as they are, in lines as a pretty writer would break them. Nothing is
// changed but for breaks and indents, so that another spelling stays visible; a text that is no
// JSON is broken where its brackets and commas stand.
class LineBreaker {
 public:
  std::vector<std::string> lines(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (in_string_ || c == '"') {
        in_string_ = escaped_ || c != '"' ? in_string_ : !in_string_;
        escaped_ = in_string_ && c == '\\' && !escaped_;
        line_ += c;
      } else if (c == '{' || c == '[') {
        line_ += c;
        ++depth_;
        const bool is_empty = i + 1 < text.size() && (text[i + 1] == '}' || text[i + 1] == ']');
        is_empty ? void() : end_line();
      } else if (c == '}' || c == ']') {
        depth_ -= depth_ > 0 ? 1 : 0;
        const bool is_empty = i > 0 && (text[i - 1] == '{' || text[i - 1] == '[');
        is_empty ? void() : end_line();
        line_ += c;
      } else {
        line_ += c == '\n' ? std::string() : std::string(1, c);
        c == ',' || c == '\n' ? end_line() : void();
      }
    }
    end_line();
    return std::move(lines_);
  }

 private:
  void end_line() {
    if (line_.find_first_not_of(' ') != std::string::npos) {
      lines_.push_back(line_);
    }
    constexpr std::size_t kIndentDepthMax = 12;
    line_ = std::string(2 * std::min(depth_, kIndentDepthMax), ' ');
  }

  std::vector<std::string> lines_;
  std::string line_;
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

// `by_bytes`: the spelling matters, on the other side too.
Lines lines_of(const CaseDocument& document, bool show_text, bool by_bytes) {
  if (document.form == SubjectDocument::Form::kNothing) {
    return {{""}, {"(nothing came)"}};
  }
  if (by_bytes) {
    std::vector<std::string> lines = LineBreaker().lines(document.bytes());
    return {lines, show_text ? lines
                             : std::vector<std::string>{
                                   "(" + std::to_string(document.bytes().size()) + " bytes)"}};
  }
  Lines lines;
  lines.compared = split(write_pretty_json(document.value));
  lines.shown = show_text ? lines.compared : split(write_pretty_json(redacted(document.value)));
  return lines;
}

void mark_shared(DiffRow& row) {
  const std::string_view a = row.before;
  const std::string_view b = row.after;
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t begin = 0;
  while (begin < most && a[begin] == b[begin]) {
    ++begin;
  }
  while (begin > 0 && (!is_boundary(a, begin) || !is_boundary(b, begin))) {
    --begin;
  }
  std::size_t end = 0;
  while (end < most - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) {
    ++end;
  }
  while (end > 0 && (!is_boundary(a, a.size() - end) || !is_boundary(b, b.size() - end))) {
    --end;
  }
  row.shared_begin = begin;
  row.shared_end = end;
}

class Aligner {
 public:
  Aligner(const Lines& before, const Lines& after, bool mark)
      : before_(before), after_(after), mark_(mark) {}

  std::vector<DiffRow> align() {
    const std::size_t n = before_.compared.size();
    const std::size_t m = after_.compared.size();
    if (n > kComparedLinesMax || m > kComparedLinesMax) {
      // Too long to align: line by line.
      for (std::size_t i = 0; i < std::max(n, m); ++i) {
        const bool both = i < n && i < m;
        both&& same(i, i) ? same_row(i, i) : held(i < n ? i + 1 : 0, i < m ? i + 1 : 0);
      }
      flush();
      return std::move(rows_);
    }
    const std::vector<std::vector<std::uint16_t>> longest = table(n, m);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < n || j < m) {
      if (i < n && j < m && same(i, j)) {
        same_row(i++, j++);
      } else if (j >= m || (i < n && longest[i + 1][j] >= longest[i][j + 1])) {
        held(++i, 0);
      } else {
        held(0, ++j);
      }
    }
    flush();
    return std::move(rows_);
  }

 private:
  bool same(std::size_t i, std::size_t j) const {
    return without_comma(before_.compared[i]) == without_comma(after_.compared[j]);
  }

  std::vector<std::vector<std::uint16_t>> table(std::size_t n, std::size_t m) const {
    std::vector<std::vector<std::uint16_t>> longest(n + 1, std::vector<std::uint16_t>(m + 1, 0));
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = m; j-- > 0;) {
        longest[i][j] = same(i, j) ? static_cast<std::uint16_t>(longest[i + 1][j + 1] + 1)
                                   : std::max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    return longest;
  }

  static std::string shown(const Lines& lines, std::size_t at) {
    return at < lines.shown.size() ? shortened(lines.shown[at]) : std::string();
  }

  void same_row(std::size_t i, std::size_t j) {
    flush();
    rows_.push_back({DiffRow::Kind::kSame, shown(before_, i), shown(after_, j)});
  }

  // Lines of one side wait for lines of the other; places are counted from 1, 0 is none.
  void held(std::size_t i, std::size_t j) {
    if (i > 0) {
      removed_.push_back(shown(before_, i - 1));
    }
    if (j > 0) {
      added_.push_back(shown(after_, j - 1));
    }
  }

  void flush() {
    for (std::size_t k = 0; k < std::max(removed_.size(), added_.size()); ++k) {
      DiffRow row;
      row.before = k < removed_.size() ? removed_[k] : "";
      row.after = k < added_.size() ? added_[k] : "";
      row.kind = k >= added_.size()     ? DiffRow::Kind::kRemoved
                 : k >= removed_.size() ? DiffRow::Kind::kAdded
                                        : DiffRow::Kind::kChanged;
      if (row.kind == DiffRow::Kind::kChanged && mark_) {
        mark_shared(row);
      }
      rows_.push_back(std::move(row));
    }
    removed_.clear();
    added_.clear();
  }

  const Lines& before_;
  const Lines& after_;
  bool mark_;
  std::vector<std::string> removed_, added_;
  std::vector<DiffRow> rows_;
};

// Long runs of equal lines become one row.
std::vector<DiffRow> folded_rows(std::vector<DiffRow> rows) {
  std::vector<bool> kept(rows.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].kind != DiffRow::Kind::kSame) {
      const std::size_t begin = i >= kContextLines ? i - kContextLines : 0;
      for (std::size_t k = begin; k <= std::min(i + kContextLines, rows.size() - 1); ++k) {
        kept[k] = true;
      }
    }
  }
  std::vector<DiffRow> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (kept[i] && out.size() < kShownRowsMax) {
      out.push_back(std::move(rows[i]));
      continue;
    }
    if (out.empty() || out.back().kind != DiffRow::Kind::kGap) {
      out.push_back({DiffRow::Kind::kGap, "", ""});
    }
    ++out.back().left_out;
  }
  return out;
}

bool differs(const std::vector<DiffRow>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const DiffRow& row) { return row.kind != DiffRow::Kind::kSame; });
}

}  // namespace

Value redacted(const Value& document) {
  if (document.is_string()) {
    return Value("a text of " + std::to_string(count_code_points(document.text())) + " characters");
  }
  if (document.is_array()) {
    Value out = Value::array();
    for (const Value& item : document.items()) {
      out.append(redacted(item));
    }
    return out;
  }
  if (!document.is_object()) {
    return document;
  }
  Value out = Value::object();
  for (std::size_t i = 0; i < document.size(); ++i) {
    const std::string& name = document.names()[i];
    out.add(name, name == "schema" ? document.items()[i] : redacted(document.items()[i]));
  }
  return out;
}

SideBySide side_by_side(const Case& c, bool show_text) {
  SideBySide out{"before", "after", {}, ""};
  static const CaseDocument kNothing;
  const CaseDocument* before = &c.before;
  const CaseDocument* after = &c.after;
  if (c.kind == "chain") {
    out.before_title = "origin";
    out.after_title = "last of " + std::to_string(c.chain.size());
    before = c.chain.empty() ? &kNothing : &c.chain.front().manifest;
    after = c.chain.empty() ? &kNothing : &c.chain.back().manifest;
    out.note = "A chain: the manifests between these two are in the case.";
  }
  const bool by_bytes =
      before->form == SubjectDocument::Form::kText || after->form == SubjectDocument::Form::kText;
  const Lines left = lines_of(*before, show_text, by_bytes);
  const Lines right = lines_of(*after, show_text, by_bytes);
  std::vector<DiffRow> rows = Aligner(left, right, show_text).align();
  if (!differs(rows)) {
    out.note = before->bytes() == after->bytes()
                   ? "The documents are the same; what came beside them, the evidence, is not."
                   : "The documents differ only in how they are written.";
  }
  if (by_bytes && show_text) {
    out.note += std::string(out.note.empty() ? "" : " ") +
                "How it is written matters here; only line breaks and indents are added.";
  }
  out.rows = folded_rows(std::move(rows));
  return out;
}

}  // namespace holdfast
