# hwlib neon
def p(A: f32[4], B: f32[4]):
    r: f32[4] @ Neon
    for i in seq(0, 4):
        r[i] = B[i]
    for i in seq(0, 4):
        A[i] = r[i]
---- schedule
p = replace(p, 'for i in _: _ #0', neon_vst_4xf32)
---- expect error replace.R4
r lies in Neon, and neon_vst_4xf32 takes its dst in DRAM
