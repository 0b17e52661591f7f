def p(n: size, A: f32[n + 2, 4], B: f32[4]):
    for i in seq(0, n):
        A[i, 1] = B[1] * B[2] + B[0 + 3]
    B[0] = 1.0
---- schedule
s = p.find('A[_] = _')
first = p.find('B[1] * B[2]')
index = p.find('0 + 3')
p = split_write(p, s)
p = commute_expr(p, first)
p = rewrite_expr(p, index, '3')
p = insert_pass(p, s.before())
---- expect
def p(n: size, A: f32[n + 2, 4] @ DRAM, B: f32[4] @ DRAM):
    for i in seq(0, n):
        pass
        A[i, 1] = B[2] * B[1]
        A[i, 1] += B[3]
    B[0] = 1.0
