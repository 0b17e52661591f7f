def p(x: f32):
    x = rleu(x)
---- expect error name
rleu
relu
