def p(x: f32[3], y: f32):
    if 3 > 4:
        y = x[0]
---- schedule
p, part = extract_subproc(p, 'y = _', 'part')
---- expect error extract_subproc.S3
assert 3 > 4 of part can hold
