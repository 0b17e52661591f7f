def p(n: size, A: f32[n]):
    for i in seq(0, n % 4):
        A[i] = 2.0
---- schedule
p = eliminate_dead_code(p, 'for i in _: _')
---- expect error eliminate_dead_code.S2
counterexample
