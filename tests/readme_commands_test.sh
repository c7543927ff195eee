#!/usr/bin/env bash
# Every command in a ```sh block of README.md does what the README says. They run one by one with the built
# program first on PATH, in a scratch copy of the folders that a reader has, and must end with 0 or with the
# code that a trailing comment names: `holdfast verify a.json b.json  # exit 1`. `scripts/...` must be there and
# know --help; `git clone` and `cd` are the reader's own.
#
# usage: tests/readme_commands_test.sh HOLDFAST [README]
set -euo pipefail

root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
program=$(readlink -f -- "$1")
readme=$(readlink -f -- "${2-$root/README.md}")
if [[ ! -f $readme ]]; then
  echo "README.md is missing" >&2
  exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

mkdir -p -- "$scratch/build/release" "$scratch/bin"
ln -s -- "$program" "$scratch/build/release/holdfast"
ln -s -- "$program" "$scratch/bin/holdfast"
for folder in examples regression corpus; do
  if [[ -d $root/$folder ]]; then
    cp -r -- "$root/$folder" "$scratch/$folder"
  fi
done

# LINE<tab>COMMAND for each command in an sh block; a trailing backslash continues it.
commands() {
  awk '
    /^```/ { inside = !inside && $0 ~ /^```(sh|bash|console)[ \t]*$/; held = ""; next }
    !inside || /^[ \t]*(#|$)/ { next }
    {
      if (held == "") first = FNR
      if (sub(/\\$/, "")) { held = held $0; next }
      print first "\t" held $0
      held = ""
    }' "$readme"
}

failed=0
count=0
complain() {
  echo "README.md:$line: $1: $command" >&2
  failed=1
}

# run_program: runs $command and compares its exit code.
run_program() {
  local wanted=0 status=0
  if [[ $command =~ \#\ *exit\ ([0-9]+) ]]; then
    wanted=${BASH_REMATCH[1]}
  fi
  (cd -- "$scratch" && PATH=$scratch/bin:$PATH timeout 300 bash -euo pipefail -c "$command") \
    </dev/null >"$scratch/output" 2>&1 || status=$?
  if ((status != wanted)); then
    complain "exit code $status, expected $wanted"
    tail -n 20 -- "$scratch/output" >&2
  fi
}

while IFS=$'\t' read -r line command; do
  count=$((count + 1))
  read -r word _ <<<"$command"
  word=${word#./}
  case "$word" in
    scripts/*)
      if [[ ! -x $root/$word ]]; then
        complain "no such script"
      elif ! "$root/$word" --help >/dev/null 2>&1; then
        complain "the script knows no --help"
      fi
      ;;
    git | cd) ;;
    *) run_program ;;
  esac
done < <(commands)

if ((count == 0)); then
  echo "README.md shows no command: nothing was checked" >&2
  exit 1
fi
if ((failed == 0)); then
  echo "README.md: $count commands do what it says"
fi
exit "$failed"
