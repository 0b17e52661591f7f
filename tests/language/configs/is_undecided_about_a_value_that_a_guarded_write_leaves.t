config Cfg:
    at: index
def p(m: size, A: f32[3]):
    for i in seq(0, m):
        if i == 0:
            Cfg.at = 0
    A[Cfg.at] = 1.0
---- expect error bounds
undecided: A[Cfg.at] lies in A (a value that it rests on is not known here)
hint: little is known of a field after a loop or branch that writes it
