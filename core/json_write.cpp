// The writers of core/json.h: canonical (RFC 8785), compact, pretty.
#include <algorithm>
#include <numeric>

#include "core/json.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

enum class Style { kCanonical, kCompact, kPretty };

class Writer {
 public:
  explicit Writer(Style style) : style_(style) {}

  std::string write(const Value& value) {
    append(value, 0);
    if (style_ == Style::kPretty) {
      out_ += '\n';
    }
    return std::move(out_);
  }

 private:
  void append(const Value& value, std::size_t depth) {
    switch (value.kind()) {
      case Value::Kind::kNull:
        out_ += "null";
        break;
      case Value::Kind::kBoolean:
        out_ += value.boolean() ? "true" : "false";
        break;
      case Value::Kind::kInteger:
        out_ += std::to_string(value.integer());
        break;
      case Value::Kind::kString:
        append_json_string(out_, value.text());
        break;
      case Value::Kind::kArray:
        append_items(value, depth, '[', ']');
        break;
      case Value::Kind::kObject:
        append_items(value, depth, '{', '}');
        break;
    }
  }

  void append_items(const Value& value, std::size_t depth, char open, char close) {
    out_ += open;
    const std::vector<std::size_t> order = member_order(value);
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::size_t at = order.empty() ? i : order[i];
      if (i > 0) {
        out_ += ',';
      }
      line_break(depth + 1);
      if (value.is_object()) {
        append_json_string(out_, value.names()[at]);
        out_ += style_ == Style::kPretty ? ": " : ":";
      }
      append(value.items()[at], depth + 1);
    }
    if (value.size() > 0) {
      line_break(depth);
    }
    out_ += close;
  }

  // Empty where members stay in the order they stand in.
  std::vector<std::size_t> member_order(const Value& value) const {
    std::vector<std::size_t> order;
    if (style_ == Style::kCanonical && value.is_object()) {
      order.resize(value.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return less_utf16(value.names()[a], value.names()[b]);
      });
    }
    return order;
  }

  void line_break(std::size_t depth) {
    if (style_ == Style::kPretty) {
      out_ += '\n';
      out_.append(depth * 2, ' ');
    }
  }

  Style style_;
  std::string out_;
};

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') {
      continue;
    }
    out.append(text, copied, i - copied);
    copied = i + 1;
    out += '\\';
    switch (byte) {
      case '"':
      case '\\':
        out += static_cast<char>(byte);
        break;
      case '\b':
        out += 'b';
        break;
      case '\t':
        out += 't';
        break;
      case '\n':
        out += 'n';
        break;
      case '\f':
        out += 'f';
        break;
      case '\r':
        out += 'r';
        break;
      default:
        out += "u00";
        out += kHex[byte >> 4];
        out += kHex[byte & 0xF];
    }
  }
  out.append(text, copied, text.size() - copied);
  out += '"';
}

std::string write_canonical_json(const Value& value) {
  return Writer(Style::kCanonical).write(value);
}
std::string write_compact_json(const Value& value) { return Writer(Style::kCompact).write(value); }
std::string write_pretty_json(const Value& value) { return Writer(Style::kPretty).write(value); }

}  // namespace holdfast
