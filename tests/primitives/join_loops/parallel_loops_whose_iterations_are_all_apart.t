def p(n: size, A: f32[2 * n], B: f32[2 * n]):
    for i in par(0, n):
        A[i] = B[i]
    for i in par(n, 2 * n):
        A[i] = B[i]
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect
def p(n: size, A: f32[2 * n] @ DRAM, B: f32[2 * n] @ DRAM):
    for i in par(0, 2 * n):
        A[i] = B[i]
