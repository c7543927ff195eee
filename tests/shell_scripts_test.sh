#!/usr/bin/env bash
# Every shell script passes shellcheck; ours are also executable, stop at errors and say what they are for. The
# examples may be written as their authors like.
#
# usage: tests/shell_scripts_test.sh; ends with 77, not run, where shellcheck is missing.
set -euo pipefail

cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
if ! command -v shellcheck >/dev/null; then
  echo "not run: shellcheck is missing (scripts/setup test)"
  exit 77
fi

scripts=()
while IFS= read -r -d '' file; do
  if [[ $file == *.sh || $(head -c 2 -- "$file") == '#!' ]]; then
    scripts+=("$file")
  fi
done < <(find .ci examples scripts tests -type f -print0 | LC_ALL=C sort -z)

failed=0
complain() {
  echo "$1" >&2
  failed=1
}
for script in "${scripts[@]}"; do
  case "$(head -n 1 -- "$script")" in
    "#!/usr/bin/env bash") ;;
    *sh) [[ $script == examples/* ]] || complain "$script:1: scripts begin with #!/usr/bin/env bash" ;;
    *) continue ;;  # another language
  esac
  shellcheck -- "$script" || failed=1
  if [[ $script == examples/* ]]; then
    continue
  fi
  [[ -x $script ]] || complain "$script:1: not executable"
  [[ $(sed -n 2p -- "$script") == "# "* ]] || complain "$script:2: no comment that says what it is for"
  grep -q '^set -euo pipefail$' -- "$script" || complain "$script:1: no 'set -euo pipefail'"
  case "$script" in
    scripts/*) ./"$script" --help | grep -q '^usage: ' || complain "$script: --help shows no usage" ;;
  esac
done
if ((failed == 0)); then
  echo "shell scripts: ${#scripts[@]} in order"
fi
exit "$failed"
