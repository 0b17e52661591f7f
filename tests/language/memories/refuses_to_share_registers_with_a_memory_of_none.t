memory W:
    holds f32[16] as __m512
    registers 32
memory V:
    shares W
def p(A: f32[4]):
    pass
---- expect error type
only a memory of registers shares them with another
