def p(n: size, y: f32[n]):
    for i in seq(0, n):
        y[i] = 1.0
---- schedule
p = specialize(p, 'for i in _: _', ['n < 8', 'n < 4'])
---- expect error specialize.R3
'n < 4' never holds here, where those before it do not
