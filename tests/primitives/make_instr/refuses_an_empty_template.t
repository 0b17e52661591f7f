def zero4(dst: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = 0.0
---- schedule
p = make_instr(zero4, ' ')
---- expect error make_instr.R1
the template has no text
