def p(A: f32[4]):
    t: f32
    t = 1.0
    A[0] = t
---- schedule
p = add_loop(p, p.find('t : _').expand(0, 1), 'k', 2)
---- expect error add_loop.R3
t is used after the block
