def p(n: size, m: size, A: f32[n + m]):
    for i in seq(0, n - m):
        A[i] = 1.0
---- schedule
p = divide_loop(p, 'i', 4, ['io', 'ii'])
---- expect
def p(n: size, m: size, A: f32[n + m] @ DRAM):
    for io in seq(0, (n - m + 3) / 4):
        for ii in seq(0, 4):
            if ii + 4 * io < n - m:
                A[ii + 4 * io] = 1.0
