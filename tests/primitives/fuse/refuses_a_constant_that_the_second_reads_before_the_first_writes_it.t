def p(n: size, A: f32[n], x: f32[1]):
    for i in seq(0, n):
        A[i] = x[0]
        x[0] = 0.0
    for j in seq(0, n):
        A[j] += x[0]
        x[0] = 0.0
---- schedule
p = fuse(p, 'i', 'j')
---- expect error fuse.S3
x
