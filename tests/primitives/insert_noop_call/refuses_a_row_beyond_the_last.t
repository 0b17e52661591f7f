# hwlib avx512
def p(n: size, A: f32[n, 16]):
    for i in seq(0, n):
        A[i, 0] = 0.0
---- schedule
p = insert_noop_call(p, p.find('A[_] = _').after(), avx512.mm512_prefetch, ['A[i + 1, 0:1]'])
---- expect error insert_noop_call.S2
lies in A
