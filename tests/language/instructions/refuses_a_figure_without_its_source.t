@instr("add4(&{dst_data});", throughput=1)
def add4(dst: [f32][4]):
    dst[0] += 1.0
---- expect error type
`throughput` without `source`
say where the figure is from
