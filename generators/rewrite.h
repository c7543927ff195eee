// JSON text in another spelling and with the same meaning: members in another order, white space,
// escapes.
#pragma once

#include <string>

#include "core/value.h"
#include "generators/random.h"

namespace holdfast {

struct RewriteStyle {
  bool shuffle_members = false;
  bool white_space = false;  // at any place where RFC 8259 allows it
  bool escapes = false;      // \uXXXX, surrogate pairs, "\/"
};

std::string rewrite_json(const Value& value, const RewriteStyle& style, Random& random);

}  // namespace holdfast
