def p(A: f32[10], B: f32[14]):
    for i in seq(0, 10):
        for j in seq(0, 5):
            B[i + j] = A[i]
---- schedule
c = p.find('B[_] = _')
p = divide_with_recompute(p, 'i', 3, 3, ['io', 'ii'])
p = unroll_loop(p, p.forward(c).parent())
---- expect
def p(A: f32[10] @ DRAM, B: f32[14] @ DRAM):
    for io in seq(0, 3):
        for ii in seq(0, 4):
            B[ii + 3 * io] = A[ii + 3 * io]
            B[ii + 3 * io + 1] = A[ii + 3 * io]
            B[ii + 3 * io + 2] = A[ii + 3 * io]
            B[ii + 3 * io + 3] = A[ii + 3 * io]
            B[ii + 3 * io + 4] = A[ii + 3 * io]
