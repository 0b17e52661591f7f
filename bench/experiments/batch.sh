#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# batch.sh TESSERA [--results FOLDER] [--shapes FILE] [--pairs N]: sums of products of small matrices by the entries of the family
# gemm_batch, beside the kernels that LIBXSMM makes for the same shapes (its strided batch-reduce): checked exactly, then timed in
# turn on one thread. Rows go to batch.csv. --shapes: columns name,m,n,k,batch instead of ../data/batch_shapes.csv.
. "$(dirname "$0")/experiment.sh"
start batch "$@"
rounds=15
set -- "${options[@]}"
while [ $# -gt 0 ]; do
  case $1 in
    --pairs) rounds=${2:?--pairs wants a number} && shift 2 ;;
    *) echo "batch.sh: there is no $1 here" >&2 && exit 2 ;;
  esac
done
own_shapes "$data/batch_shapes.csv"
echo '#include <libxsmm.h>' | cc -E - >"$scratch/libxsmm.h" 2>&1 ||
  { echo "batch.sh: there is no libxsmm.h; scripts/install-deps bench installs it" >&2; exit 2; }
for target in avx512 avx2; do
  stem=gemm_batch_f32_$target folder=$scratch/$target
  "$tessera" family gemm_batch --target "$target" --only product -o "$folder" >&2
  runs_here || continue
  # shellcheck disable=SC2046  # words on purpose
  cc -std=gnu11 -O2 -Wall -Wextra -Werror $(jq -r '.flags[]' "$folder/$stem.json") "-I$folder" -include "$stem.h" -DSTEM="$stem" \
    "$experiments/../batch/compare.c" "$folder/$stem"*.c "$folder"/kernels/*.c -o "$scratch/compare" -lxsmm -lblas -lm -ldl -lpthread
  grep -v -e '^#' -e '^name,' "$shapes" | "$scratch/compare" "$rounds" >"$scratch/rows.csv"
  mv "$scratch/rows.csv" "$results/batch.csv"
  column -s, -t <"$results/batch.csv"
  exit 0
done
echo "batch.sh: this CPU runs none of these targets" >&2
exit 2
