def p(A: f32[4]):
    w = A[1:3]
    A[3] = 0.0
    w[0] = 1.0
---- schedule
p = add_loop(p, p.find('w = _'), 'k', 2)
---- expect error add_loop.R3
w is used after the block
