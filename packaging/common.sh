# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What the scripts of this folder share. Sourced, not run.

HOLONOM_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly HOLONOM_ROOT

say() { printf '\n== %s\n' "$*" >&2; }

fail() {
  printf 'holonom: %s\n' "$*" >&2
  exit 1
}

# As many compilers as there are processors, but no more than the free memory bears (about 1.5 GB each).
job_count() {
  local jobs memory
  jobs=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null || echo "$jobs")
  if ((memory < jobs)); then jobs=$memory; fi
  if ((jobs < 1)); then jobs=1; fi
  echo "$jobs"
}

# quietly LOG COMMAND...: shows what a command says only when it fails; on a terminal it just runs it.
quietly() {
  local log=$1
  shift
  if [[ -t 2 ]]; then
    "$@" >&2
    return
  fi
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    fail "failed: $* (the whole output is in $log)"
  fi
}

# build PRESET TARGET [CMAKE OPTIONS...]: configures and builds one target; TARGET "all" builds everything.
build() {
  local preset=$1 target=$2
  shift 2
  local folder=$HOLONOM_ROOT/build/$preset
  cd "$HOLONOM_ROOT" || fail "the folder $HOLONOM_ROOT is gone"
  say "Configuring $preset"
  quietly "$folder/configure.log" cmake --preset "$preset" "$@"
  say "Building $preset ($target) with $(job_count) jobs"
  quietly "$folder/build.log" cmake --build "$folder" --target "$target" --parallel "$(job_count)"
}
