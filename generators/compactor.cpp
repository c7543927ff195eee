#include "generators/compactor.h"

#include <algorithm>

#include "core/check.h"

namespace holdfast {
namespace {

std::string_view kind_name(Value::Kind kind) {
  constexpr std::string_view kNames[] = {"null",   "true or false", "a whole number",
                                         "a text", "a list",        "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string names_of(const std::vector<Parameter>& declared) {
  std::string names;
  for (const Parameter& parameter : declared) {
    names += (names.empty() ? "" : ", ") + std::string(parameter.name);
  }
  return names.empty() ? "none" : names;
}

}  // namespace

Result<Parameters> Parameters::over(const std::vector<Parameter>& declared, const Value& given) {
  Parameters parameters;
  for (const Parameter& parameter : declared) {
    parameters.values_.add(parameter.name, parameter.value);
  }
  if (given.is_null()) {
    return parameters;
  }
  if (!given.is_object()) {
    return Error{ErrorCode::kInput, "the parameters are no object", "", "write {\"name\": value}"};
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string& name = given.names()[i];
    const Value& value = given.items()[i];
    Value* known = parameters.values_.find(name);
    if (known == nullptr) {
      return Error{ErrorCode::kInput, "is no parameter of this model",
                   "/" + escape_pointer_token(shown_name(name)), "it has: " + names_of(declared)};
    }
    if (value.kind() != known->kind() && !(known->is_null() && value.is_integer()) &&
        !(value.is_null() && known->is_integer())) {
      return Error{ErrorCode::kInput, "is " + std::string(kind_name(value.kind())),
                   "/" + escape_pointer_token(name),
                   "give " + std::string(kind_name(known->kind()))};
    }
    *known = value;
  }
  return parameters;
}

const Value& Parameters::value(std::string_view name) const {
  const Value* value = values_.find(name);
  CHECK(value != nullptr);
  return *value;
}

std::int64_t Parameters::number(std::string_view name) const {
  CHECK(value(name).is_integer());
  return value(name).integer();
}

std::size_t Parameters::size(std::string_view name) const {
  const std::int64_t value = number(name);
  return value < 0 ? 0 : static_cast<std::size_t>(value);
}

bool Parameters::flag(std::string_view name) const {
  CHECK(value(name).is_boolean());
  return value(name).boolean();
}

const std::string& Parameters::text(std::string_view name) const {
  CHECK(value(name).is_string());
  return value(name).text();
}

const Compactor* find_compactor(std::string_view name) {
  const auto all = compactors::all();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Compactor& entry) { return entry.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Context compact_once(const Compactor& compactor, Turn turn, const Value& parameters) {
  const Result<Parameters> resolved = Parameters::over(compactor.parameters, parameters);
  CHECK(resolved.ok());
  CHECK(compactor.fault == nullptr || compactor.fault(*resolved).empty());
  return compactor.compact(std::move(turn), *resolved,
                           [](Turn rest) { return std::move(rest.context); });
}

}  // namespace holdfast
