memory V:
    holds f32[4] as a
    startup "a();"
    startup "b();"
def p(A: f32[4]):
    pass
---- expect error name
`startup` is given twice
