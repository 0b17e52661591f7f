# SPDX-License-Identifier: Apache-2.0
# A memory with an allocation of its own: the C that comes out, with an allocator that counts, run.
cat >workspace.h <<'END'
void *take_workspace(long long count, unsigned long size);
void give_back_workspace(void *room);
END
# Rooms are given back in reverse order, per thread; what is asked for is written over from end to end.
cat >workspace.c <<'END'
#include "workspace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static _Thread_local void *open_rooms[64];
static _Thread_local int depth;
static _Atomic long taken, given, elements;
static int refuse;
void *take_workspace(long long count, unsigned long size) {
  if (count < 1 || depth == 64) exit(10);
  if (refuse) return NULL;
  taken++;
  elements += count;
  void *room = malloc(count * size);
  memset(room, 0xff, count * size);
  return open_rooms[depth++] = room;
}
void give_back_workspace(void *room) {
  if (depth == 0 || open_rooms[--depth] != room) exit(11);
  given++;
  free(room);
}
void f(long n, float *x, float *y);
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  refuse = argc > 2;
  float *x = malloc(sizeof *x * n), *y = malloc(sizeof *y * n);
  for (int i = 0; i < n; i++) x[i] = i;
  f(n, x, y);
  for (int i = 0; i < n; i++)
    if (y[i] != 2 * i + 1) exit(12);
  free(x), free(y);
  if (depth) exit(13);
  printf("%ld taken, %ld given back, %ld elements\n", taken, given, elements);
}
END
cat >memory.tess <<'END'
memory Workspace:
    header "workspace.h"
    allocate "take_workspace({count}, sizeof({type}))"
    free "give_back_workspace({name})"
END
# counted LOOP FLAGS: compiles f with that kind of loop and builds the program.
counted() {
  cat memory.tess - >f.tess <<END
def one(y: [f32][1], x: f32[1] @ Workspace):
    t: f32[1] @ Workspace
    t[0] = x[0]
    y[0] += t[0]
def f(n: size, x: f32[n], y: f32[n]):
    whole: f32[n] @ Workspace
    for i in seq(0, n):
        whole[i] = x[i] + 1.0
    for i in $1(0, n):
        none: f32[i - i] @ Workspace
        row: f32[2, 3] @ Workspace
        row[1, 2] = whole[i]
        if i > 0:
            first: f32[1] @ Workspace
            second: f32[i] @ Workspace
            first[0] = x[i]
            second[i - 1] = row[1, 2]
            y[i] = second[i - 1]
            one(y[i:i + 1], first)
        else:
            third: f32[1] @ Workspace
            third[0] = row[1, 2] + x[i]
            y[i] = third[0]
END
  rm -rf out
  run compile f.tess --proc f -o out --test
  expect 0
  gcc -std=c11 -O1 -Wall -Wextra -Werror $2 -I. -Iout workspace.c out/f.c -o run_f >"$work/output" 2>&1 || complain "gcc"
}
# ran TEXT ARGUMENT...: runs the program, which must print that.
ran() {
  text=$1
  shift
  current="$case_name: run_f $*"
  ./run_f "$@" >"$work/output" 2>&1
  code=$?
  expect 0 "$text"
}
# 1, and per iteration `none` (asked for as 1 element), `row`, then `first`, `second`, `t`, or `third`.
counted seq ""
ran "4 taken, 4 given back, 9 elements" 1
ran "34 taken, 34 given back, 90 elements" 7
# No room: C stops there.
current="$case_name: run_f without room"
sh -c './run_f 1 refuse; exit $?' >"$work/output" 2>&1
code=$?
expect 134
if echo 'int main(void) { return 0; }' | gcc -x c -fopenmp - -o omp 2>/dev/null; then
  counted par "-fopenmp"
  ran "34 taken, 34 given back, 90 elements" 7
fi

# The test program needs no more than the header, and what it declares.
counted seq ""
sed '/^void f(/,$d' workspace.c >only.c
gcc -std=c11 -Wall -Wextra -Werror -I. only.c out/f.c out/f_test.c -lm -o run_f >"$work/output" 2>&1 || complain "gcc"
ran "sizes, ok" 1e6

# What the declaration lacks, in words and before anything is written.
printf 'memory M:\n    allocate "take({n})"\n    free "give({name})"\ndef p(x: f32[4]):\n    pass\n' >wrong.tess
run compile wrong.tess -o wrong
expect 2 "wrong.tess:2:14: error[name]: the C template of \`allocate\`: {n} is not a placeholder" "hint: {count} is the number"
no_files wrong
cat memory.tess - >scalar.tess <<'END'
def p(x: f32[4]):
    t: f32 @ Workspace
    t = x[0]
END
run compile scalar.tess -o wrong
expect 1 "error[memory]: t is a scalar, but Workspace gives room to tensors only" "hint: set_memory t to DRAM"
no_files wrong
