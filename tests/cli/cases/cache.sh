# SPDX-License-Identifier: Apache-2.0
# --cache: Z3's answers for later runs. Whatever is wrong with the file, the answer is right and the exit code the same.

# The bounds rest on squares modulo 8, which affine reasoning does not know: y is odd. That there are such sizes is a
# question to Z3 as well.
cat >any.tess <<T
def p(x: size, y: size, A: f32[1]):
    assert 20 <= x
    assert x <= 40
    assert y <= 40
    assert x * x == 2 * y * y + 7
    A[y] = 0.0
T
sed 's/A\[y\]/A[y % 2 - 1]/' any.tess >odd.tess

decided() { expect_json ".solver.decided_by[\"$1\"].count == $2"; }

run show odd.tess --cache folder/answers --stats --json
expect 0
decided z3 2
decided "disk memo" 0
run show odd.tess --cache folder/answers --stats --json
expect 0
expect_no warning
decided z3 0
decided "disk memo" 2
run show any.tess --cache folder/answers --stats
expect 1 "error[bounds]" "x = 27, y = 19"
run show any.tess --cache folder/answers --stats
expect 1 "error[bounds]" "x = 27, y = 19" "disk memo         2"

# Without, by option or by variable; the option counts more.
run show odd.tess --cache none --stats --json
expect 0
decided z3 2
TESSERA_CACHE=$PWD/folder/answers run show odd.tess --stats --json
expect 0
decided "disk memo" 2
TESSERA_CACHE=$PWD/folder/answers run show odd.tess --cache none --stats --json
decided z3 2

# The default place; and nothing there before Z3 is needed.
printf 'def p(n: size, A: f32[n]):\n    for i in seq(0, n):\n        A[i] = 0.0\n' >plain.tess
TESSERA_CACHE='' XDG_CACHE_HOME=$PWD/xdg run show plain.tess
expect 0
no_files xdg
TESSERA_CACHE='' XDG_CACHE_HOME=$PWD/xdg run show odd.tess
expect 0
[ -e xdg/tessera/answers-1.sqlite ] || complain "no cache in the default place"
TESSERA_CACHE='' XDG_CACHE_HOME=relative HOME=$PWD/home run show odd.tess
expect 0
[ -e home/.cache/tessera/answers-1.sqlite ] || complain "no cache in the home"

# `verify` and `replay` prove everything again.
printf "p = rename(p, 'q')\n" >q.sched
TESSERA_CACHE=$PWD/folder/answers run verify odd.tess --sched q.sched --stats --json
expect 0
decided "disk memo" 0
run verify odd.tess --sched q.sched --cache folder/answers
expect 2 "error[usage]" "--cache"
run compile odd.tess --sched q.sched --cache folder/answers -o out --json
expect 0
TESSERA_CACHE=$PWD/folder/answers run replay out/q.sched --stats --json
expect 0
decided "disk memo" 0

# Damage: told, and not believed.
cp folder/answers good
damaged() {
  run show any.tess --cache "$1" --stats
  expect 1 "error[bounds]" "x = 27, y = 19" "warning: the cache $1" "$2"
}
head -c 4096 good >truncated
damaged truncated "malformed"
printf 'no database at all, but long enough to be one ........................................................................................' >text
damaged text "not a database"
cp good version
sqlite3 version 'PRAGMA user_version = 1000'
damaged version "not a cache of this version"
cp good flipped
sqlite3 flipped "UPDATE answers SET verdict = 'proved', model = ''"
damaged flipped "checksum"
damaged /proc/answers "going on without it"
damaged folder "going on without it"

# Two at once.
"$tessera" show odd.tess --cache both >first.txt 2>&1 &
first=$!
run show any.tess --cache both
expect 1
expect_no warning
wait "$first" || complain "the other process failed"
! grep -q warning first.txt || complain "the other process warns"
run show odd.tess --cache both --stats
expect 0 "disk memo         2"
