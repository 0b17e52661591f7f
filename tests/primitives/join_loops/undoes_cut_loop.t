def p(n: size, A: f32[n + 4], B: f32[n + 4]):
    for i in seq(0, n + 4):
        t: f32
        t = A[i]
        B[i] += t
---- schedule
p = cut_loop(p, 'i', 4)
c = p.find('B[_] += _ #1')
p = join_loops(p, 'i', 'i #1')
p = parallelize_loop(p, p.forward(c).parent())
---- expect
def p(n: size, A: f32[n + 4] @ DRAM, B: f32[n + 4] @ DRAM):
    for i in par(0, n + 4):
        t: f32 @ DRAM
        t = A[i]
        B[i] += t
