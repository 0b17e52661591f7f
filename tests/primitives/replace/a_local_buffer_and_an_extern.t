def act(n: size, A: [f32][n], B: [f32][n]):
    t: f32[n]
    for i in seq(0, n):
        t[i] = relu(B[i])
    for i in seq(0, n):
        A[i] = t[i] + max(t[i], 1.0)
def p(A: f32[8], B: f32[16]):
    u: f32[8]
    for i in seq(0, 8):
        u[i] = relu(B[i + 8])
    for i in seq(0, 8):
        A[i] = max(u[i], 1.0) + u[i]
---- schedule
p = replace(p, p.find('u : _').expand(0, 2), act)
---- expect
def p(A: f32[8] @ DRAM, B: f32[16] @ DRAM):
    act(8, A[0:8], B[8:16])
