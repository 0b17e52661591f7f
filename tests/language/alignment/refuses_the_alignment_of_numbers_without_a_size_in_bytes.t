def p(a: i4[16]):
    assert aligned(a, 64)
    pass
---- expect error type
the elements of `a` have no size in bytes: its type is i4
