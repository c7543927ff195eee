#!/bin/sh
# A verifier in one-shot mode: run afresh for every question, it lets Holdfast's own core judge.
#
#     holdfast hunt --one-shot --subject 'sh examples/correct_verifier.sh'
#
# Called as: correct_verifier.sh BEFORE.json AFTER.json [EVIDENCE.json]
# It says "accept" and exits with 0, or says "reject" and exits with 1. The last line of the output and the
# exit status must say the same; anything else is an error, and no verdict.

if [ "$#" -lt 2 ] || [ "$#" -gt 3 ]; then
  echo "usage: $0 BEFORE.json AFTER.json [EVIDENCE.json]" >&2
  exit 64
fi

# A document that never came is a path at which there is no file. That is a reason to refuse, not an error.
if [ ! -e "$1" ] || [ ! -e "$2" ]; then
  echo reject
  exit 1
fi

# What the core has to say goes to standard error: standard output is for the verdict.
if [ "$#" -eq 3 ]; then
  "${HOLDFAST:-holdfast}" verify "$1" "$2" --evidence "$3" >&2
else
  "${HOLDFAST:-holdfast}" verify "$1" "$2" >&2
fi
status=$?

case "$status" in
  0)
    echo accept
    exit 0
    ;;
  1)
    echo reject
    exit 1
    ;;
  *)
    # Neither yes nor no. Never turn this into "accept", and not into "reject" either: it must be seen.
    echo "$0: holdfast ended with status $status" >&2
    exit "$status"
    ;;
esac
