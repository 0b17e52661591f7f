def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', p)
---- expect error replace.R3
called p
