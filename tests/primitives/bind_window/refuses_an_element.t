def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = bind_window(p, 'A[_] = _', 'A[i]', 'w')
---- expect error bind_window.R1
