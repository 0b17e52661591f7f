def p(A: f32[8]):
    for i in seq(0, 8):
        A[i] = 1.0
---- schedule
loop = divide_loop(p, 'i', 4, ['io', 'ii'], perfect=True).find('ii')
p = rename(p, 'g')
---- expect error schedule
this step is lost: divide_loop
each step takes what the step before it gave
