def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = fission(p, p.find('A[_] = _').after())
---- expect error fission.R4
end of the body
