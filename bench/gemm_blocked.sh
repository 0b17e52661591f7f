#!/usr/bin/env bash
# gemm_blocked.sh TESSERA GEMM_RUNNER [TARGET [SHAPES.csv [OUT.csv [RUNNER_OPTION...]]]]: the product of `tessera family gemm_blocked`
# for this machine's caches, beside the peers of gemm_runner. Around it stands as much of CBLAS as the runner calls: no
# transposes, beta by a pass over C, alpha by a copy of A; timed is alpha = beta = 1, which goes straight through.
set -euo pipefail
export LC_ALL=C
tessera=$(realpath "$1") runner=$(realpath "$2") target=${3:-avx512}
here=$(cd "$(dirname "$0")" && pwd)
shapes=$(realpath "${4:-$here/data/gemm_shapes.csv}")
result=$(realpath -m "${5:-$here/results/gemm_blocked_$target.csv}")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$tessera" family gemm_blocked --target "$target" --caches host -o "$out" >&2
name=$(jq -r '.members[0].name' "$out/gemm_blocked_f32_$target.json")
cat >"$out/cblas.c" <<EOF
#include <stdlib.h>
#include "kernels/$name.h"
void cblas_sgemm(int order, int ta, int tb, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                 float beta, float *c, int ldc) {
  if (order != 101 || ta != 111 || tb != 111) abort();
  float *scaled = NULL;
  if (beta != 1)
    for (long i = 0; i < m; i++)
      for (long j = 0; j < n; j++) c[i * ldc + j] = beta == 0 ? 0 : beta * c[i * ldc + j];
  if (alpha != 1) {
    scaled = malloc(sizeof(float) * m * k);
    for (long i = 0; i < m; i++)
      for (long l = 0; l < k; l++) scaled[i * k + l] = alpha * a[i * lda + l];
    a = scaled;
    lda = k;
  }
  $name(m, n, k, (struct tessera_win_2f32c){a, {lda, 1}}, (struct tessera_win_2f32c){b, {ldb, 1}},
        (struct tessera_win_2f32){c, {ldc, 1}});
  free(scaled);
}
EOF
flags=$(jq -r '.flags | join(" ")' "$out/gemm_blocked_f32_$target.json")
# shellcheck disable=SC2086  # words on purpose
gcc -std=c11 -O2 $flags -shared -fPIC -I"$out" "$out/cblas.c" "$out/kernels/$name.c" -o "$out/libproduct.so"
"$runner" --library "$out/libproduct.so" --shapes "$shapes" --csv "$result" "${@:6}"
