#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries Holonom on a bare Debian release: makes a chroot of it from the archive that this machine is configured for, copies
# the last commit into it, and gives there, as a user who has just installed that release, the two commands of the README.
# Needs root and debootstrap.
#   packaging/check-release.sh NAME [OPTION...] [-- COMMAND ARGS...]
#     NAME              bookworm or 12, trixie or 13, or whatever release debootstrap and the archive know
#     --chroot FOLDER   makes the chroot there and keeps it; a chroot that is there is used again, with the last commit
#     --cache FOLDER    keeps compiled files and downloaded packages there for the next time
#     -- COMMAND ...    gives this command in the checkout instead of the two: -- packaging/test.sh -R solver_tests
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

readonly user=reader
readonly checkout=/home/$user/holonom

usage() {
  fail "$1. Usage: packaging/check-release.sh NAME [--chroot FOLDER] [--cache FOLDER] [-- COMMAND ARGS...]"
}

read_arguments() {
  release='' chroot='' cache='' command=()
  while (($# > 0)); do
    case $1 in
      --chroot | --cache)
        [[ -n ${2:-} ]] || usage "$1 needs a folder"
        printf -v "${1#--}" %s "$(realpath --canonicalize-missing "$2")"
        shift
        ;;
      --) command=("${@:2}"); break ;;
      -*) usage "unknown option '$1'" ;;
      *)
        [[ -z $release ]] || usage "one release at a time, not '$release' and '$1'"
        release=$1
        ;;
    esac
    shift
  done
  [[ -n $release ]] || usage "which release? bookworm (12) or trixie (13)"
  case $release in
    12) release=bookworm ;;
    13) release=trixie ;;
  esac
}

check_machine() {
  ((EUID == 0)) || fail "a chroot can only be made by root: sudo packaging/check-release.sh $release"
  command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"
  [[ -e /usr/share/debootstrap/scripts/$release ]] || fail "debootstrap knows no release '$release'."
  git -C "$HOLONOM_ROOT" rev-parse --quiet --verify HEAD >/dev/null || fail "$HOLONOM_ROOT is no checkout of git."
  if [[ -n $(git -C "$HOLONOM_ROOT" status --porcelain) ]]; then
    say "What is not committed is not tried: the chroot gets $(git -C "$HOLONOM_ROOT" log -1 --format='%h %s')"
  fi
}

# The address of the archive from which this machine takes its own release.
archive() {
  local own
  # shellcheck source=/dev/null
  own=$(source /etc/os-release && echo "${VERSION_CODENAME:-}")
  # shellcheck disable=SC2016  # apt fills the fields in
  apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v release="$own" '$1 == release && $2 == "main" { print $3; exit }'
}

# How this machine reaches its archive (proxies, checks of dates) holds for the chroot as well.
apt_settings() { apt-config dump | grep -E '^Acquire::(https?|Check-[A-Za-z-]+|Retries)\b.* "[^"]+";$' || true; }

make_chroot() {
  if [[ -e $chroot/etc/holonom-release ]]; then
    [[ $(<"$chroot/etc/holonom-release") == "$release" ]] ||
      fail "$chroot is a chroot of $(<"$chroot/etc/holonom-release"), not of $release."
    return
  fi
  [[ -z $(ls -A "$chroot" 2>/dev/null) ]] || fail "$chroot is not empty and holds no finished chroot of this script; remove it or name another folder."
  local uri
  uri=$(archive)
  [[ -n $uri ]] || fail "apt on this machine names no archive for the release that it runs; see 'apt-get indextargets'."
  say "Making a chroot of $release in $chroot"
  mkdir -p "$chroot" ${cache:+"$cache/packages"}
  quietly "$chroot.log" debootstrap --variant=minbase --include=sudo,ca-certificates,git \
    ${cache:+--cache-dir="$cache/packages"} "$release" "$chroot" "$uri"
  rm -f "$chroot.log"
  apt_settings >"$chroot/etc/apt/apt.conf.d/90holonom"
  chroot "$chroot" useradd --create-home --shell /bin/bash "$user"
  echo "$user ALL=(ALL) NOPASSWD: ALL" >"$chroot/etc/sudoers.d/$user"
  echo "$release" >"$chroot/etc/holonom-release"
}

copy_checkout() {
  cp /etc/resolv.conf "$chroot/etc/resolv.conf"
  local target=$chroot$checkout
  if [[ ! -d $target ]]; then
    git clone --quiet --no-hardlinks "$HOLONOM_ROOT" "$target"
  else
    git -c safe.directory='*' -C "$target" fetch --quiet "$HOLONOM_ROOT" HEAD
    git -c safe.directory='*' -C "$target" reset --quiet --hard FETCH_HEAD
  fi
  chroot "$chroot" chown --recursive "$user:$user" "$checkout"
}

mount_parts() {
  mount -t proc proc "$chroot/proc"
  mount --rbind /sys "$chroot/sys"
  mount --rbind /dev "$chroot/dev"
  [[ -n $cache ]] || return 0
  mkdir -p "$cache/packages" "$cache/compiled" "$chroot/home/$user/.cache/ccache"
  mount --bind "$cache/packages" "$chroot/var/cache/apt/archives"
  mount --bind "$cache/compiled" "$chroot/home/$user/.cache/ccache"
  chroot "$chroot" chown --recursive "$user:$user" "/home/$user/.cache"
}

# As the user, in the checkout, with nothing of this machine's environment.
as_user() {
  say "$release: $*"
  # shellcheck disable=SC2016  # the shell in the chroot fills them in
  chroot "$chroot" env -i HOME="/home/$user" USER="$user" LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin \
    setpriv --reuid "$user" --regid "$user" --init-groups bash -c 'cd "$1" && shift && exec "$@"' - "$checkout" "$@"
}

try_it() {
  mount_parts
  if ((${#command[@]} > 0)); then
    as_user "${command[@]}"
    return
  fi
  local start=$SECONDS
  as_user packaging/run.sh
  say "$release: packaging/run.sh took $((SECONDS - start)) s"
  start=$SECONDS
  as_user packaging/test.sh
  say "$release: packaging/test.sh took $((SECONDS - start)) s"
}

main() {
  read_arguments "$@"
  check_machine
  if [[ -z $chroot ]]; then
    chroot=$(mktemp -d --tmpdir="${TMPDIR:-/var/tmp}" "holonom-$release-XXXXXX")
    chmod 755 "$chroot"
    trap 'rm -rf --one-file-system "$chroot" "$chroot.log"' EXIT
  fi
  make_chroot
  copy_checkout
  # A mount and process space of its own: whatever happens, nothing stays mounted and nothing stays running.
  export -f try_it mount_parts as_user say
  export release chroot cache user checkout
  if ! unshare --mount --pid --fork --kill-child --propagation private \
    bash -euo pipefail -c 'command=("$@"); try_it' - "${command[@]}"; then
    fail "on $release it does not work."
  fi
  say "On $release it works."
}

main "$@"
