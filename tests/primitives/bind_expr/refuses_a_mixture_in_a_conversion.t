def p(A: i8[1], B: i8[1]):
    B[0] = i8(max(A[0] + A[0], B[0]))
---- schedule
p = bind_expr(p, 'A[0] + A[0]', 'v')
---- expect error bind_expr.R4
one operation would mix i32 and i8
