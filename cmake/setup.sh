# shellcheck shell=bash disable=SC2154
# Sourced by `carom` and `test`, with $root set: brings in packages and builds. Says what it does on
# standard error, in a line each; what the tools say is shown on a terminal or when something fails.

say() { printf 'carom: %s\n' "$*" >&2; }

# logged NAME COMMAND…: runs a command with its output in build/NAME.log, and on the terminal if there is one.
logged() {
  local log=$root/build/$1.log
  shift
  mkdir -p "$root/build"
  if [ -t 2 ]; then
    "$@" >&2
  elif ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 60 "$log" >&2
    return 1
  fi
}

# missing_packages USE…: what packages.txt lists for these uses and the system does not have.
missing_packages() {
  comm -13 <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u) \
    <(awk -v uses=" $* " '!/^#/ && NF && index(uses, " " $2 " ") {print $1}' "$root/packages.txt" | sort) | xargs
}

# available PACKAGE…: those that apt can install; all of them while it has no lists.
available() {
  local package
  for package; do
    if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null || apt-cache show "$package" >/dev/null 2>&1; then
      printf '%s ' "$package"
    fi
  done
}

# install_packages USE…: installs what packages.txt lists for these uses and the system does not have. A use with a
# question mark, such as `import?`, is gone without where its packages are not to be had.
install_packages() {
  command -v dpkg-query >/dev/null || return 0  # CMake's messages have to do
  local use needed=() wished=() missing extra as_root=()
  for use; do
    case $use in *\?) wished+=("${use%?}") ;; *) needed+=("$use") ;; esac
  done
  missing=$(missing_packages "${needed[@]}")
  # shellcheck disable=SC2046
  extra=$(available $(missing_packages "${wished[@]}"))
  [ -n "$missing$extra" ] || return 0
  unwilling() {  # nobody waits for what is not needed
    [ -z "$missing" ] || { say "$*"; exit 1; }
    say "going on without $extra"
  }

  local command="apt-get install --no-install-recommends $missing"
  if [ "$(id -u)" != 0 ]; then
    as_root=(sudo)
    [ -t 0 ] || as_root=(sudo -n)
    if ! command -v sudo >/dev/null || ! { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      unwilling "missing packages; as root, run: $command"
      return
    fi
  fi
  say "missing packages: ${missing:+$missing }$extra"
  if [ -t 0 ] && [ -t 2 ]; then
    read -r -p "carom: install them now? [Y/n] " answer || answer=n
    case $answer in "" | [yY]*) ;; *) unwilling "to install them yourself: sudo $command"; return ;; esac
  fi
  logged apt-update "${as_root[@]}" apt-get update -q || say "the package lists could not be brought up to date"
  # shellcheck disable=SC2086
  extra=$(available $extra)
  # shellcheck disable=SC2086
  logged apt-install "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing $extra ||
    { unwilling "could not install the packages; run: sudo $command"; return; }
  rm -f "$root"/build/*/build.ninja  # configured without them
  case " $extra" in *" clang"*) rm -f "$root/build/release/CMakeCache.txt" ;; esac  # and for another compiler
}

# build PRESET STAMP TARGET…: configures where needed and builds; one build of a folder at a time. STAMP is a file in
# that folder, as old as the beginning of the last build of these targets that succeeded.
build() {
  local preset=$1 folder=$root/build/$1 stamp=$2
  shift 2
  mkdir -p "$folder"
  exec 9>"$folder/.lock"
  flock 9
  # A checkout that has moved starts afresh, because CMake keeps whole paths.
  if [ -e "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    rm -rf "$folder"
    mkdir -p "$folder"
  fi
  touch "$folder/.building"  # older than anything saved while the build runs
  if [ ! -e "$folder/build.ninja" ] || [ "$root/CMakePresets.json" -nt "$folder/build.ninja" ]; then
    say "building (some minutes the first time) …"
    (cd "$root" && logged "$preset-configure" cmake --preset "$preset") || exit 1
  fi
  logged "$preset-build" ninja -C "$folder" "$@" || { say "the build failed"; exit 1; }
  mv "$folder/.building" "$folder/$stamp"
  exec 9>&-
}
