def p(n: size, A: f32[8]):
    for i in seq(0, 10000):
        A[i % 8] += 1.0
---- schedule
p = unroll_loop(p, 'i')
p = specialize(p, p.body(), ['n > 1', 'n > 2', 'n > 3', 'n > 4', 'n > 5', 'n > 6', 'n > 7', 'n > 8'])
p = specialize(p, p.body(), ['n > 1', 'n > 2', 'n > 3', 'n > 4', 'n > 5', 'n > 6', 'n > 7', 'n > 8'])
---- expect error step.R1
leaves at most 1000000 of them
specialize a smaller block, or for fewer cases
