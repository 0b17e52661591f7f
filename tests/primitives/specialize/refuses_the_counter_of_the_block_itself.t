def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 2.0
---- schedule
p = specialize(p, 'i', 'i < 3')
---- expect error specialize.R1
'i < 3' has no meaning here
