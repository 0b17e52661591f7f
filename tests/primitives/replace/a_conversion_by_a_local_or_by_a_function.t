def quads(a: [ui8][64] @ DRAM, b: [i8][64] @ DRAM, acc: [i32][16] @ DRAM):
    assert stride(a, 0) == 1
    assert stride(b, 0) == 1
    assert stride(acc, 0) == 1
    for i in seq(0, 16):
        for j in seq(0, 4):
            x: i32
            y: i32
            x = a[4 * i + j]
            y = b[4 * i + j]
            acc[i] += x * y
def p(A: ui8[64], B: i8[64], C: i32[16]):
    for i in seq(0, 16):
        for j in seq(0, 4):
            C[i] += i32(A[4 * i + j]) * i32(B[4 * i + j])
---- schedule
p = replace(p, 'for i in _: _', quads)
---- expect
def p(A: ui8[64] @ DRAM, B: i8[64] @ DRAM, C: i32[16] @ DRAM):
    quads(A[0:64], B[0:64], C[0:16])
