def p(A: f32[8]):
    for i in seq(0, 1000):
        for j in seq(0, 1000):
            A[i % 8] += 1.0
---- schedule
p = unroll_loop(p, 'j')
p = unroll_loop(p, 'i')
---- expect error step.R1
p would have
leaves at most 1000000 of them
