def p(A: f32[8]):
    for i in seq(0, 10000):
        for j in seq(0, 10000):
            A[(i + j) % 8] += 1.0
---- schedule
p = unroll_loop(p, 'j')
p = unroll_loop(p, 'i')
---- expect error step.R1
p would have 675000000 statements and expressions after unroll_loop
leaves at most 1000000 of them
divide the loop, and unroll the inner one; --size-limit allows more
