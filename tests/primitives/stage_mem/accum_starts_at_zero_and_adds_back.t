def p(n: size, m: size, C: f32[n] @ DRAM, x: f32[m] @ DRAM):
    for i in seq(0, n):
        for k in seq(0, m):
            C[i] += x[k]
---- schedule
p = stage_mem(p, 'for k in _: _', 'C[i]', 'sum', accum=True)
---- expect
def p(n: size, m: size, C: f32[n] @ DRAM, x: f32[m] @ DRAM):
    for i in seq(0, n):
        sum: f32 @ DRAM
        sum = 0.0
        for k in seq(0, m):
            sum += x[k]
        C[i] += sum
