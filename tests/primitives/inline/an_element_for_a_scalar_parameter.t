def add(x: f32 @ DRAM, y: f32 @ DRAM):
    x += y
def p(n: size, A: f32[n, 2] @ DRAM):
    for i in seq(0, n):
        add(A[i, 0], A[i, 1])
---- schedule
p = inline(p, 'add(_)')
---- expect
def p(n: size, A: f32[n, 2] @ DRAM):
    for i in seq(0, n):
        A[i, 0] += A[i, 1]
