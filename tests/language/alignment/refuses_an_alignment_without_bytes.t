def p(a: f32[16]):
    assert aligned(a)
    pass
---- expect error type
aligned takes a tensor and a number of bytes
