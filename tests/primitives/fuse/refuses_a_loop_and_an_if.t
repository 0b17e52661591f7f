def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
    if n > 2:
        A[2] = 1.0
---- schedule
p = fuse(p, 'for i in _: _', 'if _: _')
---- expect error fuse.R1
not two loops or two ifs
