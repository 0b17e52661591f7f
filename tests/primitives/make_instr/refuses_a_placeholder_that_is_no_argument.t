def zero4(dst: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = 0.0
---- schedule
p = make_instr(zero4, 'memset(&{dts_data}, 0, 16);')
---- expect error make_instr.R2
{dts_data} is not a placeholder
