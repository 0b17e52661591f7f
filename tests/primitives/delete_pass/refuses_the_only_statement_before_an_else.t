def p(n: size, A: f32[n]):
    if n > 3:
        pass
    else:
        A[0] = 1.0
---- schedule
p = delete_pass(p, 'pass')
---- expect error delete_pass.R2
