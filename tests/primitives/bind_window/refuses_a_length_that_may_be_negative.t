def p(n: size, m: size, A: f32[n + m] @ DRAM):
    for i in seq(m, n):
        A[i] = 0.0
---- schedule
p = bind_window(p, 'for i in _: _', 'A[m:n]', 'w')
---- expect error bind_window.S1
