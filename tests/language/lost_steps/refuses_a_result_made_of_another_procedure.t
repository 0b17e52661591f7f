def f(A: f32[8]):
    A[0] = 1.0
def p(A: f32[8]):
    A[0] = 3.0
---- schedule
p = rename(f, 'p')
---- expect error schedule
:schedule:1:1: error[schedule]: p is made of f at the end, and started as p
`--proc f` schedules f
