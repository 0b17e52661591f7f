def f(A: [f32][8]):
    for i in seq(0, 8):
        A[i] = 1.0
def p(A: f32[8]):
    f(A[0:8])
---- schedule
g = rename(f, 'g')
p = call_eqv(p, 'f(_)', g)
g = divide_loop(g, 'i', 4, ['io', 'ii'], perfect=True)
---- expect error schedule
:schedule:3:1: error[schedule]: this step is lost: divide_loop
