def store(dst: [f32][4], src: [f32][4]):
    for i in seq(0, 4):
        dst[i] = src[i]
def p(C: f32[12, 8], R: f32[12, 2, 4]):
    for jtt in seq(0, 4):
        for jt in seq(0, 3):
            for it in seq(0, 2):
                store(C[jtt + 4 * jt, 4 * it:4 * it + 4], R[jtt + 4 * jt, it, 0:4])
---- schedule
p = unroll_loop(p, 'it')
p = unroll_loop(p, 'jt')
---- expect
def p(C: f32[12, 8] @ DRAM, R: f32[12, 2, 4] @ DRAM):
    for jtt in seq(0, 4):
        store(C[jtt, 0:4], R[jtt, 0, 0:4])
        store(C[jtt, 4:8], R[jtt, 1, 0:4])
        store(C[jtt + 4, 0:4], R[jtt + 4, 0, 0:4])
        store(C[jtt + 4, 4:8], R[jtt + 4, 1, 0:4])
        store(C[jtt + 8, 0:4], R[jtt + 8, 0, 0:4])
        store(C[jtt + 8, 4:8], R[jtt + 8, 1, 0:4])
