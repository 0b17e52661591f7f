# SPDX-License-Identifier: Apache-2.0
# Threads on cores of their own: whatever OpenMP's variables say there are measurements, and too few cores are refused.
compile threads conv.c -fopenmp
compile threads_blas blas.c
shape=K=5,C=4,H=6,W=7,R=3,S=2,stride_h=2,dilation_w=2,top=1,left=2,right=1
core=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//') # the first that this process may use
# with PROGRAM-BEFORE-IT... -- PROGRAM ARGUMENT...: as run, by `env` or `taskset`.
with() {
  current="$*"
  before=
  while [ "$1" != -- ]; do before="$before $1" && shift; done
  program=$2
  shift 2
  # shellcheck disable=SC2086 # words on purpose
  timeout 120 $before "$programs/$program" "$@" >stdout 2>stderr </dev/null
  code=$?
  cat stdout stderr >output
}
two_threads() {
  with "$@" -- conv_runner --shape "$shape" --kernel threads.so:on_two_threads --overwrites --threads 2 --contenders im2row \
    --gemm ./threads_blas.so --sample-seconds 0.001 --json
}

if [ "$(nproc)" -ge 2 ]; then
  for setting in OMP_PROC_BIND=true OMP_PROC_BIND=close OMP_PROC_BIND=spread OMP_PLACES=cores; do
    two_threads env "$setting"
    expect 0
    expect_json '.rows[0] | .ok and .gflops > 0 and .ratio_im2row > 0 and .shared_core == {}' ".machine.cores == $(nproc)"
  done
  two_threads env OMP_PROC_BIND=false
  expect 0
  expect_json '.rows[0] | .ok and .gflops > 0' ".machine.cores == $(nproc)"
  two_threads env -u OMP_PROC_BIND -u OMP_PLACES
  expect 0
  expect_json '.rows[0].shared_core == {}'
  checks=$((checks + 1))
  [ -s stderr ] && complain "something is said of threads that have a core each"

  # Both where the user put them: that is told once, and in the row.
  two_threads env OMP_PROC_BIND=close "OMP_PLACES={$core}"
  expect 0 "conv_runner: warning: $shape: two threads of im2row shared core $core in " "not those of 2 cores"
  expect_json ".rows[0].shared_core.im2row | startswith(\"core $core in \")" '.rows[0].gflops > 0'
  checks=$((checks + 1))
  [ "$(grep -c warning stderr)" -eq 1 ] || complain "it was not told once"

  with env OMP_PROC_BIND=true -- gemm_runner --library ./threads_blas.so --peers none --shape 7,5,11 --threads 2 \
    --sample-seconds 0.001 --json
  expect 0
  expect_json '.rows[0] | .gflops > 0 and .shared_core == {}' ".machine.cores == $(nproc)"
fi

for setting in OMP_PROC_BIND=true OMP_PROC_BIND=false A=B; do
  two_threads taskset -c "$core" env "$setting"
  expect 2 "asked for 2 cores, may use 1: fewer --threads, or more cores for this process (taskset, the container's cpuset)"
done
