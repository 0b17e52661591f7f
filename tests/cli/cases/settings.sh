# SPDX-License-Identifier: Apache-2.0
# --set: values for the schedule; a name that it never asks for is most likely misspelled.

cat >p.tess <<'T'
def p(n: size, A: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = 0.0
T
cat >s.sched <<'T'
width = setting('width', 4)
name = setting('name')
p = divide_loop(p, 'j', width, ['jo', 'ji'], perfect=True)
p = rename(p, name)
T
run show p.tess --sched s.sched --set name=q
expect 0 "def q(" "for ji in seq(0, 4):"
run show p.tess --sched s.sched --set name=q --set width=2
expect 0 "for ji in seq(0, 2):"
run show p.tess --sched s.sched --set name=q width=2
expect 0 "for ji in seq(0, 2):"
run show p.tess --sched s.sched
expect 2 "s.sched:2:8: error[schedule]: the setting 'name' is not given" "hint: --set name="
run compile p.tess --sched s.sched --set name=q --set widht=2 -o out
expect 2 "error[schedule]: --set widht: the schedule never uses it" "hint: did you mean \`width\`?"
no_files out
run show p.tess --sched s.sched --set name=q --set width=wide
expect 2 "s.sched:1:9: error[schedule]: the setting 'width' is the string 'wide', but its default is the integer 4"
run show p.tess --set width=2
expect 2 "error[usage]: --set width: there is no schedule that could use it"
run show p.tess --sched s.sched --set name=q width=2 --set width=4
expect 2 "error[usage]: --set width: it is given twice" "hint: give each name once"
