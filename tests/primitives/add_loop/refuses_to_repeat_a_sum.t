def p(n: size, A: f32[4]):
    A[0] += 1.0
---- schedule
p = add_loop(p, 'A[_] += _', 'k', 'n')
---- expect error add_loop.S2
guard=True
replayed: A[0]
