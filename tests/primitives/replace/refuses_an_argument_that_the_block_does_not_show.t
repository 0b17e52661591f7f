# hwlib neon
def p(A: f32[4] @ DRAM):
    pass
---- schedule
p = replace(p, 'pass', neon.neon_prefetch)
---- expect error replace.R1
src
