#!/usr/bin/env bash
# scripts/setup on machines of our own making: PATH holds only stand-ins for apt-get, dpkg-query, sudo and id,
# so nothing is installed and every call to apt is seen.
#
# usage: tests/setup_test.sh
set -euo pipefail

setup=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../scripts/setup
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
tools=(g++ cmake ninja python3 node git shellcheck parallel clang++ npm chromium)

# A machine with every tool and, by dpkg's word, every library; its user has no rights and no sudo.
new_machine() {
  rm -rf -- "${scratch:?}/bin"
  mkdir -- "$scratch/bin"
  local tool
  for tool in bash env tr sort cat; do ln -s -- "$(command -v "$tool")" "$scratch/bin/$tool"; done
  for tool in "${tools[@]}"; do command_of "$tool" 'exit 0'; done
  command_of id 'echo 1000'
  # shellcheck disable=SC2016 # expands in the stand-in
  command_of dpkg-query 'case " $MISSING " in *" ${!#} "*) exit 1 ;; *) echo -n "install ok installed" ;; esac'
  # shellcheck disable=SC2016
  command_of apt-get 'echo "${AS_ROOT-}apt-get $*" >>"$CALLS"; echo "frontend ${DEBIAN_FRONTEND-}" >>"$CALLS"'
}
command_of() {
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$scratch/bin/$1"
  chmod +x -- "$scratch/bin/$1"
}

# run MISSING ARGUMENT...: sets status, output and calls.
run() {
  : >"$scratch/calls"
  status=0
  output=$(MISSING=$1 CALLS=$scratch/calls PATH=$scratch/bin "$setup" "${@:2}" 2>&1) || status=$?
  calls=$(<"$scratch/calls")
}
# want NAME CONDITION...: the condition is a command.
want() {
  if ! "${@:2}"; then
    printf 'FAILED: %s\nstatus %s\noutput %s\ncalls  %s\n' "$1" "$status" "$output" "$calls" >&2
    exit 1
  fi
}
says() { [[ $output == *"$1"* ]]; }
ended() { ((status == $1)); }
called() { [[ $calls == *"$1"* ]]; }
no_call() { [[ -z $calls ]]; }
one_line() { [[ $output != *$'\n'* ]]; }

new_machine
run "" run test fuzz bench report
want "nothing missing: success" ended 0
want "nothing missing: apt is not called" no_call
want "nothing missing: one line" one_line

run "libfmt-dev" run
want "no rights: failure" ended 1
want "no rights: one line" one_line
want "no rights: names the package and the command" \
  says "missing libfmt-dev; run as root: apt-get update && apt-get install -y --no-install-recommends libfmt-dev"
want "no rights: apt is not called" no_call

run "libgtest-dev" run
want "a tier asks only for its own" ended 0
run "libgtest-dev libsimdjson-dev" test
want "a tier includes what it needs" says "missing libgtest-dev libsimdjson-dev;"

command_of sudo 'exit 1'
run "libfmt-dev" run
want "sudo that wants a password: failure" ended 1
want "sudo that wants a password: apt is not called" no_call

# shellcheck disable=SC2016
command_of sudo 'shift; AS_ROOT="as root: " "$@"'
run "libfmt-dev libssl-dev" run
want "sudo: success" ended 0
want "sudo: updates first" called "as root: apt-get update"
want "sudo: installs what is missing and no more" \
  called "as root: apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=120 libfmt-dev libssl-dev"$'\n'
want "sudo: asks no questions" called "frontend noninteractive"

new_machine
command_of id 'echo 0'
rm -- "$scratch/bin/node" "$scratch/bin/ninja"
run "" run
want "root: success" ended 0
want "root: tools by package name" called "ninja-build nodejs"
run "" --dry-run run
want "dry run: success" ended 0
want "dry run: says what" says "would install ninja-build nodejs"
want "dry run: apt is not called" no_call

command_of apt-get 'exit 100'
run "" run
want "apt fails: failure" ended 100

new_machine
rm -- "$scratch/bin/dpkg-query"
run "" run
want "not Debian: goes on" ended 0
want "not Debian: says what was not checked" says "not checked"
rm -- "$scratch/bin/cmake"
run "" run
want "not Debian: a missing tool is named" says "missing: cmake"
want "not Debian: failure" ended 1

run "" nonsense
want "unknown tier: usage error" ended 2
run ""
want "no tier: usage error" ended 2
run "" --help
want "help: success" ended 0
echo "scripts/setup: all cases"
