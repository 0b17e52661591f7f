def p(n: size, A: f32[n + 1], B: f32[n + 1]):
    B[0] = relu(A[0])
    B[1 - 1] += relu(A[0])
    for i in seq(0, n):
        A[i] = relu(A[0])
---- schedule
p = bind_expr(p, 'relu(_)', 'a', cse=True)
---- expect
def p(n: size, A: f32[n + 1] @ DRAM, B: f32[n + 1] @ DRAM):
    a: f32 @ DRAM
    a = relu(A[0])
    B[0] = a
    B[1 - 1] += a
    for i in seq(0, n):
        A[i] = relu(A[0])
