def p(n: size, m: size, A: f32[n, m] @ DRAM, B: f32[n, m] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, m):
            for r in seq(0, 3):
                for s in seq(0, 3):
                    if i + r >= 1 and i + r < n + 1 and j + s < m:
                        B[i, j] += A[i + r - 1, j + s]
---- schedule
p = stage_mem(p, 'for r in _: _', 'A[i - 1:i + 2, j:j + 3]', 'patch')
---- expect
def p(n: size, m: size, A: f32[n, m] @ DRAM, B: f32[n, m] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, m):
            patch: f32[3, 3] @ DRAM
            for i0 in seq(0, 3):
                if i0 + (i - 1) >= 0 and i0 + (i - 1) < n:
                    for i1 in seq(0, 3):
                        if i1 + j < m:
                            patch[i0, i1] = A[i0 + (i - 1), i1 + j]
            for r in seq(0, 3):
                for s in seq(0, 3):
                    if i + r >= 1 and i + r < n + 1 and j + s < m:
                        B[i, j] += patch[r, s]
