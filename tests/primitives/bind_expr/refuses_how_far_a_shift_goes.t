def p(A: i8[8], B: i8[8]):
    for i in seq(0, 8):
        B[i] = shift_right(A[i], 2)
---- schedule
p = bind_expr(p, '2.0', 'two')
---- expect error bind_expr.R1
the expression says how far a shift goes, or is a mask, and stays a literal
