def kernel(a: f32[3], c: f32[3], scratch: f32[3]):
    for p in seq(1, 3):
        scratch[p] = a[1] * c[p]
    for p in seq(1, 3):
        a[p] = scratch[p]
---- schedule
p = fuse(p, 'for p in _: _', 'for p in _: _ #1')
---- expect error fuse.S3
counterexample
