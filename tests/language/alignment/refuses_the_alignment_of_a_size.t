def p(n: size):
    assert aligned(n, 4)
    pass
---- expect error type
`n` is a control variable (size), not a buffer
