// The writers of core/json.h: canonical (RFC 8785), compact, pretty.
#include <algorithm>
#include <numeric>

#include "core/json.h"
#include "core/json_buffer.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

enum class Style { kCanonical, kCompact, kPretty };

class Writer {
 public:
  Writer(Style style, JsonBuffer& out) : style_(style), out_(out) {}

  void append(const Value& value, std::size_t depth) {
    switch (value.kind()) {
      case Value::Kind::kNull:
        out_.literal("null");
        break;
      case Value::Kind::kBoolean:
        out_.raw(value.boolean() ? "true" : "false");
        break;
      case Value::Kind::kInteger:
        out_.raw(std::to_string(value.integer()));
        break;
      case Value::Kind::kString:
        out_.string(value.text());
        break;
      case Value::Kind::kArray:
        append_items(value, depth, '[', ']');
        break;
      case Value::Kind::kObject:
        append_items(value, depth, '{', '}');
        break;
    }
  }

 private:
  void append_items(const Value& value, std::size_t depth, char open, char close) {
    out_.byte(open);
    const std::vector<std::size_t> order = member_order(value);
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::size_t at = order.empty() ? i : order[i];
      if (i > 0) {
        out_.byte(',');
      }
      line_break(depth + 1);
      if (value.is_object()) {
        out_.string(value.names()[at]);
        out_.raw(style_ == Style::kPretty ? ": " : ":");
      }
      append(value.items()[at], depth + 1);
    }
    if (value.size() > 0) {
      line_break(depth);
    }
    out_.byte(close);
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
      out_.byte('\n');
      for (std::size_t i = 0; i < depth; ++i) {
        out_.literal("  ");
      }
    }
  }

  Style style_;
  JsonBuffer& out_;
};

JsonBuffer& written(const Value& value, Style style) {
  thread_local JsonBuffer buffer;
  buffer.clear();
  Writer(style, buffer).append(value, 0);
  return buffer;
}

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

void append_canonical_json(JsonBuffer& out, const Value& value) {
  Writer(Style::kCanonical, out).append(value, 0);
}

std::string write_canonical_json(const Value& value) {
  return written(value, Style::kCanonical).text();
}
std::string write_compact_json(const Value& value) {
  return written(value, Style::kCompact).text();
}
std::string write_pretty_json(const Value& value) {
  JsonBuffer& buffer = written(value, Style::kPretty);
  buffer.byte('\n');
  return buffer.text();
}

}  // namespace holdfast
