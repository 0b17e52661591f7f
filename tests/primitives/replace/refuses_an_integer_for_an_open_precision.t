def copy(dst: [R][8], src: [R][8]):
    for i in seq(0, 8):
        dst[i] = src[i]
def p(A: i32[8], B: i32[8]):
    for i in seq(0, 8):
        B[i] = A[i]
---- schedule
p = replace(p, 'for i in _: _', copy)
---- expect error replace.R1
the precision is i32, R is wanted
