def p(A: i8[2]):
    t: i8
    t = A[0]
    A[1] = max(-t, 0.0)
---- schedule
p = set_precision(p, 't', 'i32')
---- expect
def p(A: i8[2] @ DRAM):
    t: i32 @ DRAM
    t = A[0]
    A[1] = max(-t, 0.0)
