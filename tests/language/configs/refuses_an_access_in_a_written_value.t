config Cfg:
    s: f32
def p(n: size, A: f32[n]):
    Cfg.s = A[n]
---- expect error bounds
A[n] lies in A
