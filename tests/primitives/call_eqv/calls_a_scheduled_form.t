def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def other(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 2.0
def p(A: f32[8] @ DRAM):
    fill(8, A[0:8])
---- schedule
fill4 = divide_loop(fill, 'i', 4, ['io', 'ii'], tail='guard')
p = call_eqv(p, 'fill(_)', fill4)
p = call_eqv(p, 'fill(_)', rename(fill, 'fill'))
---- expect
def p(A: f32[8] @ DRAM):
    fill(8, A[0:8])
