def clear(n: size, go: bool, A: [f32][n]):
    if go:
        for i in seq(0, n):
            A[i] = 0.0
def p(n: size, k: size, A: f32[n, 16]):
    for b in seq(0, n):
        if b < k:
            for i in seq(0, 16):
                A[b, i] = 0.0
---- schedule
p = replace(p, 'if _: _', clear)
---- expect
def p(n: size, k: size, A: f32[n, 16] @ DRAM):
    for b in seq(0, n):
        clear(16, b < k, A[b, 0:16])
