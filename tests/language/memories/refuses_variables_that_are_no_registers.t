memory V:
    storage stack
    variables
def p(A: f32[4]):
    pass
---- expect error type
only registers are variables of C each
