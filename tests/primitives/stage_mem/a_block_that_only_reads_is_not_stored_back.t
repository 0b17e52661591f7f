def p(n: size, A: f32[n, n] @ DRAM, y: f32[n] @ DRAM):
    for k in seq(0, n):
        for i in seq(0, n):
            y[i] += A[i, k]
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[0:n, k]', 'col')
---- expect
def p(n: size, A: f32[n, n] @ DRAM, y: f32[n] @ DRAM):
    for k in seq(0, n):
        col: f32[n] @ DRAM
        for i0 in seq(0, n):
            col[i0] = A[i0, k]
        for i in seq(0, n):
            y[i] += col[i]
