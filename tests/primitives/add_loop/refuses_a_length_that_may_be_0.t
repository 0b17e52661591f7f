def p(n: size, A: f32[4]):
    A[0] = 1.0
---- schedule
p = add_loop(p, 'A[_] = _', 'k', 'n / 2', guard=True)
---- expect error add_loop.S1
counterexample: n = 1
replayed: A[0]
