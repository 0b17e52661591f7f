def twice(x: [f32][1]):
    t: f32[1] @ DRAM_STATIC
    t[0] = x[0]
    x[0] += t[0]
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i > 1:
            twice(A[i:i + 1])
---- schedule
p = parallelize_loop(p, 'i')
---- expect error parallelize_loop.R3
t is static
