// CHECK is the third of Holdfast's three channels: the program itself is wrong. It is always on,
// prints place and condition, and aborts. Documents are judged by a Verdict, input and disk by a
// Result.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace holdfast::internal {

[[noreturn]] inline void check_failed(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: CHECK failed: %s\nThis is a fault of Holdfast, not of your input.\n",
               file, line, condition);
  std::abort();
}

}  // namespace holdfast::internal

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      ::holdfast::internal::check_failed(__FILE__, __LINE__, #condition); \
    }                                                                     \
  } while (false)
