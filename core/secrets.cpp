// One pass from left to right. At each place where a word begins, the shapes are tried in the order
// of `secret_at`; where one fits, its span is replaced and the pass goes on behind it. Linear: a
// word is looked at by each shape at most once, and what a shape looks back or ahead at is bounded.
#include "core/secrets.h"

#include <algorithm>
#include <array>
#include <optional>

namespace holdfast {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_alphanumeric(char c) { return is_digit(c) || is_lower(c) || is_upper(c); }
bool is_word(char c) { return is_alphanumeric(c) || c == '_' || c == '-'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_token(char c) { return is_word(c) || c == '.' || c == '~' || c == '+' || c == '/'; }
char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

template <typename Is>
std::size_t run_end(std::string_view text, std::size_t at, Is is) {
  while (at < text.size() && is(text[at])) {
    ++at;
  }
  return at;
}

template <typename Is>
bool has(std::string_view text, Is is) {
  return std::any_of(text.begin(), text.end(), is);
}

struct Span {
  std::size_t from;
  std::size_t to;
};

// --- keys with a prefix that their issuer gave them ---

struct PrefixShape {
  std::string_view prefix;
  std::size_t tail_min;  // characters of [A-Za-z0-9_-] behind the prefix
  std::size_t tail_max;
};
constexpr std::size_t kAny = static_cast<std::size_t>(-1);
constexpr auto kPrefixes = std::to_array<PrefixShape>({
    {"sk-", 20, kAny},      {"sk_live_", 16, kAny}, {"sk_test_", 16, kAny},
    {"rk_live_", 16, kAny}, {"rk_test_", 16, kAny}, {"whsec_", 20, kAny},
    {"ghp_", 30, kAny},     {"gho_", 30, kAny},     {"ghu_", 30, kAny},
    {"ghs_", 30, kAny},     {"ghr_", 30, kAny},     {"github_pat_", 22, kAny},
    {"glpat-", 20, kAny},   {"AKIA", 16, 16},       {"ASIA", 16, 16},
    {"AIza", 35, 35},       {"xoxa-", 10, kAny},    {"xoxb-", 10, kAny},
    {"xoxe-", 10, kAny},    {"xoxp-", 10, kAny},    {"xoxr-", 10, kAny},
    {"xoxs-", 10, kAny},    {"npm_", 30, kAny},     {"hf_", 30, kAny},
    {"pypi-", 40, kAny},    {"dop_v1_", 40, kAny},  {"ya29.", 20, kAny},
});

// A digit is asked for, so that "sk-fading-circle-spinner-dots" stays.
std::optional<Span> prefixed_key(std::string_view text, std::size_t at) {
  if (std::string_view("srwgAxnhpdy").find(text[at]) == std::string_view::npos) {
    return std::nullopt;  // no prefix begins so
  }
  for (const PrefixShape& shape : kPrefixes) {
    if (text.substr(at).starts_with(shape.prefix)) {
      const std::size_t from = at + shape.prefix.size();
      const std::size_t to = run_end(text, from, is_word);
      const std::size_t size = to - from;
      if (size >= shape.tail_min && size <= shape.tail_max &&
          has(text.substr(from, size), is_digit)) {
        return Span{at, to};
      }
    }
  }
  return std::nullopt;
}

// Three parts of base64url, the first two of them JSON objects.
std::optional<Span> json_web_token(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with("eyJ")) {
    return std::nullopt;
  }
  std::size_t end = run_end(text, at, is_word);
  if (end - at < 12 || !text.substr(end).starts_with(".eyJ")) {
    return std::nullopt;
  }
  end = run_end(text, end + 1, is_word);
  if (end < text.size() && text[end] == '.') {
    end = run_end(text, end + 1, is_word);
  }
  return Span{at, end};
}

// To the end line, or to the end of the text where it was cut off.
std::optional<Span> private_key_block(std::string_view text, std::size_t at) {
  constexpr std::string_view kBegin = "-----BEGIN ";
  if (!text.substr(at).starts_with(kBegin)) {
    return std::nullopt;
  }
  const std::size_t title = at + kBegin.size();
  const std::size_t title_end =
      run_end(text, title, [](char c) { return is_upper(c) || is_digit(c) || c == ' '; });
  if (text.substr(title, title_end - title).find("PRIVATE KEY") == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t end = text.find("-----END ", title_end);
  if (end == std::string_view::npos) {
    return Span{at, text.size()};
  }
  const std::size_t close = text.find("-----", end + 9);
  return Span{at, close == std::string_view::npos ? text.size() : close + 5};
}

// --- values behind a name ---

// "Bearer x", "Basic x": only what no word looks like, since both are words too.
std::optional<Span> authorization(std::string_view text, std::size_t at) {
  const std::size_t end = run_end(text, at, is_alphanumeric);
  const std::string scheme = lowered(text.substr(at, std::min<std::size_t>(end - at, 8)));
  if ((scheme != "bearer" && scheme != "basic") || end == text.size() || text[end] != ' ') {
    return std::nullopt;
  }
  const std::size_t from = run_end(text, end, [](char c) { return c == ' '; });
  std::size_t to = run_end(text, from, is_token);
  to = run_end(text, to, [](char c) { return c == '='; });
  const std::string_view value = text.substr(from, to - from);
  const bool mixed = has(value, is_digit) || (has(value, is_lower) && has(value, is_upper));
  return value.size() >= 12 && mixed ? std::optional(Span{from, to}) : std::nullopt;
}

// "scheme://user:password@host"; `at` is behind the "://".
std::optional<Span> url_password(std::string_view text, std::size_t at) {
  constexpr std::size_t kUserInfoBytesMax = 256;
  if (at < 3 || text.substr(at - 3, 3) != "://") {
    return std::nullopt;
  }
  const std::string_view head = text.substr(at, kUserInfoBytesMax);
  const std::size_t sign = std::min(head.find('@'), head.size());
  const std::size_t stop = head.find_first_of("/?# \t\r\n\"'<>");
  const std::size_t colon = head.find(':');
  if (sign == head.size() || stop < sign || colon >= sign || colon + 1 == sign ||
      head[colon + 1] == '$' || head[colon + 1] == '{') {
    return std::nullopt;
  }
  return Span{at + colon + 1, at + sign};
}

enum class NameKind { kNone, kPassword, kSecret, kKey };

// By how the name ends: "DB_PASSWORD", "githubToken", "aws_secret_access_key".
NameKind kind_of_name(std::string_view name) {
  const std::string low = lowered(name);
  const auto ends = [&](std::string_view word) { return low.ends_with(word); };
  if (ends("password") || ends("passwd") || ends("passphrase") || ends("pwd")) {
    return NameKind::kPassword;
  }
  if (ends("secret") || ends("token") || ends("credential") || ends("apikey") || ends("api_key") ||
      ends("api-key") || ends("access_key") || ends("access-key") || ends("accesskey") ||
      ends("secret_key") || ends("secret-key") || ends("secretkey") || ends("private_key") ||
      ends("privatekey") || ends("auth_key") || ends("signing_key") || ends("encryption_key")) {
    return NameKind::kSecret;
  }
  return ends("key") ? NameKind::kKey : NameKind::kNone;
}

bool is_uuid(std::string_view value) {
  if (value.size() != 36) {
    return false;
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? value[i] != '-' : !is_hex(value[i])) {
      return false;
    }
  }
  return true;
}

// Whether a value is a secret behind such a name. `assigned` is "=", else ":".
bool is_secret_value(NameKind kind, std::string_view value, bool assigned, bool quoted) {
  const bool digit = has(value, is_digit);
  const bool mixed = has(value, is_lower) && has(value, is_upper);
  switch (kind) {
    case NameKind::kPassword: {
      // ":" also stands before prose: "password: must have eight letters".
      const bool symbol = has(value, [](char c) { return !is_alphanumeric(c); });
      return value.size() >= 4 && (assigned || quoted || (value.size() >= 6 && (digit || symbol)));
    }
    case NameKind::kSecret:
      return value.size() >= 16 && (digit || (mixed && value.size() >= 20)) &&
             std::all_of(value.begin(), value.end(), is_token);
    case NameKind::kKey:
      // "cache-key=user-profile-v2" has words, a key has none.
      return value.size() >= 20 && digit && !is_uuid(value) &&
             ((mixed && std::all_of(value.begin(), value.end(), is_token)) ||
              std::all_of(value.begin(), value.end(), is_hex));
    case NameKind::kNone:
      break;
  }
  return false;
}

// A reference to a secret is none: "$TOKEN", "<token>", "os.environ[…]", "null".
bool is_placeholder(std::string_view value) {
  constexpr auto kWords =
      std::to_array<std::string_view>({"null", "none", "true", "false", "undefined", "redacted"});
  const std::string low = lowered(value.substr(0, 16));
  return std::string_view("$<{[(%&*").find(value.front()) != std::string_view::npos ||
         value.find_first_of("([{") != std::string_view::npos ||
         std::find(kWords.begin(), kWords.end(), low) != kWords.end() ||
         low.starts_with("os.environ") || low.starts_with("process.env") ||
         low.starts_with("self.") || low.starts_with("this.");
}

// A password may hold nearly anything, a key only what a token is made of and "=" at its end.
std::size_t value_end(std::string_view text, std::size_t from, NameKind kind) {
  if (kind != NameKind::kPassword) {
    return run_end(text, run_end(text, from, is_token), [](char c) { return c == '='; });
  }
  return run_end(text, from, [](char c) {
    return !is_space(c) && std::string_view("\"'`,;&|)").find(c) == std::string_view::npos;
  });
}

// "name=value", "name: value", "\"name\": \"value\""; `at` is where the name begins.
std::optional<Span> named_value(std::string_view text, std::size_t at) {
  constexpr std::size_t kNameBytesMax = 64;
  const auto is_name = [](char c) { return is_word(c) || c == '.'; };
  const std::size_t name_end = run_end(text.substr(0, at + kNameBytesMax + 1), at, is_name);
  if (name_end - at > kNameBytesMax) {
    return std::nullopt;
  }
  const auto is_quote = [](char c) { return c == '"' || c == '\'' || c == '`'; };
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  std::size_t sign = name_end;
  sign += sign < text.size() && is_quote(text[sign]) ? 1 : 0;
  sign = run_end(text, sign, is_blank);
  if (sign == text.size() || (text[sign] != '=' && text[sign] != ':')) {
    return std::nullopt;
  }
  const NameKind kind = kind_of_name(text.substr(at, name_end - at));
  if (kind == NameKind::kNone) {
    return std::nullopt;
  }
  const bool assigned = text[sign] == '=';
  std::size_t from = run_end(text, sign, [](char c) { return c == '=' || c == ':' || c == '>'; });
  from = run_end(text, from, is_blank);
  const bool quoted = from < text.size() && is_quote(text[from]);
  from += quoted ? 1 : 0;
  // The full stop of a sentence is no part of a value.
  const auto end_in = [&](std::string_view part) {
    const std::size_t end = value_end(part, from, kind);
    return !quoted && end > from && part[end - 1] == '.' ? end - 1 : end;
  };
  // The head of a value decides, so that what is no password costs no more than that.
  constexpr std::size_t kDecidingBytesMax = 512;
  const std::size_t to = end_in(text.substr(0, from + kDecidingBytesMax));
  const std::string_view value = text.substr(from, to - from);
  const bool is_path =
      !value.empty() && std::string_view("/.~").find(value.front()) != std::string_view::npos;
  if (is_path && lowered(text.substr(name_end - 3, 3)) == "pwd") {
    return std::nullopt;  // the shell's working directory
  }
  const bool is_call = to < text.size() && (text[to] == '(' || text[to] == '[');
  const std::string_view bare = value.substr(0, value.find_last_not_of('=') + 1);
  if (value.empty() || is_placeholder(value) || (is_call && kind != NameKind::kPassword) ||
      !is_secret_value(kind, kind == NameKind::kPassword ? value : bare, assigned, quoted)) {
    return std::nullopt;
  }
  return Span{from, end_in(text)};
}

// "パスワード: x" and "パスワードは x", with the signs in either width.
std::optional<Span> japanese_password(std::string_view text, std::size_t at) {
  constexpr std::string_view kName = "パスワード";
  constexpr auto kSigns = std::to_array<std::string_view>({":", "：", "=", "＝", "は", "は「"});
  std::string_view before = text.substr(0, at);
  while (!before.empty() && before.back() == ' ') {
    before.remove_suffix(1);
  }
  const bool named = std::any_of(kSigns.begin(), kSigns.end(), [&](std::string_view sign) {
    return before.ends_with(sign) && before.substr(0, before.size() - sign.size()).ends_with(kName);
  });
  if (!named) {
    return std::nullopt;
  }
  const std::size_t to = run_end(text, at, [](char c) { return c > ' ' && c < 0x7F; });
  return is_secret_value(NameKind::kPassword, text.substr(at, to - at), false, false)
             ? std::optional(Span{at, to})
             : std::nullopt;
}

std::optional<Span> secret_at(std::string_view text, std::size_t at) {
  if (auto span = private_key_block(text, at)) {
    return span;
  }
  if (auto span = prefixed_key(text, at)) {
    return span;
  }
  if (auto span = json_web_token(text, at)) {
    return span;
  }
  if (auto span = url_password(text, at)) {
    return span;
  }
  if (auto span = authorization(text, at)) {
    return span;
  }
  if (auto span = japanese_password(text, at)) {
    return span;
  }
  return named_value(text, at);
}

}  // namespace

std::string mask_secrets(std::string_view text, std::uint64_t& count) {
  constexpr std::string_view kBlockHead = "-----BEGIN";
  std::string out;
  std::size_t copied = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    const std::optional<Span> span = secret_at(text, at);
    if (span) {
      out.append(text.substr(copied, span->from - copied));
      out.append(kSecretMask);
      ++count;
      copied = span->to;
      at = span->to;
      continue;
    }
    const std::size_t end = run_end(text, at, is_word);
    // An escaped line break glues its letter to the key block: "\\n-----BEGIN".
    const bool block =
        end - at > kBlockHead.size() && text.substr(at, end - at).ends_with(kBlockHead);
    at = block ? end - kBlockHead.size() : end;
  }
  out.append(text.substr(copied));
  return out;
}

}  // namespace holdfast
