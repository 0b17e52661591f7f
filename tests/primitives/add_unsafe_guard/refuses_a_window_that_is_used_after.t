def p(n: size, A: f32[n]):
    w = A[0:n]
    w[0] = 1.0
---- schedule
p = add_unsafe_guard(p, 'w = _', 'n > 1')
---- expect error add_unsafe_guard.R2
w is used after the block
