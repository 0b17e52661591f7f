# SPDX-License-Identifier: Apache-2.0
# For scripts that run what is made for a target: `emulator_of TARGET` sets `cross`, a compiler, and `runner`, an emulator with its options, by the first
# emulated machine in the target's machines.json, and fails where there is none or where it is of this machine's architecture. Programs are linked
# statically. TARGET/LANES is one of the machines of a target whose machines choose their number of lanes.
emulator_of() {
  local folder machine
  folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../hwlib/${1%/*}" 2>/dev/null && pwd) || return 1
  case $1 in
    */*) machine=$(jq -c ".emulated[] | select(.lanes == ${1#*/})" "$folder/machines.json") ;;
    *) machine=$(jq -c '.emulated[0] | select(. and (.lanes | not))' "$folder/machines.json" 2>/dev/null) ;;
  esac
  [ -n "$machine" ] || return 1
  cross=$(jq -r --arg f "$folder" '.compile | map(sub("^\\./"; $f + "/")) | join(" ")' <<<"$machine")
  runner=$(jq -r --arg f "$folder" '.run | map(sub("^\\./"; $f + "/")) | join(" ")' <<<"$machine")
  [[ $1 != */* && $cross =~ (^|=)"$(uname -m | sed s/^ppc/powerpc/)"- ]] || return 0
  runner=""
  return 1
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
# half_of COMPILER: the file to compile too where the compiler converts f16 by functions that its library lacks.
half_of() {
  local program='int main(void) { volatile _Float16 x = 1; volatile float y = x; x = (_Float16)y; }' half
  half=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/targets/half.c
  # shellcheck disable=SC2086  # words on purpose
  if ! $1 -x c - -o /dev/null <<<"$program" 2>/dev/null && $1 -c "$half" -o /dev/null 2>/dev/null; then echo "$half"; fi
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
