// The forms of a manifest's parts, for whoever reads one of them alone.
#pragma once

#include <optional>
#include <string_view>

#include "core/manifest.h"

namespace holdfast {

// 64 lower-case hex digits.
bool is_sha256_text(std::string_view text);
// [a-z][a-z0-9_.-]*
bool is_token(std::string_view text);

// RFC 3339 with a "Z".
bool is_utc_time(std::string_view text);
// prohibition, scope, completion, method, explain_exception
bool is_obligation_kind(std::string_view text);
// Operations whose arguments are command lines: shell.*, run, exec, script.*
bool operation_runs_commands(std::string_view operation);

// "<prefix><N>:…": whether N is a number that this version knows.
enum class DigestForm { kKnown, kUnknownNumber, kIllFormed };
// d1:sha256:<hex> or d1:hmac-sha256:<keyId>:<hex>
DigestForm decision_digest_form(std::string_view text);
// sc1:sha256:<hex>, sc2:sha256:<hex>
DigestForm checksum_form(std::string_view text);

// The next action of either version; nullopt where it has not that form.
std::optional<NextAction> action_from(const Value& value, Version version);

}  // namespace holdfast
