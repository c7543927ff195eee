// Result<T> is the second of Holdfast's three channels: input or disk failed. It holds a value or
// an Error, never both; reading the wrong one is a CHECK.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "core/check.h"

namespace holdfast {

// A code exists only if a caller acts on it: the program turns each into an exit code
// (cli/exit_code.h).
enum class ErrorCode {
  kUsage,           // a flag or argument cannot be used
  kInput,           // an input cannot be opened or read
  kOutput,          // something could not be written
  kSubject,         // a subject could not be started or broke the protocol
  kUnreadableCase,  // a stored case is no case/v1
};

struct Error {
  ErrorCode code;
  std::string what;    // what was wrong, without a full stop
  std::string where;   // file, line, JSON pointer; may be empty
  std::string remedy;  // what to do about it; may be empty

  // One line: "where: what; remedy".
  std::string text() const {
    std::string line = where.empty() ? what : where + ": " + what;
    return remedy.empty() ? line : line + "; " + remedy;
  }
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  T& value() {
    CHECK(ok());
    return std::get<T>(state_);
  }
  const T& value() const {
    CHECK(ok());
    return std::get<T>(state_);
  }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    CHECK(!ok());
    return std::get<Error>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

// For operations that return nothing.
struct Done {};

}  // namespace holdfast
