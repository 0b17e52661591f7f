def narrow(a: [i32][16] @ DRAM, y: [i8][16] @ DRAM):
    assert stride(a, 0) == 1
    assert stride(y, 0) == 1
    for i in seq(0, 16):
        y[i] = sat_i8(a[i])
def p(A: i32[16], C: i8[16]):
    for i in seq(0, 16):
        C[i] = A[i]
---- schedule
p = replace(p, 'for i in _: _', narrow)
---- expect error replace.R1
another operation or value
