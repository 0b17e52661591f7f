memory V:
    holds f32[4] as v4
    flag "-mvec"
def p(A: f32[4]):
    pass
---- expect error name
a memory has no property `flag`
did you mean `flags`? known: holds, registers
