# SPDX-License-Identifier: Apache-2.0
# For scripts that run what is made for a target: `emulator_of TARGET` sets `cross`, a compiler, and `runner`, an emulator with its options, for the
# targets of another architecture than this machine's, and fails for others. Programs are linked statically. TARGET/LANES is one of the machines of a
# target whose machines choose their number of lanes, by its machines.json.
emulator_of() {
  local machine machines
  case $1 in
    */*)
      machines=$(cd "$(dirname "${BASH_SOURCE[0]}")/../hwlib/${1%/*}" && pwd)/machines.json
      read -r cross < <(jq -r ".emulated[] | select(.lanes == ${1#*/}) | .compile | join(\" \")" "$machines")
      read -r runner < <(jq -r ".emulated[] | select(.lanes == ${1#*/}) | .run | join(\" \")" "$machines")
      return 0
      ;;
    neon) machine=aarch64 cross=aarch64-linux-gnu-gcc runner=qemu-aarch64 ;;
    power10) machine=ppc64le cross=powerpc64le-linux-gnu-gcc runner="qemu-ppc64le -cpu power10" ;;
    wasm)
      machine=wasm cross="clang-19 --target=wasm32-wasi --sysroot=/usr"
      runner="node --no-warnings --experimental-wasi-unstable-preview1 $(cd "$(dirname "${BASH_SOURCE[0]}")/../hwlib/wasm" && pwd)/run_wasi.mjs"
      ;;
    *) return 1 ;;
  esac
  [ "$(uname -m)" != $machine ] || { runner=""; return 1; }
}
# can_emulate: are both installed? Says which is not.
can_emulate() {
  local needed
  for needed in "${cross%% *}" "${runner%% *}"; do
    command -v "$needed" >/dev/null || { echo "$needed is not installed"; return 1; }
  done
  # The compiler alone does not do: it needs the target's C library.
  echo 'int main(void) { return 0; }' | $cross -x c - -o /dev/null 2>/dev/null || { echo "$cross links no program"; return 1; }
}
# model_of TESSERA TARGET: the compiler's command for a model in C that stands for the machine; nothing where there is none, or this CPU cannot run it.
# Programs are compiled without the flags of the target.
model_of() {
  local folder model
  folder=$("$1" hwlib list --json | jq -r --arg l "$2" '.[] | select(.library == $l).folder')
  model=$(jq -c '.modelled[0] // empty' "$folder/machines.json" 2>/dev/null) || return 0
  [ -n "$model" ] || return 0
  jq -r '.feature // "" | splits(" +") | select(. != "")' <<<"$model" | while read -r feature; do
    "$1" hwlib features --json | jq -e --arg f "$feature" 'any(.[]; .feature == $f and .here)' >/dev/null || exit 1
  done || return 0
  echo "$(jq -r '.compile | join(" ")' <<<"$model") -D_DEFAULT_SOURCE -include $folder/$(jq -r .header <<<"$model")"
}
