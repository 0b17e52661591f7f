def p(n: size, A: f32[n]):
    p(n, A)
---- expect error name
unknown procedure `p`
