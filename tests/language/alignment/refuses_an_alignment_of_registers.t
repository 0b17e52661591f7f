memory V:
    holds f32[4] as v4
    align 64
def p(A: f32[4]):
    pass
---- expect error type
a register has no address, and so no alignment
