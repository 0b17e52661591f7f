def p(A: f32[8], B: f32[16]):
    for i in par(0, 8):
        A[i % 8] = B[i]
    for i in par(8, 16):
        A[i % 8] = B[i]
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect error join_loops.S3
which shows no race
