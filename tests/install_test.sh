#!/usr/bin/env bash
# `cmake --install` into a fresh prefix, moved afterwards, must serve a project that knows nothing of this
# repository: find_package(holdfast), build, run. Nothing installed may name a path of this machine.
#
# usage: tests/install_test.sh BUILD-FOLDER CXX [FLAG...]
# FLAG: what objects of that build need from everybody who links them (a sanitizer's runtime).
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
build=$(readlink -f -- "$1")
compiler=$2
flags="${*:3}"
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# quietly COMMAND...: its output only where it fails.
quietly() {
  if ! "$@" >"$scratch/log" 2>&1; then
    cat -- "$scratch/log" >&2
    echo "failed: $*" >&2
    exit 1
  fi
}

quietly cmake --install "$build" --prefix "$scratch/installed"
prefix="$scratch/a moved prefix"
mv -- "$scratch/installed" "$prefix"

"$prefix/bin/holdfast" --version

# The targets of a library are found by name on the machine that uses them.
if grep -rnF -e "$(dirname -- "$here")" -e "$build" -e "$scratch" -e "/usr/lib" \
  --include='*.cmake' -- "$prefix"; then
  echo "installed files name paths of this machine" >&2
  exit 1
fi
if grep -rn 'holdfast_flags' --include='*.cmake' -- "$prefix"; then
  echo "the build's own flags leaked into the installed target" >&2
  exit 1
fi

cp -r -- "$here/outside_project" "$scratch/outside project"
quietly cmake -S "$scratch/outside project" -B "$scratch/outside build" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" \
  -DCMAKE_PREFIX_PATH="$prefix"
quietly cmake --build "$scratch/outside build"
"$scratch/outside build/outside"
