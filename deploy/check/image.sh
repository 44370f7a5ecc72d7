#!/usr/bin/env bash
# Builds the Dockerfile's image without a Docker daemon, and tests it: `sudo deploy/check/image.sh`, on Debian, as root.
#
# Needs buildah and debootstrap. If the base images cannot be pulled, it creates substitutes: a minimal Debian 12,
# and the same with the project's Node and the system's npm. All steps after FROM run unchanged.
set -euo pipefail
cd "$(dirname "$0")/../.."
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

have() { buildah inspect --type image "$1" > /dev/null 2>&1 || buildah pull -q "$1" > /dev/null 2>&1; }

# make_base NAME creates a minimal Debian; make_base NAME npm adds the project's Node and the system's npm.
make_base() {
  local container
  [ -d "$work/debian" ] || debootstrap --variant=minbase bookworm "$work/debian" > "$work/log"
  rm -f "$work/debian"/var/cache/apt/archives/*.deb "$work/debian"/var/lib/apt/lists/*_*
  container=$(buildah from scratch)
  buildah add -q "$container" "$work/debian" / > /dev/null
  if [ "${2:-}" = npm ]; then
    buildah add -q "$container" "$(node -p process.execPath)" /usr/local/bin/node > /dev/null
    buildah add -q "$container" "$(dirname "$(readlink -f "$(command -v npm)")")/.." /usr/local/lib/npm > /dev/null
    buildah run "$container" -- ln -s ../lib/npm/bin/npm-cli.js /usr/local/bin/npm
  fi
  buildah commit -q --rm "$container" "$1" > /dev/null
  echo "image: $1 cannot be pulled; a minimal Debian replaces it"
}

base=docker.io/library/debian:bookworm-slim
builder=docker.io/library/node:24-bookworm-slim
have "$base" || make_base "$base"
have "$builder" || make_base "$builder" npm
# npm in the build uses this machine's package cache and trusted certificates.
options=(--volume "$(npm config get cache):/root/.npm")
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] ||
  options+=(--env NODE_EXTRA_CA_CERTS=/etc/own-ca.crt --volume "$NODE_EXTRA_CA_CERTS:/etc/own-ca.crt:ro")
buildah bud -q --layers --pull-never --network host "${options[@]}" -t recto . > "$work/log" 2>&1 || { tail -50 "$work/log"; exit 1; }
container=$(buildah from --pull-never recto)
trap 'buildah rm "$container" > /dev/null; rm -rf "$work"' EXIT
echo "image: built, $(du -sm --exclude proc "$(buildah mount "$container")" | cut -f1) MB"

# Runs a command with the image's user and environment, as Docker does.
run() { buildah run --env RECTO_PUBLIC_URL=http://127.0.0.1:3000 "$container" -- "$@"; }
run recto --version
run recto doctor
run node --input-type=module - < deploy/check/probe.mjs
