def p(n: size, A: f32[n, 8] @ DRAM):
    w = A[0:n, 2:6]
    for k in seq(0, n):
        v = w[k, 1:4]
        v[2] = v[0]
---- schedule
c = p.find('v[_] = _')
p = inline_window(p, 'v = _')
p = inline_window(p, 'w = _')
p = stage_mem(p, c, 'A[k, 0:8]', 'row')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    for k in seq(0, n):
        row: f32[8] @ DRAM
        for i0 in seq(0, 8):
            row[i0] = A[k, i0]
        row[5] = row[3]
        for i0 in seq(0, 8):
            A[k, i0] = row[i0]
