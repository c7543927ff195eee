// Stories of a promotion store: what was done to one, step by step, from an empty store on. Cases
// of kind `store` hold one, and campaigns break one. In a good story every promotion is answered
// with `promoted`, and the store verifies at the end.
//
//   {steps: [
//     {do: "propose", name, text}            a candidate, called `name` from here on
//     {do: "judge", name, pass}              a verdict on it, against what is current
//     {do: "promote", name, expect}          expecting the generation of that number, as it was
//     seen {do: "read"}                           what is current {do: "recover"} {do: "init"} {do:
//     "remember", path, as}             behind the store's back: the bytes of a file, {do: "put",
//     path, from?, text?}        put there again, or other bytes, {do: "erase", path} or the file
//     gone
//   ]}
//
// In a path, {NAME} is the digest of that candidate, {record} that of the current generation's
// record, {old} that of the first one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/value.h"
#include "generators/random.h"
#include "generators/strategy.h"

namespace holdfast {

Value random_store_story(Random& random);

// The codes that the store named on the way, sorted, each once; `invalid_value` for a story that is
// none. Empty where nothing was refused and the store is in order.
std::vector<std::string> store_codes(const Value& story);

// The indexes of steps that do this, and (where a name is given) to that candidate.
std::vector<std::size_t> store_steps(const Value& story, std::string_view action,
                                     std::string_view name = {});
Value store_step(std::string_view action, std::string_view name = {});
std::string step_pointer(std::size_t index);

}  // namespace holdfast
