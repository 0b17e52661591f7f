def f(x: f32, y: f32):
    y = x
    x = 1.0
def p(A: f32[4], B: f32[4]):
    B[0] = A[0]
    f(A[0], B[1])
    B[2] = A[0]
---- schedule
p = bind_expr(p, 'A[_]', 'a', cse=True)
---- expect
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    a: f32 @ DRAM
    a = A[0]
    B[0] = a
    f(A[0], B[1])
    B[2] = A[0]
