#!/usr/bin/env bash
# Checks every #include of the tree at ROOT against the borders between the folders (include_borders.awk).
# Prints FILE:LINE of each violation. Exits with 0 when there is none, 1 when there are some, 2 when there was
# nothing to check.
#
# usage: tests/include_borders.sh ROOT
set -euo pipefail

table=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/include_borders.awk
cd -- "$1"

# The examples and tests/outside_project stand for other people's projects.
sources() {
  find . -mindepth 1 \( -name '.*' -o -path "./build*" -o -path "./cmake-build*" -o -path ./examples -o -path ./tests/outside_project \) -prune -o \
    -type f \( -name '*.cpp' -o -name '*.cc' -o -name '*.cxx' -o -name '*.c' \
    -o -name '*.h' -o -name '*.hpp' -o -name '*.inc' -o -name '*.ipp' \) -print0 | LC_ALL=C sort -z
}

count=$(sources | tr -cd '\0' | wc -c)
if ((count == 0)); then
  echo "include borders: no sources beneath $1" >&2
  exit 2
fi
if ! sources | LC_ALL=C xargs -0 awk -f "$table"; then
  exit 1
fi
echo "include borders: $count files keep them"
