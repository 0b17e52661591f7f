@instr("add4(&{dst_data});", role="laod")
def add4(dst: [f32][4]):
    dst[0] += 1.0
---- expect error name
unknown role `laod`
did you mean `load`?
