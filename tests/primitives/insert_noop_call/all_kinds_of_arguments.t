def note(n: size, k: index, b: bool, s: f32, e: f32, t: f32[n], w: [f32][n, 4]):
    assert k < n
    assert stride(w, 1) == 1
    pass
def p(n: size, x: f32, A: f32[n], B: f32[n, n + 4]):
    for i in seq(0, n):
        A[i] = x
---- schedule
p = insert_noop_call(p, p.find('A[_] = _').before(), note, ['n', 'i', 'i < 3', 'x', 'A[i]', 'A', 'B[0:n, i:i + 4]'])
---- expect
def p(n: size, x: f32 @ DRAM, A: f32[n] @ DRAM, B: f32[n, n + 4] @ DRAM):
    for i in seq(0, n):
        note(n, i, i < 3, x, A[i], A, B[0:n, i:i + 4])
        A[i] = x
