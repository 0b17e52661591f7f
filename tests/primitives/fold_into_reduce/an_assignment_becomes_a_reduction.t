def p(n: size, A: f32[n], x: f32):
    for i in seq(0, n):
        x = x + A[i]
---- schedule
p = fold_into_reduce(p, 'x = _')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32 @ DRAM):
    for i in seq(0, n):
        x += A[i]
