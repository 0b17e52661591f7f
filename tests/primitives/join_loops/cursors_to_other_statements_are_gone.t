def p(n: size, C: f32[n]):
    assert n >= 4
    for i in seq(0, 4):
        C[i] = 0.0
    for i in seq(4, n):
        w = C[0:n]
        C[i] = 0.0
---- schedule
w = p.find('w = _')
p = join_loops(p, 'for i in _: _', 'for i in _: _ #1')
p = insert_pass(p, w.before())
---- expect error cursor
