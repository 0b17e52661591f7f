@instr("add4(&{dst_data});", latency="banana", source="table 3")
def add4(dst: [f32][4]):
    dst[0] += 1.0
---- expect error type
`latency` is a number of cycles, as in latency=4 or latency="0.5"
