def p(n: size, Alpha: f32[n]):
    Alhpa[0] = 0.0
---- expect error name
unknown name `Alhpa`
did you mean `Alpha`?
