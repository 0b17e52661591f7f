def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        t: f32 @ DRAM
        t = A[i]
        A[i] = t + t
---- schedule
p, f = extract_subproc(p, 't : _', 'f')
---- expect error extract_subproc.R2
t is used after
