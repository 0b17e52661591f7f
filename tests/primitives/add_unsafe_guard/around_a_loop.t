def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = add_unsafe_guard(p, 'i', 'n > 0')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    if n > 0:
        for i in seq(0, n):
            A[i] = 1.0
