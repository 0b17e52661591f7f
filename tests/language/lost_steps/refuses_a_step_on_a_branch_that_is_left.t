def p(n: size, A: f32[n], B: f32[n]):
    for a in seq(0, n):
        A[a] = 1.0
    for b in seq(0, n):
        B[b] = 2.0
---- schedule
q = fuse(p, 'a', 'b')
p = rename(p, 'g')
---- expect error schedule
:schedule:1:1: error[schedule]: this step is lost: fuse made a procedure that the result does not come from
end with `p = q`, or give q to a step of p
