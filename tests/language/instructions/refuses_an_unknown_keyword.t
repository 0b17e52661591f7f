@instr("add4(&{dst_data});", feture="avx2")
def add4(dst: [f32][4]):
    dst[0] += 1.0
---- expect error name
@instr has no keyword `feture`
did you mean `feature`?
