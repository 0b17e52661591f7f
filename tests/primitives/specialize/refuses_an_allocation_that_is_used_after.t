def p(n: size, A: f32[n]):
    t: f32
    t = 1.0
    A[0] = t
---- schedule
p = specialize(p, p.find('t : _').expand(0, 1), 'n > 4')
---- expect error specialize.R2
t is used after the block
