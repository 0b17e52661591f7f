memory W:
    holds f32[16] as __m512
memory V:
    holds f32[4] as __m128
    shares W
def p(A: f32[4]):
    pass
---- expect error type
W does not say how many registers there are
add a line `registers N` to W
