def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size, A: f32[16 * n]):
    assert aligned(A, 64)
    for i in seq(0, n):
        f(A[16 * i:16 * i + 16])
---- schedule
p, q = extract_subproc(p, 'f(_)', 'q')
p = inline(p, 'q(_)')
---- expect
def p(n: size, A: f32[16 * n] @ DRAM):
    assert aligned(A, 64)
    for i in seq(0, n):
        f(A[16 * i:16 * i + 16])
