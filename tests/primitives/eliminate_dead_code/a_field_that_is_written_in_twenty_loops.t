config Cfg:
    k: index

def p(n: size, A: f32[8]):
    assert n <= 1
    Cfg.k = 0
    for i0 in seq(0, n):
        for i1 in seq(0, n):
            for i2 in seq(0, n):
                for i3 in seq(0, n):
                    for i4 in seq(0, n):
                        for i5 in seq(0, n):
                            for i6 in seq(0, n):
                                for i7 in seq(0, n):
                                    for i8 in seq(0, n):
                                        for i9 in seq(0, n):
                                            for i10 in seq(0, n):
                                                for i11 in seq(0, n):
                                                    for i12 in seq(0, n):
                                                        for i13 in seq(0, n):
                                                            for i14 in seq(0, n):
                                                                for i15 in seq(0, n):
                                                                    for i16 in seq(0, n):
                                                                        for i17 in seq(0, n):
                                                                            for i18 in seq(0, n):
                                                                                for i19 in seq(0, n):
                                                                                    Cfg.k = i0
    if Cfg.k >= 0:
        A[0] = 1.0
---- schedule
p = eliminate_dead_code(p, 'if _: _')
---- expect
def p(n: size, A: f32[8] @ DRAM):
    assert n <= 1
    Cfg.k = 0
    for i0 in seq(0, n):
        for i1 in seq(0, n):
            for i2 in seq(0, n):
                for i3 in seq(0, n):
                    for i4 in seq(0, n):
                        for i5 in seq(0, n):
                            for i6 in seq(0, n):
                                for i7 in seq(0, n):
                                    for i8 in seq(0, n):
                                        for i9 in seq(0, n):
                                            for i10 in seq(0, n):
                                                for i11 in seq(0, n):
                                                    for i12 in seq(0, n):
                                                        for i13 in seq(0, n):
                                                            for i14 in seq(0, n):
                                                                for i15 in seq(0, n):
                                                                    for i16 in seq(0, n):
                                                                        for i17 in seq(0, n):
                                                                            for i18 in seq(0, n):
                                                                                for i19 in seq(0, n):
                                                                                    Cfg.k = i0
    A[0] = 1.0
