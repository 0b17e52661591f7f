memory M:
    align 24
def p(a: f32[16] @ M):
    pass
---- expect error type
an alignment is a power of two from 1 to 4096
align 64
