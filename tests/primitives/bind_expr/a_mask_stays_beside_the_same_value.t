def p(A: i8[8], B: i8[8]):
    for i in seq(0, 8):
        B[i] = bit_and(A[i], 2) + 2.0
---- schedule
p = bind_expr(p, '2.0', 'two')
---- expect
def p(A: i8[8] @ DRAM, B: i8[8] @ DRAM):
    for i in seq(0, 8):
        two: i8 @ DRAM
        two = 2.0
        B[i] = bit_and(A[i], 2.0) + two
