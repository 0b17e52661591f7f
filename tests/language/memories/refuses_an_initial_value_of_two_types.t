memory V:
    holds f32[4] as a, f64[2] as b
    variables
    initial "zero()"
def p(A: f32[4]):
    pass
---- expect error type
`initial` is the value of a register in a memory with `variables` and one type
or declare a memory for each type
