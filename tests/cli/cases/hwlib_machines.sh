# SPDX-License-Identifier: Apache-2.0
# Where instructions run: machines told apart by all their words, compilers by version, known faults, what an emulator says.

# An emulator of vectors of so many bits: an instruction that was written for 256 is wrong at 128, and the second length
# must run too, whichever comes first.
mkdir chip
cat >chip/chip.tess <<'T'
@instr("twice(&{dst_data}, &{src_data});", role="twice", header="chip.h", feature="nosuchfeature")
def twice(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i] + src[i]

@instr("half(&{dst_data}, &{src_data});", role="half", header="chip.h", feature="nosuchfeature")
def half(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i] * 0.5
T
cat >chip/chip.h <<'T'
#include <stdlib.h>
#include <string.h>
static inline int lanes(void) { return strcmp(getenv("BITS"), "128") ? 4 : 3; }
static inline void twice(float *dst, const float *src) { for (int i = 0; i < lanes(); i++) dst[i] = src[i] + src[i]; }
static inline void half(float *dst, const float *src) { for (int i = 0; i < 4; i++) dst[i] = src[i] * 0.5f; }
T
cat >sim <<'T'
#!/bin/sh
case $1 in --version) echo "sim version 7.2.22 (of 1999)"; exit 0 ;; esac
BITS=$1; export BITS; shift
exec "$@"
T
chmod +x sim
# machines FIELDS: of two lengths, the right one first.
machines() {
  printf '{"emulated": [{"compile": ["gcc"], "run": ["%s/sim", "256"], "version_command": ["%s/sim", "--version"]},
    {"compile": ["gcc"], "run": ["%s/sim", "128"], "version_command": ["%s/sim", "--version"]}]%s}\n' \
    "$PWD" "$PWD" "$PWD" "$PWD" "$1" >chip/machines.json
}
machines ''
run hwlib check ./chip --record
expect 1 "twice                        FAILED (gcc under sim 128): dst at " \
  "half                         passed " "under emulation (gcc under sim 256, gcc under sim 128)" \
  "2 instructions: 1 passed, 1 failed; 0 run natively, 2 emulated, 0 modelled, 0 not run"
[ ! -e chip/conformance.json ] || complain "a failure is on record"
run hwlib check ./chip --json
expect 1
expect_json '.emulated == 2' '.instructions[0].failed_on == "gcc under sim 128"' \
  '.instructions[0].machines == ["gcc under sim 256"]' '.machines | map(.name) == ["gcc under sim 128", "gcc under sim 256"]' \
  '.machines[0].emulator == "sim version 7.2.22 (of 1999)"' '.machines[0].run[1] == "128"'

# What has failed is not run on what comes later, and that is said.
sed -i 's/"128") ? 4 : 3/"256") ? 4 : 3/' chip/chip.h
run hwlib check ./chip
expect 1 "twice                        FAILED (gcc under sim 256): dst at " \
  "; not run on gcc under sim 128: it has failed on gcc under sim 256" "; 1 not on every machine"
sed -i 's/"256") ? 4 : 3/"128") ? 4 : 3/' chip/chip.h

# Names of the library's own; two of one name or of the same words are refused.
printf '{"emulated": [{"name": "wide", "compile": ["gcc"], "run": ["%s/sim", "256"]},
  {"name": "narrow", "compile": ["gcc"], "run": ["%s/sim", "128"]}]}\n' "$PWD" "$PWD" >chip/machines.json
run hwlib check ./chip --only half --json
expect 0
expect_json '.instructions[0].machines == ["wide", "narrow"]' '.machines[0].emulator == "version unknown"'
sed -i 's/"narrow"/"wide"/' chip/machines.json
run hwlib check ./chip
expect 2 "error[machines]: ./chip/machines.json: two machines have the name \"wide\": "
sed -i -e 's/"name": "wide", //' -e 's/"128"/"256"/' chip/machines.json
run hwlib check ./chip
expect 2 "error[machines]: ./chip/machines.json: \`gcc -O2 " "sim 256\` is there twice"

# An emulator that is known to be wrong does not run the instruction, and no other.
# wrong MACHINE VERSION INSTRUCTION
wrong() {
  machines ", \"known_wrong\": [{\"machine\": \"$1\", \"version\": \"$2\", \"instructions\": [\"$3\"], \"why\": \"loses a lane\",
    \"source\": \"issue 7\"}]"
}
because="it is known to be wrong in version 7.2.22: loses a lane (issue 7)"
for version in 7.2.22 7.2 "<=7.2.22" ">=7 <10"; do
  wrong "gcc under sim 128" "$version" "tw*"
  run hwlib check ./chip
  expect 0 "twice                        passed " "(gcc under sim 256); not run on gcc under sim 128: $because" \
    "(gcc under sim 256, gcc under sim 128)" \
    "2 instructions: 2 passed, 0 failed; 0 run natively, 2 emulated, 0 modelled, 0 not run; 1 not on every machine"
done
for version in 7.2.2 ">7.2.22" =7.2; do
  wrong "gcc under sim 128" "$version" twice
  run hwlib check ./chip
  expect 1 "twice                        FAILED (gcc under sim 128)"
done
wrong sim 7.2 twice
run hwlib check ./chip
expect 0 "twice                        SKIPPED: no test is known for the CPU feature nosuchfeature, $because" \
  "2 instructions: 1 passed, 0 failed; 0 run natively, 1 emulated, 0 modelled, 1 not run: twice"
run hwlib check ./chip --record --json
expect 0
expect_json '.not_run == 1' '.instructions[0].not_run | map(.machine) == ["gcc under sim 256", "gcc under sim 128"]'
cp chip/conformance.json "$work/stdout"
expect_json '.machines[0] == {"name": "gcc under sim 128", "compiler": .machines[0].compiler, "compile": ["gcc", "-O2"],
    "emulator": "sim version 7.2.22 (of 1999)", "around_operands": "guard pages", "run": .machines[0].run}' \
  ".instructions[0].not_run[1] == {\"machine\": \"gcc under sim 128\", \"why\": \"$because\"}"
rm chip/conformance.json
# One that does not say its version may be that one.
wrong sim 9 twice
sed -i 's/"version_command": \["[^]]*\], //; s/, "version_command": \["[^]]*\]//g' chip/machines.json
run hwlib check ./chip
expect 0 "twice                        SKIPPED: " \
  "it is known to be wrong in version 9, and this one does not say its version: loses a lane (issue 7)"

# Misspelt, it would count for nothing.
wrong sin 7.2 twice
run hwlib check ./chip
expect 2 "error[machines]: ./chip/machines.json: known_wrong: there is no machine 'sin'" "did you mean \`sim\`?"
wrong sim 7.2 twize
run hwlib check ./chip
expect 2 "error[machines]: ./chip/machines.json: known_wrong: there is no instruction 'twize'" "did you mean \`twice\`?"
wrong sim 7.2 'x*'
run hwlib check ./chip --only half
expect 2 "known_wrong: there is no instruction 'x*'"
wrong sim seven twice
run hwlib check ./chip
expect 2 "error[machines]: ./chip/machines.json: known_wrong: \"seven\" names no versions"
machines ', "known_wrong": [{"machine": "sim", "instructions": ["half"]}]'
run hwlib check ./chip
expect 2 "known_wrong: \"why\" is missing"

# What the emulator says when a program ends early, and only then: its warnings are no numbers.
machines ''
sed -i 's/^exec.*/echo "sim: a warning" >\&2; exec "$@"/' sim
run hwlib check ./chip --only half
expect 0 "half                         passed "
expect_no "a warning"
sed -i 's/^echo .*/echo "sim: unknown opcode 0x7f" >\&2; exit 9/' sim
run hwlib check ./chip --only half
expect 1 "half                         FAILED (gcc under sim 256): the program ended with status 9" \
  "    it says: sim: unknown opcode 0x7f"
run hwlib check ./chip --only half --json
expect 1
expect_json '.instructions[0].errors == ["sim: unknown opcode 0x7f"]'

# One that prints without end is stopped; after two instructions the fault is the machine's.
sed 's/twice/third/g' chip/chip.tess | sed '/^@instr("half/,$d' >chip/third.tess
sed -n '/^static inline void twice/s/twice/third/p' chip/chip.h >>chip/chip.h
sed -i 's/^echo .*/exec yes/' sim
printf '{"emulated": [{"name": "sim", "compile": ["gcc"], "run": ["%s/sim", "256"]}]}\n' "$PWD" >chip/machines.json
run hwlib check ./chip
expect 1 "FAILED (sim): the program printed far more than its numbers, and was stopped" \
  "SKIPPED: sim: it was stopped on the 2 instructions before" "3 instructions: 0 passed, 2 failed"
rm chip/third.tess
machines ''
# Words of its own in place of numbers, or none at all.
sed -i 's/^exec yes/echo hello; exit 0/' sim
run hwlib check ./chip --only half
expect 1 "half                         FAILED (gcc under sim 256): the program wrote 6 bytes, and its numbers are " \
  "sim 256 PROGRAM\` must write what the program does, and no more"
sed -i 's/^echo hello; //' sim
run hwlib check ./chip --only half
expect 1 "half                         FAILED (gcc under sim 256): the program wrote 0 bytes, and its numbers are "

# A value of another kind is named by its key.
# means JSON MESSAGE
means() {
  echo "$1" >chip/machines.json
  run hwlib check ./chip
  expect 2 "error[machines]: ./chip/machines.json: $2"
  expect_no "json.exception"
}
means '{"emulated": 3}' '"emulated" is 3, and no list'
means '{"emulated": [3]}' 'emulated: an object is wanted, not 3'
means '{"emulated": [{"run": ["sim"]}]}' '"compile" is missing in {"run":["sim"]}'
means '{"emulated": [{"compile": "gcc", "run": ["sim"]}]}' '"compile" is "gcc", and no list of words, as ["gcc", "-static"] is'
means '{"emulated": [{"compile": ["gcc", 3], "run": ["sim"]}]}' '"compile" is ["gcc",3], and no list of words'
means '{"emulated": [{"compile": ["gcc"], "run": ["sim"], "name": 3}]}' '"name" is 3, and no text'
means '{"native": {"compile": ["gcc"]}}' '"native" is {"compile":["gcc"]}, and no list'
means '{"modelled": [{"compile": ["gcc"], "header": 3, "source": "a"}]}' '"header" is 3, and no text'
means '{"known_wrong": [{"machine": "sim", "instructions": "half", "why": "a"}]}' '"instructions" is "half", and no list of words'
means '{"probe": {"vec9": {}}}' '"statements" is missing in {}'
means '{"cpu_flags": {"vec": {"cpuid": {"leaf": 7}}}}' '"register" is missing in {"leaf":7}'
means '{"cpu_flags": {"vec": {"hwcap": {"bit": 7}}}}' '"word" is missing in {"bit":7}'

# Compilers.
mkdir own
cat >own/own.tess <<'T'
@instr("{dst_data} = {src_data};")
def one(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    dst[0] = src[0]
T
run hwlib check ./own --cc gcc
expect 0 "natively (gcc)" "1 instruction: 1 passed, 0 failed; 1 run natively, 0 emulated, 0 modelled, 0 not run"
run hwlib check ./own --cc "env LC_ALL=C gcc -O1" --cc "gcc -O1" --cc "gcc -O3" --json
expect 0
expect_json '.instructions[0].machines == ["env LC_ALL=C gcc", "gcc (-O1)", "gcc (-O3)"]' \
  '.machines | map(.compile) == [["env", "LC_ALL=C", "gcc", "-O1"], ["gcc", "-O1"], ["gcc", "-O3"]]' \
  'all(.machines[]; .compiler | startswith("gcc "))'
run hwlib check ./own --cc "env LC_ALL=C gcc" --json
expect 0
expect_json '.machines[0].compile == ["env", "LC_ALL=C", "gcc", "-O2"]'
run hwlib check ./own --cc gcc --cc no-such-compiler
expect 0 "natively (gcc); not run on no-such-compiler: there is no no-such-compiler" "; 1 not on every machine"
run hwlib check ./own --cc "gcc -fno-such-option"
expect 3 "SKIPPED: gcc does not compile: " "0 run natively, 0 emulated, 0 modelled, 1 not run: one"
run hwlib check ./own --cc gcc --cc gcc
expect 2 "error[machines]: \`gcc -O2\` is there twice"
printf '{"native": [{"compile": ["gcc"]}, {"name": "new gcc", "compile": ["gcc", "-O3"], "at_least": "1000"}]}\n' \
  >own/machines.json
run hwlib check ./own
expect 0 "natively (gcc); not run on new gcc: gcc is " ", and machines.json wants >=1000"
printf '{"native": [{"compile": ["gcc"]}, {"name": "plain", "compile": ["gcc", "-O0"]}],
  "known_wrong": [{"machine": "%s", "instructions": ["?ne"], "why": "drops it"}]}\n' plain >own/machines.json
run hwlib check ./own
expect 0 "natively (gcc); not run on plain: it is known to be wrong: drops it"
sed -i 's/"machine": "plain"/"machine": "gcc", "version": ">=1"/' own/machines.json
run hwlib check ./own
expect 3 "SKIPPED: it is known to be wrong in version " ": drops it" "1 not run: one"
for wrong in '[]' '[{"compile": []}]' '[{"compile": ["gcc"], "at_least": "new"}]' '[{"compile": ["gcc"], "run": ["x"]}]'; do
  printf '{"native": %s}\n' "$wrong" >own/machines.json
  run hwlib check ./own
  expect 2 "error[machines]: ./own/machines.json: "
done
rm own/machines.json

# A feature that no CPU can be asked for: a program that needs it lives, or dies.
mkdir probed
sed 's/@instr("{dst_data} = {src_data};")/@instr("{dst_data} = {src_data};", feature="vec9")/' own/own.tess >probed/own.tess
# lives STATEMENTS
lives() { printf '{"probe": {"vec9": {"statements": "%s"}}}\n' "$1" >probed/machines.json; }
lives 'volatile int x = 1; (void)x;'
run hwlib check ./probed --cc gcc --record
expect 0 "natively (gcc); vec9 by probe" "1 run natively"
cp probed/conformance.json "$work/stdout"
expect_json '.instructions[0].probed == ["vec9"]'
run hwlib show ./probed
expect 0 "runs natively; vec9 by probe"
lives '__builtin_trap();'
run hwlib check ./probed --cc gcc
expect 3 "SKIPPED: this CPU has no vec9, as its probe shows, and the library's machines.json names no emulator"
lives 'no_such_function_of_the_vendor();'
run hwlib check ./probed --cc gcc
expect 3 "SKIPPED: no compiler here takes the probe of vec9, "
for wrong in '{"vec9": "x"}' '{"vec9": {}}' '{"vec9": {"statements": ""}}' '{"avx2": {"statements": "x;"}}'; do
  printf '{"probe": %s}\n' "$wrong" >probed/machines.json
  run hwlib check ./probed
  expect 2 "error[machines]: ./probed/machines.json: "
done

# Neither this CPU nor an emulator: C that stands for the machine, and is told apart from it. Its flags are the machine's, so programs do
# without them.
# Words that begin with ./ are files of the library, wherever the command is run; the record has them as they are written.
mkdir -p beside/compiled
cat >beside/m.tess <<'T'
@instr("{dst_data} = DOUBLE({src_data});", header="double.h", feature="nosuchfeature")
def own_double(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    dst[0] = src[0] + src[0]
T
echo '#define DOUBLE(x) (2 * (x))' >beside/compiled/double.h
printf '#!/bin/sh\nexec "$@"\n' >beside/start
chmod +x beside/start
echo '{"emulated": [{"compile": ["gcc", "-isystem", "./compiled"], "run": ["./start"], "version_command": ["echo", "start 1"]}]}' >beside/machines.json
run hwlib check ./beside --record
expect 0 "own_double                   passed " "under emulation (gcc under start)"
jq -e '.machines[0] | .run == ["./start"] and (.compile | index("./compiled"))' beside/conformance.json >/dev/null ||
  complain "the record does not have the words of the file"
cp -r beside moved
(cd moved && "$tessera" hwlib check "$PWD" >"$work/output") || complain "the files are not found from the library's folder"
rm beside/start
run hwlib check ./beside
expect 2 "machines.json: there is no " "/beside/start"

mkdir model
cat >model/m.tess <<'T'
@instr("m_double({dst_data}, {src_data});", header="m.h", flags="-mno-such-machine", feature="nosuchfeature", compiler="gcc>=1000")
def m_double(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    dst[0] = src[0] + src[0]
T
printf '#pragma once\n#define m_double(d, s) no_such_instruction(d, s)\n' >model/m.h
printf '#include "m.h"\n#undef m_double\n#define m_double(d, s) ((d) = 2 * (s))\n' >model/model.h
echo '{"modelled": [{"name": "m in C", "compile": ["gcc"], "header": "model.h", "source": "manual, page 1"}]}' >model/machines.json
run hwlib check ./model --record
expect 0 "m_double                     passed " "in a model (m in C)" "0 run natively, 0 emulated, 1 modelled, 0 not run"
jq -e '.instructions[0].how == "modelled" and (.machines[0] | .model == "model.h" and (has("run") | not))' model/conformance.json >/dev/null ||
  complain "the record does not say that it was a model"
run hwlib show ./model
expect 0 "passed " "in a model"
run hwlib check ./model --json
expect 0
expect_json '.modelled == 1 and .emulated == 0' '.instructions[0].how == "modelled"' '.machines[0].model == "model.h"'
sed -i 's/= 2 \*/= 3 */' model/model.h
run hwlib check ./model
expect 1 "m_double                     FAILED in a model (m in C): dst at "
sed -i 's/, "source": "manual, page 1"//' model/machines.json
run hwlib check ./model
expect 2 'modelled: "source" is missing'
sed -i 's/"header": "model.h"/"header": "other.h", "source": "x"/' model/machines.json
run hwlib check ./model
expect 2 "modelled: there is no " "other.h"
# A model may itself need what not every CPU has.
sed 's/"header": "other.h"/"header": "model.h", "feature": "mmx altivec"/' model/machines.json >model/n.json
mv model/machines.json model/other.json
mv model/n.json model/machines.json
run hwlib check ./model
expect 3 "m_double                     SKIPPED: no test is known for the CPU feature nosuchfeature, this CPU has no "
mv model/other.json model/machines.json
# Where the CPU or an emulator has it, the model is not asked.
sed 's/, feature="nosuchfeature"//; s/, compiler="gcc>=1000"//; s/, flags="-mno-such-machine"//' model/m.tess >model/n.tess
mv model/n.tess model/m.tess
printf '#pragma once\n#define m_double(d, s) ((d) = (s) + (s))\n' >model/m.h
sed -i 's/other.h/model.h/' model/machines.json
run hwlib check ./model
expect 0 "natively (gcc, clang)" "0 emulated, 0 modelled, 0 not run"
