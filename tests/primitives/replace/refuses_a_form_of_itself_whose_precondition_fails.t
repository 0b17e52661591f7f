def p(n: size, A: f32[n] @ DRAM):
    assert n >= 8
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
q = rename(set_window(p, 'A'), 'q')
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut')
p = replace(p, 'for ii in _: _', q)
---- expect error replace.S2
n >= 8
q
