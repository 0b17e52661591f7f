def p(n: size, A: f32[n]):
    for i in seq(0, n):
        pass
---- schedule
p = delete_pass(p, 'pass')
---- expect error delete_pass.R2
