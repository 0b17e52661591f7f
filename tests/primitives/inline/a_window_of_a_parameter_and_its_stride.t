def inner(n: size, x: [f32][n] @ DRAM):
    for i in seq(0, n):
        x[i] = 1.0
def outer(n: size, x: [f32][n, 8] @ DRAM):
    w = x[0:n, 3]
    if stride(x, 0) == 8:
        inner(n, w)
def p(A: f32[5, 4, 8] @ DRAM):
    outer(4, A[2, 0:4, 0:8])
---- schedule
p = inline(p, 'outer(_)')
---- expect
def p(A: f32[5, 4, 8] @ DRAM):
    w = A[2, 0:4, 3]
    if stride(A, 1) == 8:
        inner(4, w)
