memory V:
    holds f32[4] as __m128
    shares Wide
def p(A: f32[4]):
    pass
---- expect error name
unknown memory of registers `Wide`
a memory is declared before those that share its registers
