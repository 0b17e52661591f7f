# SPDX-License-Identifier: Apache-2.0
# tessera tune: what is asked for wrongly, what is kept and found again, and compilers that fail or lie.
shape=K=8,C=4,H=5,W=5,R=1,S=1
tune() { run tune --target scalar --no-microkernels --loops-only --best 2 --store "$work/tune/store.sqlite" "$@"; }
tune
expect 2 "there is nothing to tune"
tune --shape K=8,C=4,H=5,W=5,R=0,S=1
expect 2 "error[shape]: R: '0' is not a whole number from 1 to"
tune --shape "$shape" --cc no_such_compiler
expect 2 "error[compiler]: there is no compiler 'no_such_compiler'"
printf 'name,K,C,H,R\nx,8,4,5,1\n' >"$work/tune/layers.csv"
tune --layers "$work/tune/layers.csv"
expect 2 "error[layers]" "stride"
printf 'no database\n' >"$work/tune/other.sqlite"
run tune --target scalar --no-microkernels --shape "$shape" --store "$work/tune/other.sqlite"
expect 2 "error[store]" "other.sqlite"
[ "$(cat "$work/tune/other.sqlite")" = "no database" ] || complain "another file was changed"

# A compiler that counts.
cat >"$work/tune/cc" <<EOF
#!/bin/sh
case \$* in *--version*) exec cc "\$@" ;; esac
echo . >>"$work/tune/calls"
for word; do case \$word in */candidate.c) grep ' steps, ' "\$word" >>"$work/tune/kernels" ;; */candidate_pack.c) grep ' steps, ' "\$word" >>"$work/tune/packings" ;; esac; done
exec cc "\$@"
EOF
chmod +x "$work/tune/cc"
tune --shape "$shape" --cc "$work/tune/cc" --json
expect 0
# Kernels are scheduled, the routines that pack their weights stay as specified.
[ -s "$work/tune/kernels" ] && ! grep -q ' 0 steps' "$work/tune/kernels" || complain "a kernel was timed unscheduled"
[ -s "$work/tune/packings" ] && ! grep -qv ' 0 steps' "$work/tune/packings" || complain "a packing routine was scheduled"
expect_json '(.rows | length) == 1' '.rows[0].percent_of_peak > 0' '.rows[0].scheme | length > 3' '.rows[0].measured | length > 0'
expect_json '.rows[0].measured | all(.in_turns)'
calls=$(wc -l <"$work/tune/calls")
tune --shape "$shape" --cc "$work/tune/cc" --json
expect 0
[ "$(wc -l <"$work/tune/calls")" -eq "$calls" ] || complain "what is kept was measured once more: $calls calls, then $(wc -l <"$work/tune/calls")"
scheme=$(jq -r '.rows[0].scheme' "$work/stdout")
run conv --shape "$shape" --target scalar --caches host --store "$work/tune/store.sqlite" --store-cc "$work/tune/cc" -o "$work/tune/out"
expect 0 "$scheme"
run conv --shape "$shape" --target scalar --caches host --store "$work/tune/store.sqlite" --store-cc gcc -o "$work/tune/out"
expect 0 # of another compiler: the model's
printf 'name,shape\nfirst,"%s"\nother,"4,4,3,3,3,3"\n' "$shape" >layers.csv
run conv --layers layers.csv --target scalar --caches host --store "$work/tune/store.sqlite" --store-cc "$work/tune/cc" -o net --json
expect 0
expect_json '.layers | map(.targets.scalar.scheme_from) == ["measured", "model"]'
run conv --layers layers.csv --target scalar --store absent/store.sqlite -o absent_net
expect 2 "error[store]: there is no file absent/store.sqlite" "tessera tune"
no_files absent_net
run conv --shape "$shape" --target scalar --store absent/store.sqlite -o absent_net
expect 2 "error[store]: there is no file absent/store.sqlite"
no_files absent

# The report: tables, and pictures of them that name the layers as the table does.
printf 'name,K,C,H,R,stride\nlayer_1,8,4,5,1,1\n' >"$work/tune/layers.csv"
tune --layers "$work/tune/layers.csv" --cc "$work/tune/cc" --report "$work/tune/report"
expect 0
[ "$(head -1 "$work/tune/report/layers.csv")" = name,scheme,percent_of_peak,percent_of_model,rank,space,register_tiles ] || complain "layers.csv has another header"
grep -q '^layer_1,' "$work/tune/report/layers.csv" || complain "layers.csv lacks the layer"
grep -q '^layer_1,.*,measured,' "$work/tune/report/measured.csv" || complain "measured.csv lacks its schemes"
grep -q '>layer_1<' "$work/tune/report/layers.svg" || complain "layers.svg does not name the layer so"
[ -s "$work/tune/report/measured.svg" ] || complain "measured.svg was not drawn"

# Each scheme is compiled once, for a reading alone and for its turns.
: >"$work/tune/calls"
several=K=48,C=8,H=6,W=6,R=1,S=1
measured() { sqlite3 "$work/tune/store.sqlite" "SELECT count(*) FROM measurements"; }
before=$(measured)
run tune --target scalar --no-microkernels --loops-only --best 4 --store "$work/tune/store.sqlite" --shape $several --cc "$work/tune/cc"
expect 0
schemes=$(($(measured) - before))
[ "$(wc -l <"$work/tune/calls")" -le $((3 * (schemes + 1))) ] || complain "$(wc -l <"$work/tune/calls") calls of the compiler for $schemes schemes"

# What another process measured is compiled for its turns, two at a time, each into a place of its own.
cat >"$work/tune/batch.json" <<EOF
[{"shape": "$several", "target": "scalar", "type": "f32", "layout": "nhwc", "weights": "packed", "from": "hwio", "caches": "host",
  "epilogue": [], "adds": false, "threads": "none", "compiler": "cc", "flags": [], "rounds": 2, "in_turns": true, "seconds": 0.001,
  "seed": 1, "schemes": ["T(6, k) T(9, q) T(8, c) U(4, q) U(2, k) V(k)", "T(4, k) T(9, q) T(8, c) U(4, q) U(3, k) V(k)",
  "T(12, k) T(9, q) T(8, c) U(4, q) V(k)"]}]
EOF
run tune --target scalar --batch "$work/tune/batch.json" --results "$work/tune/results.json"
expect 0
sed 's/"from": "hwio"/"from": "elsewhere"/' "$work/tune/batch.json" >"$work/tune/wrong.json"
run tune --target scalar --batch "$work/tune/wrong.json" --results "$work/tune/none.json"
expect 2 "from: 'elsewhere' is not one of hwio, oihw"
turns=$(jq '[.measurements[] | select(.outcome == "measured" and .in_turns)] | length' "$work/tune/results.json")
[ "$turns" -eq 3 ] || complain "not all three were timed in turns: $(cat "$work/tune/results.json")"

# Of the fastest, how data comes is tried too; weights that lie as they are given are packed inside.
data=$work/tune/data.sqlite
for several in K=64,C=8,H=12,W=12,R=3,S=3 K=512,C=512,H=7,W=7,R=1,S=1; do
  run tune --target scalar --no-microkernels --best 1 --store "$data" --shape $several --weights hwio --json
  expect 0
  expect_json '.rows[0].rank <= 3'
done
for choice in 'Prefetch(O) %' 'Prefetch(F, 0) %' 'Prefetch(F, 32) %' '% Pack(F) %'; do
  tried=$(sqlite3 "$data" "SELECT count(*) FROM measurements WHERE outcome = 'measured' AND scheme LIKE '$choice'")
  [ "$tried" -gt 0 ] || complain "no scheme like $choice was measured"
done

# On two threads, with what is fastest on one by each strategy; kept apart from what is measured on one.
tune --shape "$shape" --threads some
expect 2 "--threads: 'some' is neither a number of threads"
tune --shape "$shape" --threads collapse
expect 2 "--threads: all strategies are tried"
tune --shape "$shape" --threads 9999
expect 2 "9999 threads, and this process may use $(nproc) of the cores here"
if command -v taskset >/dev/null; then
  current="tune of two threads on one core"
  taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" "$tessera" tune --target scalar --shape "$shape" --threads 2 \
    --store "$work/tune/store.sqlite" >"$work/output" 2>&1 </dev/null
  code=$?
  expect 2 "2 threads, and this process may use 1 of the cores here"
fi
several=K=8,C=8,H=18,W=18,R=3,S=3
if [ "$(nproc)" -ge 2 ]; then
  tune --shape $several --threads 2 --json
  expect 0
  expect_json '[.rows[0].measured[] | select(.scheme | startswith("par "))] | length > 1 and all(.in_turns)'
  expect_json '.rows[0].percent_of_peak | . > 0 and . < 100'
  scheme=$(jq -r '.rows[0].scheme' "$work/stdout")
  run conv --shape $several --target scalar --caches host --store "$work/tune/store.sqlite" --threads 2 -o "$work/tune/out" --json
  expect_json ".scheme == \"$scheme\"" '.scheme_from == "measured"'
  run conv --shape $several --target scalar --caches host --store "$work/tune/store.sqlite" -o "$work/tune/out" --json
  expect_json '.scheme_from == "model"'
  tune --shape $several
  expect 0
  run conv --shape $several --target scalar --caches host --store "$work/tune/store.sqlite" --threads 3 -o "$work/tune/out" --json
  expect_json '.scheme_from == "measured on one thread"' '.scheme | contains("par ")'
else
  echo "skipped: tuning for two threads: this machine runs one at once"
fi

# One that dies on the second candidate.
cat >"$work/tune/cc" <<EOF
#!/bin/sh
case \$* in *--version*) echo dying 1; exit ;; */1/candidate.c*) kill -SEGV \$\$ ;; esac
exec cc "\$@"
EOF
tune --shape "$shape" --cc "$work/tune/cc" --json
expect 0
expect_json '[.rows[0].measured[] | select(.outcome == "compiler")] | length == 1' '.rows[0].percent_of_peak > 0'

# One whose code adds up something else.
cat >"$work/tune/cc" <<EOF
#!/bin/sh
case \$* in
*--version*) echo lying 1; exit ;;
*/candidate.c*) for word; do case \$word in */candidate.c) sed -i 's/ \* / + /' "\$word" ;; esac; done ;;
esac
exec cc "\$@"
EOF
tune --shape "$shape" --cc "$work/tune/cc"
expect 1 "error[tune]: a kernel computes something else than its specification: O: element" "replay: tessera conv --shape $shape"
lies=$(sqlite3 "$work/tune/store.sqlite" "SELECT count(*) FROM measurements WHERE compiler LIKE 'lying%'")
[ "$lies" = 0 ] || complain "a wrong kernel was kept as a measurement"

# Some by which the last of two or three kernels in a process does so, or dies, once: beside the fastest, or in turns with
# several others.
cat >"$work/tune/beside.h" <<'EOF'
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string.h>
static float lie = 1;
static int count(struct dl_phdr_info *info, size_t size, void *objects) {
  *(int *)objects += size > 0 && strstr(info->dlpi_name, "/object.so") != 0;
  return 0;
}
__attribute__((constructor)) static void look(void) {
  int objects = 0;
  dl_iterate_phdr(count, &objects);
  if (objects != COMPANY) return;
#ifdef DIES
  if (open(DIES, O_CREAT | O_EXCL, 0600) >= 0) raise(SIGSEGV);
  return;
#endif
  lie = 2;
}
EOF
cat >"$work/tune/cc" <<EOF
#!/bin/sh
case \$* in
*--version*) echo beside \$COMPANY \$DIES; exit ;;
*/candidate.c*)
  for word; do case \$word in */candidate.c) sed -i 's/ \* I_/ * lie * I_/' "\$word" ;; esac; done
  exec cc -include "$work/tune/beside.h" -DCOMPANY=\$COMPANY \$DIES "\$@" ;;
esac
exec cc "\$@"
EOF
export COMPANY DIES
for COMPANY in 2 3; do
  DIES=
  tune --shape "$shape" --sample 5 --cc "$work/tune/cc"
  expect 1 "error[tune]: a kernel computes something else than its specification: O: element" "replay: tessera conv --shape $shape"
  in_turns="SELECT total(in_turns) FROM measurements WHERE compiler LIKE 'beside $COMPANY"
  [ "$(sqlite3 "$work/tune/store.sqlite" "$in_turns%'")" = 0.0 ] || complain "what was timed beside a wrong kernel was kept"
  DIES="-DDIES=\"$work/tune/died$COMPANY\""
  tune --shape "$shape" --sample 5 --cc "$work/tune/cc" --json
  case $COMPANY in
  2) expect 0 "timed alone; beside the fastest it was ended by signal 11" ;;
  3) expect 0 "timed alone; in turns with others it was ended by signal 11" ;;
  esac
  expect_json '[.rows[0].measured[].outcome] | length > 5 and all(. == "measured")'
  others=$(sqlite3 "$work/tune/store.sqlite" "$in_turns %DIES%'")
  [ "${others%.*}" -ge 4 ] || complain "of the other four $others were timed in turns"
done
unset COMPANY DIES

# A run that is ended in its middle goes on where it was.
cat >"$work/tune/cc" <<EOF
#!/bin/sh
case \$* in *--version*) echo slow 1; exit ;; esac
[ ! -e "$work/tune/hang" ] || case \$* in */1/candidate.c*) sleep 60 ;; esac
exec cc "\$@"
EOF
touch "$work/tune/hang"
timeout -s KILL 5 "$tessera" tune --target scalar --no-microkernels --loops-only --best 2 --store "$work/tune/store.sqlite" --shape "$shape" \
  --cc "$work/tune/cc" >"$work/output" 2>&1 </dev/null
kept="SELECT count(*) FROM measurements WHERE compiler LIKE 'slow%'"
[ "$(sqlite3 "$work/tune/store.sqlite" "$kept")" = 1 ] || complain "what was measured before the end is lost"
rm "$work/tune/hang"
tune --shape "$shape" --cc "$work/tune/cc" --json
expect 0
[ "$(sqlite3 "$work/tune/store.sqlite" "$kept")" -gt 1 ] || complain "nothing was measured after the end"

# One that is ended before all is confirmed: that is made up for.
sqlite3 "$work/tune/store.sqlite" "UPDATE measurements SET in_turns = 0"
tune --shape "$shape" --cc "$work/tune/cc" --json
expect 0
[ "$(sqlite3 "$work/tune/store.sqlite" "$kept AND in_turns")" -gt 1 ] || complain "nothing was timed in turns after the end"

# Slurm is not installed.
cat >"$work/tune/without_slurm" <<EOF
#!/bin/sh
PATH=$work/tune exec "$tessera" "\$@"
EOF
chmod +x "$work/tune/without_slurm"
with_slurm=$tessera tessera=$work/tune/without_slurm
tune --shape "$shape" --cc "$(command -v cc)" --executor slurm
tessera=$with_slurm
expect 2 "error[slurm]: there is no sbatch in PATH" "slurm-client" "--executor local"
tune --shape "$shape" --executor cloud
expect 2 "error[usage]" "slurm"
tune --shape "$shape" --slurm-tasks 3
expect 2 "error[usage]" "--executor"

# Layouts in blocks of channels; a sample is measured beside the best.
for layout in nChw4c nchw; do
  tune --shape "$shape" --layout "$layout" --sample 3 --seed 2 --json
  expect 0
  expect_json '[.rows[0].measured[] | select(.outcome == "measured")] | length > 3'
done

# Interrupted: it says that nothing is lost. A signal that a shell does not hold back for what runs beside it.
cat >"$work/tune/waits" <<EOF
#!/bin/sh
case \$* in *--version*) exec cc "\$@" ;; esac
: >"$work/tune/waiting"
exec sleep 20
EOF
chmod +x "$work/tune/waits"
current="$case_name: tessera tune, ended"
"$tessera" tune --target scalar --no-microkernels --loops-only --best 2 --store "$work/tune/kept.sqlite" --shape "$shape" \
  --cc "$work/tune/waits" >"$work/output" 2>&1 </dev/null &
tuner=$!
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -e "$work/tune/waiting" ] || sleep 1; done
kill -TERM $tuner
wait $tuner
code=$?
expect 143 "interrupted: what was measured is kept in $work/tune/kept.sqlite; run the same again to go on"
