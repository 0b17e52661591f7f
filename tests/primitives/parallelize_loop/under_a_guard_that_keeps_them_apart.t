def p(n: size, A: f32[2 * n]):
    for i in seq(0, n):
        if i % 2 == 0:
            A[i + 1] = A[i]
---- schedule
p = parallelize_loop(p, 'i')
---- expect
def p(n: size, A: f32[2 * n] @ DRAM):
    for i in par(0, n):
        if i % 2 == 0:
            A[i + 1] = A[i]
