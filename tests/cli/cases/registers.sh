# SPDX-License-Identifier: Apache-2.0
# More vectors than the machine has registers: an error unless it is allowed.

cat >p.tess <<'T'
def p(A: f32[40, 4], B: f32[40, 4]):
    t: f32[40, 4] @ SCALAR
    for i in seq(0, 40):
        scalar_load_4xf32(t[i, 0:4], A[i, 0:4])
    for i in seq(0, 40):
        scalar_store_4xf32(B[i, 0:4], t[i, 0:4])
T
run compile p.tess --hwlib scalar -o out
expect 1 "p.tess:2:5: error[registers]: p: 40 vectors of SCALAR are alive at t, the machine has 16 registers" \
  "take a smaller tile; or --allow-spills"
no_files out
run compile p.tess --hwlib scalar -o out --allow-spills
expect 0 "warning: p: 40 vectors of SCALAR are alive at t, the machine has 16 registers: some will be spilled"
cp out/p.evidence.json "$work/stdout"
expect_json '.allows_spills == true'
run verify out/p.evidence.json
expect 0 "every claim of the file holds"
sed -i '/"allows_spills"/d; s/^  },\{0,1\}$/&/' out/p.evidence.json
run verify out/p.evidence.json
[ "$code" -ne 0 ] || complain "evidence without its permission holds"

# A tile of a family fits; what comes after its sums may need a little more.
run family gemm --target scalar --tile 14x4 --variant scale_add_packed_packed --only 14x4_ -o family
expect 0 "warning: gemm_f32_14x4_scalar_scale_add_packed_packed: 17 vectors of SCALAR are alive at" "1 procedures"
run conv --shape 80,2,5,5,3,3 --target scalar --scheme 'R(p) R(q) R(r) R(s) R(c) U(20, k) V(k)' -o conv
expect 1 "error[registers]" "vectors of SCALAR are alive at" "the machine has 16 registers" "--allow-spills"
no_files conv
run conv --shape 80,2,5,5,3,3 --target scalar --scheme 'R(p) R(q) R(r) R(s) R(c) U(20, k) V(k)' -o conv --allow-spills
expect 0 "some will be spilled"

# Memories that are views of the same registers.
cat >views.tess <<'T'
memory Wide:
    holds f32[8] as "float __attribute__((vector_size(32)))"
    registers 2
memory Half:
    holds f32[4] as "float __attribute__((vector_size(16)))"
    shares Wide
@instr("{dst_data} = *&{dst_data};")
def wide(dst: [f32][8] @ Wide):
    for i in seq(0, 8):
        dst[i] = 0.0
@instr("{dst_data} = *&{dst_data};")
def half(dst: [f32][4] @ Half):
    for i in seq(0, 4):
        dst[i] = 0.0
def v(A: f32[8]):
    a: f32[2, 8] @ Wide
    b: f32[4] @ Half
    half(b[0:4])
    wide(a[1, 0:8])
T
run compile views.tess -o views
expect 1 "views.tess:17:5: error[registers]: v: 3 vectors of Half and Wide are alive at b, the machine has 2 registers"
