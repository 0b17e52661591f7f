def blur(x: [f32][3], y: [f32][1]):
    for k in seq(0, 1):
        y[k] = x[0] + x[1] + x[2]
def p(n: size, A: f32[n + 2], B: f32[n]):
    assert n >= 5
    for i in seq(0, n):
        t: f32[1]
        blur(A[i:i+3], t[0:1])
        if i > 2:
            B[i] = t[0]
---- schedule
p = divide_with_recompute(p, 'i', 2, 2, ['io', 'ii'])
---- expect
def p(n: size, A: f32[n + 2] @ DRAM, B: f32[n] @ DRAM):
    assert n >= 5
    for io in seq(0, 2):
        for ii in seq(0, n - 2):
            t: f32[1] @ DRAM
            blur(A[ii + 2 * io:ii + 2 * io + 3], t[0:1])
            if ii + 2 * io > 2:
                B[ii + 2 * io] = t[0]
