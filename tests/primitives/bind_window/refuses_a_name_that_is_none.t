def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = bind_window(p, 'for i in _: _', 'A[0:n]', 'a row')
---- expect error bind_window.R2
