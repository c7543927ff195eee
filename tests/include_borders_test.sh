#!/usr/bin/env bash
# The border check must be seen to fail: plants one violation of each kind in a tree of its own and wants
# each reported by file and line, nothing else reported, and the clean part accepted.
#
# usage: tests/include_borders_test.sh
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
tree=$(mktemp -d)
trap 'rm -rf -- "$tree"' EXIT

# file PATH LINE...: writes a source; its first line is a comment, so includes begin at line 2.
file() {
  mkdir -p -- "$tree/$(dirname -- "$1")"
  { echo "// A planted file."; printf '%s\n' "${@:2}"; } >"$tree/$1"
}

file core/value.h
file generators/edit.h
file harness/oracle.h
file cli/command.h
file core/json.cpp '#include "core/value.h"' '#include <simdjson.h>' '#include <vector>'
file core/sha256.cpp '#include <openssl/evp.h>'
file core/ledger_scan.cpp '#include <simdjson.h>'
file harness/schemas_test.cpp '#include <valijson/schema.hpp>'
file core/unicode.cpp '#include <utf8proc.h>'
file core/sessions/reader.cpp '#include <simdjson.h>'
file core/rules/good_test.cpp '#include <gtest/gtest.h>' '#include <rapidcheck/gtest.h>'
file generators/arbitrary.h '#include <rapidcheck.h>' '#include "core/value.h"'
file harness/report.cpp '#include <nlohmann/json.hpp>' '#include <fmt/format.h>' '  #  include "generators/edit.h"'
file cli/main.cpp '#include <CLI/CLI.hpp>' '#include "harness/oracle.h"'
file regression/cases_test.cpp '#include "harness/oracle.h"' '// #include "cli/command.h"'
file bench/parse.cpp '#include <simdjson.h>' '#include <openssl/evp.h>'

if ! "$here/include_borders.sh" "$tree"; then
  echo "a tree without violations was refused" >&2
  exit 1
fi

expected=()
# plant PATH LINE: a source whose second line is the violation.
plant() {
  file "$1" "$2"
  expected+=("$1:2")
}
plant core/up.cpp '#include "generators/edit.h"'
plant core/up_test.cpp '#include "harness/oracle.h"'
plant generators/up.cpp '#include "harness/oracle.h"'
plant harness/up.cpp '  #  include "cli/command.h"'
plant regression/up_test.cpp '#include "cli/command.h"'
plant harness/oracle.cpp '#include "core/value.h"'
plant fuzz/up.cpp '#include "cli/command.h"'
plant bench/up.cpp '#include "regression/case.h"'
plant core/relative.cpp '#include "value.h"'
plant core/dots.cpp '#include "core/../core/value.h"'
plant core/gone.cpp '#include "core/no_such_file.h"'
plant core/computed.cpp '#include PLANTED'
plant core/compaction.cpp '#include <simdjson.h>'
plant core/json_test.cpp '#include "simdjson.h" // also not a path from the root'
plant core/checksum.cpp '#include <openssl/sha.h>'
plant harness/schemas.cpp '#include <valijson/schema.hpp>'
plant core/prose.cpp '#include <utf8proc.h>'
plant core/document.cpp '#include <nlohmann/json.hpp>'
plant core/text.cpp '#include <fmt/core.h>'
plant core/dice.cpp '#include <random>'
plant core/views.cpp '#include <ranges>'
plant core/place.cpp '#include <source_location>'
plant harness/flags.cpp '#include <CLI/CLI.hpp>'
plant generators/shuffle.cpp '#include <rapidcheck.h>'
plant core/rules/slow.cpp '#include <gtest/gtest.h>'
plant core/rules/parse.cpp '#include <simdjson.h>'
plant generators/mutations/slow.cpp '#include <nlohmann/json.hpp>'
plant generators/controls/slow.cpp '#include <rapidcheck/gtest.h>'
plant generators/compactors/slow.cpp '#include <CLI/App.hpp>'
plant harness/zoo/slow.cpp '#include <nlohmann/json_fwd.hpp>'
file elsewhere/lost.cpp '#include <vector>'
expected+=(elsewhere/lost.cpp:1)

status=0
report=$("$here/include_borders.sh" "$tree") || status=$?
reported=$(sed -E 's/^([^:]*:[0-9]+): .*/\1/' <<<"$report" | LC_ALL=C sort -u)
wanted=$(printf '%s\n' "${expected[@]}" | LC_ALL=C sort)
if ((status != 1)) || [[ $reported != "$wanted" ]]; then
  echo "status $status; planted (<) and reported (>) differ:" >&2
  diff <(echo "$wanted") <(echo "$reported") >&2 || true
  echo "$report" >&2
  exit 1
fi

# A check that finds nothing to check has not passed.
status=0
mkdir -- "$tree/nothing"
"$here/include_borders.sh" "$tree/nothing" 2>/dev/null || status=$?
if ((status != 2)); then
  echo "an empty tree ended with status $status, expected 2" >&2
  exit 1
fi
echo "include borders: ${#expected[@]} planted violations, all reported"
