def f(A: f32[8]):
    A[0] = 1.0
def p(A: f32[8]):
    A[0] = 3.0
---- schedule
p = rename(f, 'p')
---- expect error schedule
:schedule:1:1: error[schedule]: the final `p` derives from f, not from p, the procedure being scheduled
`--proc f` schedules f
