def p(n: size, A: f32[n, 8] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        for jo in seq(0, 2):
            for ji in seq(0, 4):
                A[i, 4 * jo + 3 - ji] = x[i]
---- schedule
p = stage_mem(p, 'for jo in _: _', 'A[i, 0:8]', 'row')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        row: f32[8] @ DRAM
        for jo in seq(0, 2):
            for ji in seq(0, 4):
                row[4 * jo - ji + 3] = x[i]
        for i0 in seq(0, 8):
            A[i, i0] = row[i0]
