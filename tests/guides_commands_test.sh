#!/usr/bin/env bash
# Every command of the guides does what the guide says. The shards run under
# GNU parallel, are merged, and are compared byte for byte with the campaign in one piece.
#
# usage: tests/guides_commands_test.sh HOLDFAST
set -euo pipefail

root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
if ! command -v parallel >/dev/null || ! parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
  echo "not run: GNU parallel is missing; scripts/setup test installs it"
  exit 77
fi
# A runner's own variables must not cut the campaigns of the guide.
unset GTEST_SHARD_INDEX GTEST_TOTAL_SHARDS JOB_COMPLETION_INDEX JOB_COMPLETIONS CI_NODE_INDEX CI_NODE_TOTAL
unset SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT SLURM_ARRAY_TASK_MIN SLURM_ARRAY_TASK_MAX SLURM_ARRAY_TASK_STEP

for guide in sharding strategies trace report reproduce compact; do
  "$root/tests/readme_commands_test.sh" "$1" "$root/docs/$guide.md"
done
