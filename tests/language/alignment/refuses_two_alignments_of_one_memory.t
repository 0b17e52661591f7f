memory M:
    align 32
    align 64
def p(A: f32[4]):
    pass
---- expect error name
`align` is given twice
