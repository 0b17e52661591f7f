#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/slurm/run.sh TESSERA: `tessera tune --executor slurm` on a cluster of two nodes, which it brings up and ends. 77: Slurm
# is not installed, or cannot be started here; it says why.
set -u
tessera=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
. "$folder/cluster.sh"
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
trap 'stop_cluster; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
cd "$work" || exit 1

skip() { echo "SKIPPED slurm: $*"; exit 77; }
for command in munged slurmctld slurmd sbatch squeue scancel sinfo; do
  command -v $command >"$work/where" || skip "there is no $command"
done
start_cluster "$work/cluster" >"$work/why" || { cat "$work/why"; skip "a cluster of two nodes does not start, see above"; }

failures=0 checks=0
complain() {
  failures=$((failures + 1))
  printf 'FAILED %s: %s\n' "$case_name" "$1"
  sed 's/^/  | /' output
}
# check TEXT COMMAND...
check() {
  local text=$1
  shift
  checks=$((checks + 1))
  "$@" || complain "$text"
}

shape=K=8,C=4,H=5,W=5,R=1,S=1
all=(tune --target scalar --no-microkernels --loops-only --best 5 --shape $shape)
slurm=(--executor slurm --slurm-schemes 2 --slurm-options --oversubscribe)
alone=(--executor slurm)
# tune STORE OPTION...
tune() {
  local store=$1
  shift
  "$tessera" "${all[@]}" --store "$store" "$@" >output 2>&1 </dev/null
  code=$?
}
# expect CODE TEXT...
expect() {
  check "exit code $code, expected $1" test "$code" -eq "$1"
  shift
  for text; do check "the output lacks: $text" grep -qF -e "$text" output; done
}
# A compiler of this name, which first does what the standard input says.
compiler() {
  { echo '#!/bin/sh'; cat; echo 'exec cc "$@"'; } >"$1"
  chmod +x "$1"
}
schemes() { sqlite3 "$1" "SELECT program, scheme, outcome, machine, flags FROM measurements ORDER BY 1, 2"; }
# How many of its schemes were timed in turns.
in_turns() { sqlite3 "$1" "SELECT sum(in_turns) FROM measurements"; }
count() { sqlite3 "$1" "SELECT count(*) FROM measurements WHERE compiler LIKE '$2%'"; }
is_count() { [ "$(count "$1" "$2")" -eq "$3" ]; }
results() { cat "$1"/array-*/*.jsonl 2>/dev/null | wc -l; }

case_name="as by this process"
tune local.sqlite
expect 0
total=$(count local.sqlite '')
check "schemes for more than one task" test "$total" -gt 2
confirmed=$((total < 5 ? total : 5))
check "the fastest were not timed in turns" test "$(in_turns local.sqlite)" -eq $confirmed
store="it's 100%a.sqlite" # which means something to the shell, and to Slurm
tune "$store" "${slurm[@]}" --slurm-tasks 2
expect 0 "slurm: job" "$total schemes" "% of the peak by"
check "the stores differ" test "$(schemes local.sqlite)" = "$(schemes "$store")"
check "the fastest were not timed in turns by one task" test "$(in_turns "$store")" -eq $confirmed
check "something is left of what was done" test -z "$(ls -d "${store%.sqlite}.slurm"/array-* 2>/dev/null)"

case_name="all is kept already"
tune "$store" "${slurm[@]}"
expect 0 "% of the peak by"
check "something was measured" test -z "$(grep 'slurm: job' output)"

# Each result comes twice. Once a task is cancelled in its middle, another one while it writes a line.
case_name="tasks are lost, results come twice"
compiler losing <<END
case \$* in --version) echo losing 1; exit ;; esac
results=$work/losing.slurm/array-1/\$SLURM_ARRAY_TASK_ID.jsonl
case \$* in */1/candidate.c*) # of the second scheme, which is made beside the first
  for try in \$(seq 300); do
    if [ -s "\$results" ] || [ -d "$work/lost.\$SLURM_ARRAY_TASK_ID" ]; then break; fi
    sleep 0.1
  done ;;
esac
if [ -s "\$results" ]; then
  tail -n 1 "\$results" >>"\$results"
  if mkdir "$work/lost.\$SLURM_ARRAY_TASK_ID" 2>/dev/null; then
    [ "\$SLURM_ARRAY_TASK_ID" != 1 ] || printf '{"machine":"half of' >>"\$results"
    scancel "\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID"
    sleep 60
  fi
fi
END
tune losing.sqlite "${slurm[@]}" --cc "$work/losing"
expect 0 "_0 ended, results missing: 1; measured again" "_1 ended, results missing: 1; measured again" "% of the peak by"
check "the stores differ" test "$(schemes local.sqlite)" = "$(schemes losing.sqlite)"

case_name="a task is lost while its schemes are timed in turns"
compiler turning <<END
case \$* in
--version) echo turning 1; exit ;;
*/1/candidate.c*)
  if grep -q '"in_turns": true' "$work"/turning.slurm/array-*/\$SLURM_ARRAY_TASK_ID.json && mkdir "$work/turned" 2>/dev/null; then
    scancel "\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID"
    sleep 60
  fi ;;
esac
END
tune turning.sqlite "${slurm[@]}" --cc "$work/turning"
expect 0 "_0 ended, results missing: $confirmed; measured again" "% of the peak by"
check "they were not timed in turns again" test "$(in_turns turning.sqlite)" -eq $confirmed
check "the stores differ" test "$(schemes local.sqlite)" = "$(schemes turning.sqlite)"

case_name="a node fails"
compiler failing <<END
case \$* in
--version) echo failing 1; exit ;;
*/1/candidate.c*)
  if mkdir "$work/failed" 2>/dev/null; then
    # What follows is not seen by this process: Slurm ends all that runs there.
    setsid sh -c "scontrol update NodeName=\$SLURMD_NODENAME State=DOWN Reason=test
                  scontrol update NodeName=\$SLURMD_NODENAME State=RESUME"
    sleep 60
  fi ;;
esac
END
tune failing.sqlite "${slurm[@]}" --cc "$work/failing"
expect 0 "ended, results missing: " "% of the peak by"
check "the stores differ" test "$(schemes local.sqlite)" = "$(schemes failing.sqlite)"

case_name="a task that is always lost"
compiler hopeless <<END
case \$* in --version) echo hopeless 1; exit ;; esac
echo the cause of all >&2
scancel "\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID"
sleep 60
END
tune hopeless.sqlite "${alone[@]}" --cc "$work/hopeless"
expect 2 "error[slurm]: task" "_0 ended without its results" "hopeless.slurm/array-3/0.log" "CANCELLED" "hint: "

case_name="a compiler that lies"
compiler lying <<'END'
case $* in
--version) echo lying 1; exit ;;
*/candidate.c*) for word; do case $word in */candidate.c) sed -i 's/ \* / + /' "$word" ;; esac; done ;;
esac
END
tune lying.sqlite --cc "$work/lying"
expect 1
grep -v 'hint' output >said
tune lying.sqlite "${slurm[@]}" --cc "$work/lying"
expect 1 "error[tune]: a kernel computes something else than its specification: O: element" "replay: tessera conv --shape $shape" \
  "on the node" ".log"
check "a wrong kernel was kept as a measurement" is_count lying.sqlite lying 0
check "tasks go on" within 30 no_jobs

case_name="all nodes are another place"
compiler other <<'END'
case $* in --version) echo "other ${SLURM_JOB_ID:+on a node}"; exit ;; esac
END
tune other.sqlite "${slurm[@]}" --cc "$work/other"
expect 2 "is another place, compiler 'other on a node', here 'other '" "error[slurm]: no node was found that is like this machine" \
  "--constraint"
check "its results are not kept as its own" test "$(count other.sqlite 'other on a node')" -gt 0
check "its results are kept as this machine's" is_count other.sqlite 'other ' "$(count other.sqlite 'other on a node')"

case_name="one node is another place"
compiler another <<'END'
case $*$SLURMD_NODENAME in --version*two) echo "another on node two"; exit ;; --version*) echo "another"; exit ;; esac
END
tune another.sqlite "${slurm[@]}" --cc "$work/another"
expect 0 "slurm: the node two is another place, compiler 'another on node two', here 'another'" "% of the peak by"
here="SELECT count(*) FROM measurements WHERE compiler = 'another'"
check "not all is measured here" test "$(sqlite3 another.sqlite "$here")" -eq "$total"

case_name="sbatch refuses"
tune refused.sqlite "${alone[@]}" --slurm-options "--oversubscribe --partition=nowhere"
expect 2 "error[slurm]: sbatch does not take an array" "partition" "--slurm-options"

# One that waits in the second scheme.
compiler waiting <<END
case \$* in
--version) echo waiting 1; exit ;;
*/1/candidate.c*) [ ! -e "$work/wait" ] || sleep 60 ;;
esac
END
has_results() { [ "$(results waiting.slurm)" -ge "$1" ]; }

case_name="it is killed"
touch wait
"$tessera" "${all[@]}" --store waiting.sqlite "${slurm[@]}" --cc "$work/waiting" >output 2>&1 </dev/null &
tuning=$!
check "no result" within 60 has_results 3
tune waiting.sqlite "${slurm[@]}" --cc "$work/waiting"
expect 2 "error[work_folder]: another run of \`tessera tune\` uses"
kill -KILL $tuning
wait $tuning 2>/dev/null
check "its jobs are gone" test -n "$(squeue --noheader)"
rm wait
tune waiting.sqlite "${slurm[@]}" --cc "$work/waiting"
expect 0 "$((total - 3)) schemes" "% of the peak by"
check "the stores differ" test "$(schemes local.sqlite)" = "$(schemes waiting.sqlite)"
check "jobs of the one that was killed go on" within 30 no_jobs

case_name="it is asked to end"
touch wait
"$tessera" "${all[@]}" --store asked.sqlite "${slurm[@]}" --cc "$work/waiting" --work-folder waiting.slurm >output 2>&1 </dev/null &
tuning=$!
check "no result" within 60 has_results 3
kill -TERM $tuning
wait $tuning 2>/dev/null
code=$?
expect 143
check "its jobs go on" within 30 no_jobs
check "what was measured before the end is lost" is_count asked.sqlite waiting 3

printf '%s checks, %s failures\n' "$checks" "$failures"
[ "$failures" -eq 0 ]
