def p(n: size, A: f32[n]):
    for i in par(0, n):
        for j in par(0, 2):
            A[i] = 1.0
---- expect error parallel
:3:9
loop j
