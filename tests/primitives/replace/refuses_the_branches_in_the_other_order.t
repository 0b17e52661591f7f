def clip(n: size, m: index, A: [f32][n], B: [f32][n]):
    for i in seq(0, n):
        if i < m:
            A[i] = B[i]
        else:
            A[i] = 0.0
def p(k: size, A: f32[16], B: f32[16]):
    for i in seq(0, 16):
        if i < k:
            A[i] = 0.0
        else:
            A[i] = B[i]
---- schedule
p = replace(p, 'for i in _: _', clip)
---- expect error replace.R1
clip has `B[i]` where the program has `0.0`
