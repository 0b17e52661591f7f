def p(n: size, A: f32[n] @ DRAM):
    if n > 3:
        A[3] = 0.0
---- schedule
p = bind_window(p, 'if _: _', 'A[0:4]', 'w')
---- expect error bind_window.S1
