def p(n: size, m: size, A: f32[n + m], B: f32[n + m]):
    assert m <= n
    for i in seq(0, n - m):
        x: f32
        x = A[i + m]
        B[i] += x
---- schedule
c = p.find('B[_] += _')
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut_and_guard')
p = unroll_loop(p, p.forward(c).parent())
---- expect
def p(n: size, m: size, A: f32[n + m] @ DRAM, B: f32[n + m] @ DRAM):
    assert m <= n
    for io in seq(0, (n - m) / 4):
        x: f32 @ DRAM
        x = A[4 * io + m]
        B[4 * io] += x
        x_1: f32 @ DRAM
        x_1 = A[1 + 4 * io + m]
        B[1 + 4 * io] += x_1
        x_2: f32 @ DRAM
        x_2 = A[2 + 4 * io + m]
        B[2 + 4 * io] += x_2
        x_3: f32 @ DRAM
        x_3 = A[3 + 4 * io + m]
        B[3 + 4 * io] += x_3
    if (n - m) % 4 > 0:
        for ii in seq(0, (n - m) % 4):
            x: f32 @ DRAM
            x = A[ii + (n - m) / 4 * 4 + m]
            B[ii + (n - m) / 4 * 4] += x
