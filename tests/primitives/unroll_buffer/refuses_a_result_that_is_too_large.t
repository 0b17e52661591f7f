def p(A: f32[8]):
    x: f32[1000000, 8]
    x[0, 0] = A[0]
    A[1] = x[0, 0]
---- schedule
p = unroll_buffer(p, 'x', 0)
---- expect error step.R1
p would have 3000
leaves at most 1000000 of them
divide_dim, and unroll the shorter of the two dimensions
