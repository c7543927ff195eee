#include "generators/rewrite.h"

#include <numeric>
#include <vector>

#include "core/json.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

class Rewriter {
 public:
  Rewriter(const RewriteStyle& style, Random& random) : style_(style), random_(random) {}

  std::string write(const Value& value) {
    space();
    append(value);
    space();
    return std::move(out_);
  }

 private:
  void append(const Value& value) {
    if (value.is_string()) {
      append_text(value.text());
    } else if (value.is_array()) {
      append_items(value, '[', ']');
    } else if (value.is_object()) {
      append_items(value, '{', '}');
    } else {
      out_ += write_compact_json(value);
    }
  }

  void append_items(const Value& value, char open, char close) {
    std::vector<std::size_t> order(value.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (style_.shuffle_members && value.is_object()) {
      random_.shuffle(order);
    }
    out_ += open;
    space();
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i > 0) {
        out_ += ',';
        space();
      }
      if (value.is_object()) {
        append_text(value.names()[order[i]]);
        space();
        out_ += ':';
        space();
      }
      append(value.items()[order[i]]);
      space();
    }
    out_ += close;
  }

  void append_text(std::string_view text) {
    if (!style_.escapes) {
      append_json_string(out_, text);
      return;
    }
    out_ += '"';
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      const char32_t c = next_code_point(text, at);
      const bool must = c < 0x20 || c == '"' || c == '\\';
      if (must || random_.chance(1, 4)) {
        append_escaped(c);
      } else {
        out_ += text.substr(begin, at - begin);
      }
    }
    out_ += '"';
  }

  void append_escaped(char32_t c) {
    if ((c == '"' || c == '\\' || c == '/') && random_.chance(1, 2)) {
      out_ += '\\';
      out_ += static_cast<char>(c);
      return;
    }
    if (c < 0x10000) {
      append_unit(c);
      return;
    }
    append_unit(0xD800 + ((c - 0x10000) >> 10));
    append_unit(0xDC00 + ((c - 0x10000) & 0x3FF));
  }

  void append_unit(char32_t unit) {
    const char* const digits = random_.chance(1, 2) ? "0123456789abcdef" : "0123456789ABCDEF";
    out_ += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
      out_ += digits[(unit >> shift) & 0xF];
    }
  }

  void space() {
    if (style_.white_space && random_.chance(1, 2)) {
      static constexpr std::string_view kRuns[] = {" ", "\n", "\t", "\r\n", "   ", "\n\n    "};
      out_ += random_.pick(kRuns);
    }
  }

  const RewriteStyle& style_;
  Random& random_;
  std::string out_;
};

}  // namespace

std::string rewrite_json(const Value& value, const RewriteStyle& style, Random& random) {
  return Rewriter(style, random).write(value);
}

}  // namespace holdfast
