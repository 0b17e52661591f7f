def fill(m: size, n: size, dst: [f32][n]):
    for i in seq(0, n):
        dst[i] = 1.0
def p(A: f32[8]):
    for i in seq(0, 8):
        A[i] = 1.0
---- schedule
one = rename(partial_eval(fill, [1]), 'one')
a = rename(one, 'a')
b = divide_loop(rename(one, 'b'), 'i', 4, ['io', 'ii'], tail='cut')
p = replace(p, 'for i in _: _', a)
p = call_eqv(p, 'a(_)', b)
p = call_eqv(p, 'b(_)', one)
---- expect
def p(A: f32[8] @ DRAM):
    one(8, A[0:8])
