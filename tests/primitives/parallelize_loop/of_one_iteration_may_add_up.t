def p(n: size, A: f32[4]):
    for i in seq(n, n + 1):
        A[0] += 1.0
---- schedule
p = parallelize_loop(p, 'i')
---- expect
def p(n: size, A: f32[4] @ DRAM):
    for i in par(n, n + 1):
        A[0] += 1.0
