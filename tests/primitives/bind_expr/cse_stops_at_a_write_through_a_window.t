def p(n: size, A: f32[n], B: f32[n], C: f32[n]):
    assert n >= 2
    B[0] = A[0] + 1.0
    w = A[0:2]
    C[0] = A[0] + 1.0
    w[0] = 2.0
    C[1] = A[0] + 1.0
---- schedule
p = bind_expr(p, 'A[0] + 1.0', 'x', cse=True)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM, C: f32[n] @ DRAM):
    assert n >= 2
    x: f32 @ DRAM
    x = A[0] + 1.0
    B[0] = x
    w = A[0:2]
    C[0] = x
    w[0] = 2.0
    C[1] = A[0] + 1.0
