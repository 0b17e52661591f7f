def p(A: i8[1], B: i8[1]):
    B[0] = i8(shift_right(A[0] + A[0], 1))
---- schedule
p = bind_expr(p, 'A[0] + A[0]', 'v')
---- expect
def p(A: i8[1] @ DRAM, B: i8[1] @ DRAM):
    v: i32 @ DRAM
    v = A[0] + A[0]
    B[0] = i8(shift_right(v, 1.0))
