def p(n: size, A: f32[n] @ DRAM):
    A[0] = 1.0
---- schedule
p = inline_window(p, 'A[_] = _')
---- expect error inline_window.R1
not a window statement
