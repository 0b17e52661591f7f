def f(n: size, A: [f32][n] @ DRAM, B: [f32][n] @ DRAM):
    for i in seq(0, n):
        A[i] = B[i]
---- schedule
f = rename(p, 'g')
p = replace(p, 'for i in _: _', f)
p = inline(p, 'g(_)')
---- expect
def f(n: size, A: [f32][n] @ DRAM, B: [f32][n] @ DRAM):
    for i in seq(0, n):
        A[i] = B[i]
