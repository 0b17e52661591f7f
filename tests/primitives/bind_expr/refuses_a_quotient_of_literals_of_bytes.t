def p(n: size, C: i8[n]):
    C[0] = 0.0 / 0.0
---- schedule
p = bind_expr(p, '_ / _', 't')
---- expect error bind_expr.R4
its literals would be i32 in place of i8
