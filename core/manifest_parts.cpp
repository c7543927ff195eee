#include "core/manifest_parts.h"

#include <algorithm>

#include "core/time.h"
#include "core/unicode.h"

namespace holdfast {

bool is_sha256_text(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
                  c == '-';
         });
}

bool is_utc_time(std::string_view text) {
  return !text.empty() && text.back() == 'Z' && parse_time(text).has_value();
}

bool is_obligation_kind(std::string_view text) {
  constexpr std::string_view kKinds[] = {"prohibition", "scope", "completion", "method",
                                         "explain_exception"};
  return std::find(std::begin(kKinds), std::end(kKinds), text) != std::end(kKinds);
}

bool operation_runs_commands(std::string_view operation) {
  for (const std::string_view family : {"shell", "script"}) {
    const bool same = operation.substr(0, family.size()) == family;
    if (same && (operation.size() == family.size() || operation[family.size()] == '.')) {
      return true;
    }
  }
  return operation == "run" || operation == "exec";
}

namespace {

// Splits "<prefix><digits>:<rest>"; false where it is not so spelled.
bool split_number(std::string_view text, std::string_view prefix, std::string_view& number,
                  std::string_view& rest) {
  const std::size_t colon = text.find(':');
  if (text.substr(0, prefix.size()) != prefix || colon == std::string_view::npos ||
      colon <= prefix.size()) {
    return false;
  }
  number = text.substr(prefix.size(), colon - prefix.size());
  rest = text.substr(colon + 1);
  return number.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

DigestForm decision_digest_form(std::string_view text) {
  std::string_view number;
  std::string_view rest;
  if (!split_number(text, "d", number, rest)) {
    return DigestForm::kIllFormed;
  }
  if (number != "1") {
    return DigestForm::kUnknownNumber;
  }
  constexpr std::string_view kPlain = "sha256:";
  constexpr std::string_view kKeyed = "hmac-sha256:";
  if (rest.substr(0, kPlain.size()) == kPlain) {
    return is_sha256_text(rest.substr(kPlain.size())) ? DigestForm::kKnown : DigestForm::kIllFormed;
  }
  if (rest.substr(0, kKeyed.size()) != kKeyed) {
    return DigestForm::kIllFormed;
  }
  rest.remove_prefix(kKeyed.size());
  const std::size_t colon = rest.rfind(':');
  const bool whole = colon != std::string_view::npos && colon > 0 &&
                     is_visible_name(rest.substr(0, colon)) &&
                     is_sha256_text(rest.substr(colon + 1));
  return whole ? DigestForm::kKnown : DigestForm::kIllFormed;
}

DigestForm checksum_form(std::string_view text) {
  std::string_view number;
  std::string_view rest;
  if (!split_number(text, "sc", number, rest)) {
    return DigestForm::kIllFormed;
  }
  if (number != "1" && number != "2") {
    return DigestForm::kUnknownNumber;
  }
  constexpr std::string_view kPlain = "sha256:";
  return rest.substr(0, kPlain.size()) == kPlain && is_sha256_text(rest.substr(kPlain.size()))
             ? DigestForm::kKnown
             : DigestForm::kIllFormed;
}

}  // namespace holdfast
