# SPDX-License-Identifier: Apache-2.0
# The evidence of a kernel: what is in it, and that nothing in it can be changed without being found.

cat >p.tess <<'T2'
def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] += B[i, j]
T2
mkdir lib
cat >lib/lib.tess <<'T2'
@instr("add4(&{dst_data}, &{src_data});", role="add", order="any")
def add4(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] += src[i]
T2
cat >s.sched <<'T2'
p = divide_loop(p, 'j', 4, ['jo', 'ji'], perfect=True)
p = replace(p, 'for ji in _: _', hw.add)
p = reorder_loops(p, 'i jo')
p = rename(p, 'kernel')
T2
run compile p.tess --hwlib ./lib --sched s.sched -o out
expect 0 "out/kernel.c: 4 steps"
E=out/kernel.evidence.json
run verify $E
expect 0 "$E: 4 steps, " "obligations of the steps and " "of the result proved again" \
  "kernel.c and kernel.h are what the steps give, byte for byte" "equality over the field of 2^61 - 1 elements: " "every claim of the file holds"
run verify $E --json
expect 0
expect_json '.holds' '.steps == 4' '.obligations.affine > 5' '.unsafe == []'

# What is in it.
cp $E "$work/stdout"
expect_json '.evidence == 1' '.validation == "not run"' '.unsafe == []' '.reassociates == ["2 replace"]' \
  '.sources.program.file == "../p.tess"' '.sources.libraries[0].library == "../lib"' \
  '.instructions == [{"name": "add4", "file": "lib.tess", "conformance": "not run"}]' '.sizes.arguments == ["n: size"]' \
  '[.trace.steps[].proofs[]?] | length > 2' '[.. | .seconds?] | all(. == null)' '.license == "0BSD"' \
  '[.arguments[] | [.name, .kind, .access]] == [["n","size","in"],["A","tensor","inout"],["B","tensor","in"]]'
for f in p.tess lib/lib.tess out/kernel.c out/kernel.h; do
  checks=$((checks + 1))
  grep -q "\"sha256\": \"$(sha256sum $f | cut -d ' ' -f 1)\"" $E || complain "no SHA-256 of $f"
done
current="$case_name: out/kernel.h"
cp out/kernel.h "$work/output"
code=0
expect 0 "Tested against the reference: not run" "kernel.evidence.json; \`tessera verify\` establishes it again"

# The same input gives the same bytes, whatever is asked between; from elsewhere too.
run compile p.tess --hwlib ./lib --sched s.sched -o again
cmp -s $E again/kernel.evidence.json || complain "the evidence differs from run to run"
mkdir moved && cp -r p.tess lib out moved/
cd moved && run verify out/kernel.evidence.json && cd .. || exit 1
expect 0 "every claim of the file holds"
mkdir beside && cp -r p.tess lib $E out/kernel.c out/kernel.h beside/
run verify beside/kernel.evidence.json
expect 0 "every claim of the file holds"

# Validation that is on record is done again.
run compile p.tess --hwlib ./lib --sched s.sched --validate -o valid
expect 0
jq -e '.validation.tested.choices > 3 and (.validation | has("seconds") | not)' valid/kernel.evidence.json >/dev/null || complain "no validation on record"
grep -q 'Tested against the reference: equal in [0-9]* choices of sizes' valid/kernel.h || complain "no validation in the header"
run verify valid/kernel.evidence.json
expect 0 "every claim of the file holds"
sed -i 's/"choices": [0-9]*/"choices": 1000/' valid/kernel.evidence.json
run verify valid/kernel.evidence.json
expect 1 "/validation/tested/choices: 1000 in the file, "

# A claim that is changed, left out, added, or there twice.
# changed SED: the evidence with this change.
changed() {
  mkdir -p tampered && cp out/kernel.c out/kernel.h tampered/
  sed "$1" "${2:-$E}" >tampered/kernel.evidence.json
  if cmp -s "${2:-$E}" tampered/kernel.evidence.json; then complain "nothing changed by: $1"; fi
  run verify tampered/kernel.evidence.json
}
changed '/"steps": {/,/}/s/"affine": [0-9]*/"affine": 2/'
expect 1 "error[evidence]: tampered/kernel.evidence.json does not hold: /obligations/steps/affine: 2 in the file, " "was established"
changed 's/"validation": "not run"/"validation": "samples: all agree"/'
expect 1 "/validation: \"samples: all agree\" in the file, "
changed '/"reassociates": \[/,/\]/{/replace/d}'
expect 1 "/reassociates: missing in the file, \"2 replace\" was established"
changed 's/"arguments do not overlap",//'
expect 1 "/assumptions/"
changed '0,/"access": "inout"/s//"access": "out"/'
expect 1 "/arguments/1/access: \"out\" in the file, \"inout\" was established"
changed 's/"license": "0BSD"/"license": "MIT"/'
expect 1 "/license: \"MIT\" in the file, \"0BSD\" was established"
changed 's/"unsafe": \[\]/"unsafe": ["what I like"]/'
expect 1 "/unsafe/0: \"what I like\" in the file, nothing of it was established"
changed 's/"unsafe": \[\]/"unsafe": [], "unsafe": []/'
expect 2 "kernel.evidence.json: an object has \"unsafe\" twice"
changed 's/"unsafe": \[\]/"unsafe": [ ]/'
expect 1 "its claims are not written as \`tessera compile\` writes them"
changed 's/"modulo": \[\]/"modulo": [],  "guaranteed": "yes"/'
expect 1 "/guaranteed: \"yes\" in the file, nothing of it was established"
changed '0,/"decided_by": "affine"/s//"decided_by": "z3"/'
expect 1 "/decided_by: \"z3\" in the file, \"affine\" was established"
changed "s/'jo', 'ji'/'jo', 'jj'/; s/for ji in/for jj in/"
expect 1 "error[evidence]: tampered/kernel.evidence.json does not hold: "
changed "s/factor=4/factor=3/"
expect 1 "error[divide_loop.S1]"
changed 's/\("result_hash": "\)./\1z/'
expect 1 "/trace/result_hash: \"z"
changed 's/"stem": "kernel"/"stem": "kernal"/'
expect 1 "/result/c/file: \"kernel.c\" in the file, \"kernal.c\" was established"

# Lists in lists in lists, which no memory for calls would hold.
deep=$(printf '%100000s' '' | tr ' ' '[')$(printf '%100000s' '' | tr ' ' ']')
printf '{"made_by": %s,\n' "$deep" >deep
changed '1{s/.*//
r deep
}'
expect 2 "error[file]: cannot read tampered/kernel.evidence.json: it is nested more than 100 deep"
run replay tampered/kernel.evidence.json p.tess
expect 2 "error[file]: cannot read tampered/kernel.evidence.json: it is nested more than 100 deep"

# A step taken on the schedule's word cannot be taken out of the record.
printf "p = add_unsafe_guard(p, 'A[_] += _', 'n > 0')\np = rename(p, 'kernel')\n" >u.sched
run compile p.tess --sched u.sched -o unsafe
expect 0
run verify unsafe/kernel.evidence.json
expect 0 "UNSAFE: assumed, not proved: add_unsafe_guard (n > 0)" "every claim of the file holds, with 1 condition assumed"
grep -q "for all sizes, if the conditions under .unsafe. hold, which were not proved" unsafe/kernel.evidence.json || complain "the claim does not name the condition"
cp -r unsafe hidden
sed '/^  "unsafe": \[/,/\]/{/add_unsafe/d}' unsafe/kernel.evidence.json >hidden/kernel.evidence.json
run verify hidden/kernel.evidence.json
expect 1 "error[evidence]: hidden/kernel.evidence.json does not hold: /unsafe: missing in the file, \"add_unsafe_guard (n > 0)\" was established"
sed '/"unsafe": \[/,/\]/{/add_unsafe/d}' unsafe/kernel.evidence.json >hidden/kernel.evidence.json
run verify hidden/kernel.evidence.json
expect 1 "/unsafe: missing in the file" "/trace/steps/0/unsafe"

# The files that it is about: the C, the header, the program, the library.
cp -r out edited
sed -i 's/add4(/add4 (/' edited/kernel.c
run verify edited/kernel.evidence.json
expect 1 "error[evidence]: edited/kernel.evidence.json does not hold: kernel.c is not what the steps give, from line " "compile the kernel again"
cp out/kernel.c edited/
printf '/* mine */\n' >>edited/kernel.h
run verify edited/kernel.evidence.json
expect 1 "kernel.h is not what the steps give, from line "
rm edited/kernel.h
run verify edited/kernel.evidence.json
expect 2 "error[file]: cannot read edited/kernel.h"
cp p.tess kept.tess
sed -i 's/+= B\[i, j\]/+= B[i, j] + 0.0/' p.tess
run verify $E
expect 1 "error[evidence]: $E does not hold: /sources/program/sha256: " "the evidence is for other sources"
printf '# a comment\n' | cat kept.tess - >p.tess
run verify $E
expect 1 "/sources/program/sha256: "
cp kept.tess p.tess
sed -i 's/add4(&{dst/add_4(\&{dst/' lib/lib.tess
run verify $E
expect 1 "/sources/libraries/0/files/0/sha256: "
sed -i 's/add_4(&{dst/add4(\&{dst/' lib/lib.tess
printf 'memory M:\n    storage stack\n' >lib/more.tess
run verify $E
expect 1 "/sources/libraries/0/files: missing in the file"
rm lib/more.tess
run verify $E
expect 0 "every claim of the file holds"
rm p.tess
run verify $E
expect 2 "error[file]: cannot read " "the evidence names it relative to its own folder; put the file there, or beside the evidence"
cp kept.tess p.tess

# Another Z3 or another tessera made it: said, and no error, for all of it was established.
changed 's/"z3": "[0-9.]*"/"z3": "4.99.0"/'
expect 0 'the file was made by {"tessera":"' '"z3":"4.99.0"}' "every claim of the file holds"

# Files that are no evidence.
changed 's/"evidence": 1/"evidence": 2/'
expect 2 "error[evidence]: tampered/kernel.evidence.json is evidence of version 2; this is version 1"
changed '$d'
expect 2 "error[evidence]: tampered/kernel.evidence.json is not evidence: "
changed '/"stem"/d'
expect 2 "error[evidence]: tampered/kernel.evidence.json is not evidence: " "stem"
changed 's/"prefix": ""/"prefix": 7/'
expect 2 "error[evidence]: tampered/kernel.evidence.json is not evidence: "
changed 's/"made_by"/"made_in"/'
expect 2 "error[evidence]: tampered/kernel.evidence.json is not evidence: " "made_by"
printf '{}\n' >none.evidence.json
run verify none.evidence.json
expect 2 "error[evidence]: none.evidence.json is not evidence: "
run verify nowhere.evidence.json
expect 2 "error[file]: cannot read nowhere.evidence.json"
run verify p.tess
expect 2 "error[usage]: --sched is required"
run verify $E --sched s.sched
expect 2 "error[usage]: evidence names its program, libraries and steps itself"
run verify $E --sizes n=1
expect 2 "error[usage]: evidence names its program, libraries and steps itself; give --work and --seed alone"
# The limit of work is the reader's: claims hold whatever it is.
run verify $E --work 1
expect 0 "no sizes were run" "every claim of the file holds"
run verify $E --work 100000000
expect 0 "every output agrees" "every claim of the file holds"
run verify $E --smt2 obligations
expect 2 "error[usage]: evidence names its program, libraries and steps itself"
no_files obligations

# How an instruction may round is of the record: a reader need not know its library.
cp -r lib rounds && sed -i 's/order="any"/rounding="any", denormals="flushed"/' rounds/lib.tess
run compile p.tess --hwlib ./rounds --sched s.sched -o rounded
expect 0
cp rounded/kernel.evidence.json "$work/stdout"
expect_json '.instructions == [{"name": "add4", "file": "lib.tess", "conformance": "not run", "rounding": "any", "denormals": "flushed"}]'
run verify rounded/kernel.evidence.json
expect 0 "every claim of the file holds"
sed -i 's/"flushed"/"kept"/' rounded/kernel.evidence.json
run verify rounded/kernel.evidence.json
expect 1 '/instructions/0/denormals: "kept" in the file, "flushed" was established' "or a library's conformance.json was changed"
