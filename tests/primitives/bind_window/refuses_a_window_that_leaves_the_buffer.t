def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = bind_window(p, 'for i in _: _', 'A[0:n + 1]', 'w')
---- expect error bind_window.S1
