def zero4(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = 0.0
def p(n: size, A: f32[4 * n] @ DRAM):
    for io in seq(0, n):
        for ii in seq(0, 4):
            A[4 * io + ii] = 0.0
---- schedule
zero = make_instr(zero4, """memset(&{dst_data}, '\\0', 4 * sizeof "123");""", headers=['string.h'])
p = replace(p, 'for ii in _: _', zero)
---- expect
def p(n: size, A: f32[4 * n] @ DRAM):
    for io in seq(0, n):
        zero4(A[4 * io:4 * io + 4])
