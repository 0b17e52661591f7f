def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0 + 2.0
    B[0] = 2.0
    B[0] += 3.0
---- schedule
sum = p.find('1.0 + 2.0')
b = p.find('B[_] = _')
last = p.find('B[_] += _')
p = reorder_stmts(p, 'for i in _: _ ; B[_] = _')
p = commute_expr(p, sum)
p = insert_pass(p, b.before())
p = insert_pass(p, last.before())
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    pass
    B[0] = 2.0
    for i in seq(0, n):
        A[i] = 2.0 + 1.0
    pass
    B[0] += 3.0
