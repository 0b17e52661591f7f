config Cfg:
    at: index
def p(n: size, A: f32[8] @ DRAM):
    for i in seq(0, n):
        Cfg.at = i
        w = A[Cfg.at % 4:8]
        Cfg.at = i + 1
        w[0] = 1.0
---- schedule
p = inline_window(p, 'w = _')
---- expect error inline_window.R2
a field that the window reads is written after it
