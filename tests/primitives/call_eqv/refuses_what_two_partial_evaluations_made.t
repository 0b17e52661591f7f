def fill(m: size, k: size, dst: [f32][8] @ DRAM):
    assert m <= 8
    for i in seq(0, m):
        dst[i] = 1.0
def p(A: f32[8] @ DRAM):
    fill(8, 1, A[0:8])
---- schedule
a = rename(partial_eval(fill, [8]), 'a')
b = rename(partial_eval(fill, [4]), 'b')
p = replace(inline(p, 'fill(_)'), 'for i in _: _', rename(partial_eval(a, [1]), 'a1'))
p = call_eqv(p, 'a1(_)', rename(partial_eval(b, [1]), 'b1'))
---- expect error call_eqv.S5
a1 and b1
