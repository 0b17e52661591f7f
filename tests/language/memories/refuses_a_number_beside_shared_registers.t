memory W:
    holds f32[16] as __m512
    registers 32
memory V:
    holds f32[4]
    registers 32
    shares W
    numbered
def p(A: f32[4]):
    pass
---- expect error type
V has the registers of W, and no number of its own
leave out `registers`
