# SPDX-License-Identifier: Apache-2.0
# Ctrl-C while something is written: nothing half-written stays, no process goes on, what was there is as it was.
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
echo name,shape >layers.csv
for h in 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39; do
  for r in 3 5 7; do echo "l${h}_$r,\"K=64,C=64,H=$h,W=$h,R=$r,S=$r\"" >>layers.csv; done
done

# interrupted SIGNAL ARGUMENT...: the command is ended by it when it has begun to write to `out`. The file $meanwhile is made by
# somebody else before.
meanwhile=
interrupted() {
  signal=$1
  shift
  current="$case_name: SIG$signal: tessera $*"
  checks=$((checks + 1))
  env --default-signal=INT "$tessera" "$@" >"$work/output" 2>&1 & # which a shell lets it ignore
  process=$!
  waited=0
  while [ -z "$(find out -path '*.partial/*' 2>/dev/null | head -n 1)" ] && [ $waited -lt 600 ]; do
    sleep 0.05
    waited=$((waited + 1))
  done
  [ -z "$meanwhile" ] || : >"$meanwhile"
  kill -s "$signal" $process
  wait $process 2>/dev/null
  code=$?
  [ $code -gt 128 ] || complain "exit code $code: it was done before the signal, or does not end by it"
  left=$(find . -name '*.partial' -o -path './tmp/*')
  [ -z "$left" ] || complain "left behind: $left"
  pgrep -f "^$tessera $1 .*$PWD" >"$work/output" && complain "processes go on"
}

for signal in INT TERM HUP; do
  interrupted $signal conv --layers layers.csv --target avx512 --target avx2 -o "$PWD/out/net" -j 2
  [ ! -e out/net ] || complain "out/net is there"
done
# One convolution is made in memory and written at the end, all files or none.
current="$case_name: SIGTERM: tessera conv"
checks=$((checks + 1))
"$tessera" conv --shape groups=16,K=16,C=16,H=40,W=40,R=13,S=13,pad=6 --target avx512 --cpu none -o "$PWD/out/one" >"$work/output" 2>&1 &
process=$!
sleep 0.05
kill -s TERM $process
wait $process 2>/dev/null
code=$?
[ $code -gt 128 ] || complain "exit code $code: it was done before the signal, or does not end by it"
[ ! -e out/one ] || complain "out/one is there"
interrupted TERM family gemm --target avx512 -o "$PWD/out/family"
[ ! -e out/family ] || complain "out/family is there"
interrupted INT blas --target scalar -o "$PWD/out/blas"
[ ! -e out/blas ] || complain "out/blas is there"

# What somebody else puts into the new folder meanwhile is his.
meanwhile=out/shared/his
interrupted INT conv --layers layers.csv --target avx2 -o "$PWD/out/shared"
meanwhile=
[ -e out/shared/his ] || complain "a file of somebody else is gone"

# A library that was there.
run conv --layers layers.csv --target scalar -o out/net
expect 0
cp -r out/net before
interrupted INT conv --layers layers.csv --target avx2 -o "$PWD/out/net"
diff -r before out/net >"$work/output" || complain "the library is another one now"

# Programs that it has started end with it: the one that measures, and the compiler.
cat >slow <<'T'
#!/bin/sh
case $* in *--version*) exec cc "$@" ;; esac
echo $$ >"$(dirname "$0")/started"
exec sleep 60
T
chmod +x slow
# ends_what_it_started ARGUMENT...
ends_what_it_started() {
  current="$case_name: SIGTERM: tessera $*"
  checks=$((checks + 1))
  rm -f started
  "$tessera" "$@" >"$work/output" 2>&1 &
  process=$!
  waited=0
  while [ ! -s started ] && [ $waited -lt 600 ]; do
    sleep 0.05
    waited=$((waited + 1))
  done
  kill -s TERM $process
  wait $process 2>/dev/null
  code=$?
  [ $code -gt 128 ] || complain "exit code $code: it was done before the signal, or does not end by it"
  if kill "$(cat started)" 2>/dev/null; then complain "a program goes on"; fi
  no_files tmp
}
echo name,m,n,k >shapes.csv
echo a,4,4,4 >>shapes.csv
ends_what_it_started bench gemm --shapes shapes.csv --library x.so --runner "$PWD/slow"
printf 'name,K,C,H,R,stride\na,4,4,5,3,1\n' >one.csv
ends_what_it_started bench conv --layers one.csv --target scalar --cc "$PWD/slow" --runner true
unset TMPDIR
