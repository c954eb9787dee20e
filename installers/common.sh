# Shared by installers/run and installers/test: installs what is missing, configures and builds.
# Sourced by bash; needs `root` to be the top folder of the project.

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# packages KIND...: names of the packages of these kinds.
packages() {
    local kind
    for kind in "$@"; do
        sed -n "s/^$kind //p" "$root/installers/packages.txt"
    done
}

installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# install_missing KIND...: installs the packages that are not there yet; asks for nothing.
install_missing() {
    command -v apt-get >/dev/null 2>&1 ||
        fail "This script installs Debian packages with apt-get, which is not here. On another system install the packages of installers/packages.txt by hand and build with: cmake --preset release && cmake --build --preset release"
    local missing=() name
    for name in $(packages "$@"); do
        installed "$name" || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 ||
            fail "These packages are missing: ${missing[*]}. Installing them needs root: run this script as root once, or install sudo."
        as_root=(sudo)
    fi
    echo "Installing ${#missing[@]} packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    local lists
    lists=$("${as_root[@]}" apt-get update 2>&1) || fail "$lists"$'\n'"apt-get update failed: is there a network?"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >"$root/build/install.log" 2>&1 ||
        fail "$(tail -5 "$root/build/install.log")"$'\n'"apt-get install failed; the whole log is in build/install.log."
}

# build TARGET...: configures the release preset once and builds the targets.
build() {
    export CCACHE_SLOPPINESS=pch_defines,time_macros
    (cd "$root" && cmake --preset release >build/configure.log 2>&1) ||
        fail "$(tail -20 "$root/build/configure.log")"$'\n'"Configuring failed; the whole log is in build/configure.log."
    echo "Building (the first time takes some minutes) ..."
    (cd "$root" && cmake --build --preset release --target "$@" >build/build.log 2>&1) ||
        fail "$(grep -E -A5 'error|FAILED' "$root/build/build.log" | head -40)"$'\n'"Building failed; the whole log is in build/build.log."
}
