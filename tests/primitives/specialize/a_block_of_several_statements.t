def p(n: size, b: bool, A: f32[n]):
    for i in seq(0, n):
        t: f32
        t = A[i]
        A[i] = t + 1.0
    A[0] = 2.0
---- schedule
p = specialize(p, p.find('t : _').expand(0, 2), 'i < n / 2 or b')
---- expect
def p(n: size, b: bool, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i < n / 2 or b:
            t: f32 @ DRAM
            t = A[i]
            A[i] = t + 1.0
        else:
            t: f32 @ DRAM
            t = A[i]
            A[i] = t + 1.0
    A[0] = 2.0
