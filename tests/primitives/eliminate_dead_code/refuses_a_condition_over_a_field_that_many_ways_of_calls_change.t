config Cfg:
    k: index

def f0(A: [f32][8]):
    for i in seq(0, 2):
        Cfg.k = Cfg.k + i

def f1(A: [f32][8]):
    for i in seq(0, 2):
        f0(A)
        f0(A)

def f2(A: [f32][8]):
    for i in seq(0, 2):
        f1(A)
        f1(A)

def f3(A: [f32][8]):
    for i in seq(0, 2):
        f2(A)
        f2(A)

def f4(A: [f32][8]):
    for i in seq(0, 2):
        f3(A)
        f3(A)

def f5(A: [f32][8]):
    for i in seq(0, 2):
        f4(A)
        f4(A)

def f6(A: [f32][8]):
    for i in seq(0, 2):
        f5(A)
        f5(A)

def f7(A: [f32][8]):
    for i in seq(0, 2):
        f6(A)
        f6(A)

def f8(A: [f32][8]):
    for i in seq(0, 2):
        f7(A)
        f7(A)

def f9(A: [f32][8]):
    for i in seq(0, 2):
        f8(A)
        f8(A)

def f10(A: [f32][8]):
    for i in seq(0, 2):
        f9(A)
        f9(A)

def f11(A: [f32][8]):
    for i in seq(0, 2):
        f10(A)
        f10(A)

def f12(A: [f32][8]):
    for i in seq(0, 2):
        f11(A)
        f11(A)

def f13(A: [f32][8]):
    for i in seq(0, 2):
        f12(A)
        f12(A)

def f14(A: [f32][8]):
    for i in seq(0, 2):
        f13(A)
        f13(A)

def f15(A: [f32][8]):
    for i in seq(0, 2):
        f14(A)
        f14(A)

def f16(A: [f32][8]):
    for i in seq(0, 2):
        f15(A)
        f15(A)

def f17(A: [f32][8]):
    for i in seq(0, 2):
        f16(A)
        f16(A)

def f18(A: [f32][8]):
    for i in seq(0, 2):
        f17(A)
        f17(A)

def f19(A: [f32][8]):
    for i in seq(0, 2):
        f18(A)
        f18(A)

def f20(A: [f32][8]):
    for i in seq(0, 2):
        f19(A)
        f19(A)

def f21(A: [f32][8]):
    for i in seq(0, 2):
        f20(A)
        f20(A)

def f22(A: [f32][8]):
    for i in seq(0, 2):
        f21(A)
        f21(A)

def f23(A: [f32][8]):
    for i in seq(0, 2):
        f22(A)
        f22(A)

def p(n: size, A: f32[8]):
    Cfg.k = 0
    f23(A)
    if Cfg.k == 0:
        A[0] = 1.0
---- schedule
p = eliminate_dead_code(p, 'if _: _')
---- expect error eliminate_dead_code.S1
