memory V:
    holds f32[4] as __m128, f32[8] as __m256
def p(A: f32[4]):
    pass
---- expect error type
`f32[8] as __m256` beside `f32[4] as __m128`
declare a memory for each width
