#!/usr/bin/env bash
# A fresh clone on a bare Debian 12, at a path with a space, in a root folder of its own: scripts/run and
# scripts/test must install what they need and succeed. Before that, a user without rights must be told what
# is missing; after it, that user must be served offline by what is there. Tests the last commit. Takes a
# quarter of an hour and about 3 GB.
#
# usage: tests/bare_root_test.sh; ends with 77, not run, where root rights, mmdebstrap or the history are missing.
set -euo pipefail

not_run() {
  echo "not run: $1"
  exit 77
}

repository=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
(($(id -u) == 0)) || not_run "only root can make a root folder"
command -v mmdebstrap >/dev/null || not_run "mmdebstrap is missing (apt-get install mmdebstrap)"
git -C "$repository" rev-parse --verify --quiet HEAD >/dev/null || not_run "not a git clone"

scratch=$(mktemp -d)
trap 'rm -rf --one-file-system -- "$scratch"' EXIT
root=$scratch/root
clone="/srv/a clone/holdfast"

# The machine's own mirrors and apt settings, so that the test works wherever apt does. Credentials
# (auth.conf) stay where they are.
sources=()
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  if [[ -f $file ]] && grep -qE '(^|[[:space:]])bookworm([[:space:]]|$)' -- "$file"; then
    sources+=("$file")
  fi
done
apt-config dump |
  grep -E '^Acquire::(https?::(Proxy|Timeout)|Retries|Check-Valid-Until|Check-Date|Languages)[: ]' \
    >"$scratch/apt.conf" || true

mmdebstrap --quiet --mode=root --variant=minbase --aptopt="$scratch/apt.conf" \
  bookworm "$root" "${sources[@]}"
cat /etc/resolv.conf >"$root/etc/resolv.conf"
cat /etc/hosts >"$root/etc/hosts"
git clone --quiet --no-hardlinks -- "$repository" "$root$clone"

# inside USER NETWORK SCRIPT [ARGUMENT...]: runs a script of the clone. NETWORK is `online` or `offline`. The
# mounts, and whatever the script leaves running, end with the namespaces.
inside() {
  local user=$1 isolation=(--mount --pid --fork --kill-child)
  if [[ $2 == offline ]]; then
    isolation+=(--net)
  fi
  echo "== $user, $2: ${*:3}"
  # shellcheck disable=SC2016 # the inner shell expands
  unshare "${isolation[@]}" -- bash -euo pipefail -c '
    root=$1 user=$2 clone=$3
    shift 3
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    exec env -i HOME=/tmp LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
      chroot --userspec="$user" "$root" "$clone/$1" "${@:2}"
  ' bash "$root" "$user" "$clone" "${@:3}"
}

if inside nobody:nogroup offline scripts/setup run 2>"$scratch/complaint"; then
  echo "without rights and with nothing installed, scripts/setup run succeeded" >&2
  exit 1
fi
cat -- "$scratch/complaint"
grep -q '^scripts/setup: missing .*libsimdjson-dev.*; run as root: apt-get update' "$scratch/complaint"

inside root:root online scripts/run 20
inside root:root online scripts/test

chown -R nobody:nogroup "$root$clone"
inside nobody:nogroup offline scripts/setup run test
inside nobody:nogroup offline scripts/run 5
