@instr("add4(&{dts_data});")
def add4(dst: [f32][4]):
    dst[0] += 1.0
---- expect error name
{dts_data} is not a placeholder
did you mean `dst_data`?
