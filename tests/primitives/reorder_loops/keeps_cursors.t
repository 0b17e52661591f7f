def p(n: size, A: f32[n, 4]):
    for i in seq(0, n):
        for j in seq(0, 4):
            for k in seq(0, 2):
                A[i, j] += 1.0
---- schedule
j = p.find('for j in _: _')
k = p.find('for k in _: _')
p = reorder_loops(p, 'i j')
p = unroll_loop(p, k)
p = divide_loop(p, j, 2, ['jo', 'ji'], tail='perfect')
---- expect
def p(n: size, A: f32[n, 4] @ DRAM):
    for jo in seq(0, 2):
        for ji in seq(0, 2):
            for i in seq(0, n):
                A[i, ji + 2 * jo] += 1.0
                A[i, ji + 2 * jo] += 1.0
