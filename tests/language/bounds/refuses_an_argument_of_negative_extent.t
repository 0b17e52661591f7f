def p(n: size, m: size, A: f32[n - m]):
    pass
---- expect error bounds
:1:
the extent n - m of A is not negative
