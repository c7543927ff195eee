#!/usr/bin/env bash
# scripts/repro walks from a failure to the command that stores it: from a stored case, and from the line that a
# report calls "again".
#
# usage: tests/repro_test.sh HOLDFAST
set -euo pipefail

root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
HOLDFAST=$(readlink -f -- "$1")
export HOLDFAST
unset GTEST_SHARD_INDEX GTEST_TOTAL_SHARDS JOB_COMPLETION_INDEX JOB_COMPLETIONS CI_NODE_INDEX CI_NODE_TOTAL
unset SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"
cp -r -- "$root/examples" .
subject="python3 examples/weak_verifier.py"

# expect STATUS WORDS COMMAND…: the exit code, and words of the output
expect() {
  local wanted=$1 words=$2 status=0
  shift 2
  "$@" >output 2>&1 || status=$?
  if ((status != wanted)) || ! grep -q -- "$words" output; then
    echo "ended with $status, expected $wanted and \"$words\": $*" >&2
    cat output >&2
    exit 1
  fi
}

expect 1 "holdfast regress add repro.json" "$root/scripts/repro" "hunt --seed 7 --cases 500 --subject '$subject'"
"$HOLDFAST" hunt --seed 7 --cases 500 --subject "$subject" >/dev/null 2>&1 || true
case_file=.holdfast/failures/objective.change_objective.accepted.json
expect 1 "repair: restoring the objective is enough" "$root/scripts/repro" "$case_file" --subject "$subject"
expect 0 "judged as it should be" "$root/scripts/repro" "$case_file"
expect 2 "usage" "$root/scripts/repro"
echo "scripts/repro walks from a failure to the command that stores it"
