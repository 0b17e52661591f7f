def p(n: size, x: f32):
    x = 1.0
---- schedule
p = add_loop(p, 'x = _', 'k', '4611686018427387904 * n')
---- expect error add_loop.R2
this integer is too large for an index: at most 2147483647
