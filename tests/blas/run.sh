#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh WHAT TESSERA SOURCES WORK: the library that `tessera blas` writes. `make` writes it into the folder WORK and builds it
# there, plain and with sanitizers; the others test what `make` left: front, xerbla, threads, workspace, dispatch, install,
# reference, numpy. `neon` and `scalar` make one of their own, for targets without masks. Tiles and blocks are small, so that small matrices have all kinds of edges. Exit code 77: skipped.
set -euo pipefail
what=$1 tessera=$2 sources=$3 work=$4
here=$sources/tests/blas
skip() { echo "SKIPPED blas.$what: $*"; exit 77; }
complain() { echo "FAILED blas.$what: $*"; exit 1; }
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
warnings="-std=c11 -D_DEFAULT_SOURCE -Wall -Wextra -Werror"
library=$work/plain/libtessera_blas.so.0
compiler=gcc static="" runner="" # where another machine is emulated: how programs are made and run

# quietly COMMAND...: its output only when it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; complain "$*"; }; }

# build FOLDER FLAGS
build() {
  quietly cmake -S "$work/library" -B "$work/$1" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_COMPILER=$compiler -DCMAKE_C_FLAGS="-O1 $2 -Wall -Wextra -Werror" \
    ${runner:+-DCMAKE_SYSTEM_NAME=Linux}
  quietly cmake --build "$work/$1" -j "$(nproc)"
}

# of_type f32|f64: what the test programs are told of it
of_type() {
  case $1 in
    f32) echo "-DREAL=float -DCBLAS_GEMM=cblas_sgemm -DFORTRAN_GEMM=sgemm_ -DNAME=\"sgemm\"" ;;
    f64) echo "-DREAL=double -DCBLAS_GEMM=cblas_dgemm -DFORTRAN_GEMM=dgemm_ -DNAME=\"dgemm\"" ;;
  esac
}

# compile PROGRAM BUILD FLAGS...: with the static library of that build
compile() {
  local program=$1 folder=$2
  shift 2
  # shellcheck disable=SC2086  # words on purpose
  quietly $compiler $warnings $static -g -O1 -I"$work/library" "$here/${program%%:*}.c" "$@" "$work/$folder/libtessera_blas.a" -fopenmp -lm \
    -o "$work/${program/:/_}"
}

# the targets of the library that run here, and the loops in C
targets_here() {
  local target
  for target in $(jq -r '.targets[]' "$work/library/tessera_blas.json") plain; do
    [ "$(TESSERA_BLAS_TARGET=$target "$work/which")" = "$target" ] && echo "$target"
  done
  true
}

case $what in make | neon | scalar) ;; *) [ -e "$library" ] || skip "there is no library: blas.make did not write it" ;; esac

case $what in
  make)
    rm -rf "$work"
    mkdir -p "$work"
    if ! "$tessera" blas --tile 2x16 --caches 1,2 -o "$work/library" >"$work/log" 2>&1; then
      grep -q "no products for this machine's architecture" "$work/log" && skip "no shipped library is for this architecture"
      cat "$work/log"
      exit 1
    fi
    build plain ""
    build sanitized "-g $sanitizers"
    printf '#include <stdio.h>\n#include <tessera_blas.h>\nint main(void) { puts(tessera_blas_target()); }\n' >"$work/which.c"
    quietly gcc -I"$work/library" "$work/which.c" "$work/plain/libtessera_blas.a" -fopenmp -o "$work/which"
    exported=$(nm -D --defined-only "$library" | awk '{print $3}' | sort | xargs)
    [ "$exported" = "cblas_dgemm cblas_sgemm cblas_xerbla dgemm_ sgemm_ tessera_blas_target tessera_blas_version xerbla_" ] || complain "exported: $exported"
    ;;

  front)
    for type in f32 f64; do
      # shellcheck disable=SC2046,SC2086  # words on purpose
      compile "gemm_test:$type" sanitized $sanitizers $(of_type $type)
      for target in $(targets_here); do
        OMP_NUM_THREADS=1 TESSERA_BLAS_TARGET=$target "$work/gemm_test_$type" | tee "$work/log"
        grep -q "^$target: .* ok" "$work/log" || complain "$target was not used"
      done
    done
    ;;

  neon | scalar)
    work=${work}_$what
    rm -rf "$work"
    mkdir -p "$work"
    if [ "$what" = neon ] && [ "$(uname -m)" != aarch64 ]; then
      for needed in qemu-aarch64 aarch64-linux-gnu-gcc; do command -v $needed >/dev/null || skip "$needed is not installed"; done
      compiler=aarch64-linux-gnu-gcc static=-static runner=qemu-aarch64 sanitizers=""
    fi
    quietly "$tessera" blas --target "$what" --tile 2x8 --caches 1,2 -o "$work/library"
    build sanitized "-g $sanitizers"
    for type in f32 f64; do
      for program in gemm threads; do
        # shellcheck disable=SC2046,SC2086  # words on purpose
        compile "${program}_test:$type" sanitized $sanitizers $(of_type $type)
      done
      OMP_NUM_THREADS=1 $runner "$work/gemm_test_$type" | tee "$work/log"
      grep -q "^$what: .* ok" "$work/log" || complain "$what was not used"
      $runner "$work/threads_test_$type" | tee "$work/log"
      grep -q "^$what" "$work/log" || complain "$what was not used"
    done
    ;;

  xerbla)
    for type in f32 f64; do
      # shellcheck disable=SC2046,SC2086  # words on purpose
      compile "xerbla_test:$type" sanitized $sanitizers $(of_type $type) -DOWN_XERBLA
      "$work/xerbla_test_$type"
      # shellcheck disable=SC2046,SC2086  # words on purpose
      compile "xerbla_test:$type" sanitized $sanitizers $(of_type $type)
      "$work/xerbla_test_$type" 2>"$work/told"
      letter=$([ $type = f32 ] && echo s || echo d)
      grep -qxF " ** On entry to ${letter^^}GEMM parameter number  8 had an illegal value" "$work/told" || complain "Fortran's message"
      grep -qxF " ** On entry to ${letter^^}GEMM parameter number 13 had an illegal value" "$work/told" || complain "Fortran's message"
      # the position in the call as it was made: the last of the list is `no a`
      [ "$(tail -n 1 "$work/told")" = "Parameter 8 to routine cblas_${letter}gemm was incorrect" ] || complain "the message of CBLAS"
      grep -qxF "Illegal TransA setting, 110" "$work/told" || complain "what the word was"
      [ "$(grep -c 'had an illegal value' "$work/told")" = 14 ] && [ "$(grep -c 'was incorrect' "$work/told")" = 17 ] ||
        complain "$(cat "$work/told")"
    done
    ;;

  threads)
    for type in f32 f64; do
      # shellcheck disable=SC2046  # words on purpose
      compile "threads_test:$type" plain -fopenmp $(of_type $type)
      for target in $(targets_here); do
        TESSERA_BLAS_VERBOSE=1 TESSERA_BLAS_TARGET=$target "$work/threads_test_$type" 2>"$work/told" || complain "$target"
        grep -qE 'on_several_threads [1-9]' "$work/told" || complain "one thread only: $(cat "$work/told")"
      done
    done
    TESSERA_BLAS_NUM_THREADS=1 TESSERA_BLAS_VERBOSE=1 "$work/threads_test_f32" 2>"$work/told"
    if grep -qE 'on_several_threads [1-9]' "$work/told"; then complain "TESSERA_BLAS_NUM_THREADS is not heard"; fi
    ;;

  workspace)
    for flags in "$sanitizers" "-fsanitize=thread"; do
      # shellcheck disable=SC2086  # words on purpose
      quietly gcc $warnings -g -O1 $flags -pthread -I"$work/library" "$here/workspace_test.c" "$work/library/tessera_workspace.c" -o "$work/workspace"
      # a sanitizer that runs out of addresses says so itself
      ASAN_OPTIONS=allocator_may_return_null=1 TSAN_OPTIONS=allocator_may_return_null=1 "$work/workspace"
    done
    quietly gcc $warnings -O1 -pthread -I"$work/library" "$here/workspace_test.c" "$work/library/tessera_workspace.c" -o "$work/workspace"
    for mistake in order twice foreign memory overflow; do
      status=0
      bash -c 'ulimit -c 0; "$0" "$1"; exit $?' "$work/workspace" $mistake 2>"$work/told" || status=$?
      [ $status = 134 ] || complain "$mistake: status $status"
      case $mistake in memory | overflow) message="no memory" ;; *) message="not what was taken last" ;; esac
      grep -q "tessera_workspace: .*$message" "$work/told" || complain "$mistake: $(cat "$work/told")"
    done
    ;;

  dispatch)
    best=$("$work/which")
    [ "$best" = "$(targets_here | head -n 1)" ] || complain "$best is not the best"
    [ "$(TESSERA_BLAS_TARGET=no_such "$work/which")" = "$best" ] || complain "an unknown name"
    TESSERA_BLAS_VERBOSE=1 TESSERA_BLAS_TARGET=no_such "$work/which" 2>"$work/told" >"$work/log"
    [ "$(grep -c "'no_such' is not here or does not run on this CPU; $best is used" "$work/told")" = 1 ] || complain "$(cat "$work/told")"
    TESSERA_BLAS_TARGET=no_such "$work/which" 2>"$work/told" >"$work/log"
    [ ! -s "$work/told" ] || complain "it speaks without being asked"
    # a CPU without the features of the best, and one without those of the best two
    for without in 1 2; do
      rm -rf "$work/older"
      cp -r "$work/library" "$work/older"
      for target in $(jq -r '.targets[]' "$work/library/tessera_blas.json" | head -n $without); do
        sed -i 's/wanted\[\] = {/&{"of_tomorrow", {0, 0, TESSERA_NONE, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0},/' "$work/older/$target"_*/gemm_blocked_*.c
      done
      next=$(jq -r --argjson i $without '.targets[$i] // "plain"' "$work/library/tessera_blas.json")
      # shellcheck disable=SC2046  # words on purpose
      quietly gcc -O1 -I"$work/older" "$work/which.c" "$work"/older/{targets,dispatch}.c "$work"/older/*/gemm_blocked_*.c \
        $(for source in $(jq -r '.products[] | .sources[]' "$work/library/tessera_blas.json"); do
          find "$work/plain" -path "*/$source.o"; done) "$work/older/tessera_workspace.c" -pthread -o "$work/which_older"
      [ "$("$work/which_older")" = "$next" ] || complain "without the best $without: $("$work/which_older"), not $next"
      [ "$(TESSERA_BLAS_TARGET=$best "$work/which_older")" = "$next" ] || complain "the nearest to $best is not $next"
    done
    # The CPU is asked, not a file: without /proc it is the same one, and that of an emulator is another.
    quietly gcc -static -I"$work/library" "$work/which.c" "$work/plain/libtessera_blas.a" -fopenmp -o "$work/which_static"
    mkdir -p "$work/without_proc"
    cp "$work/which_static" "$work/without_proc/which"
    if unshare -r true 2>/dev/null; then
      found=$(unshare -r chroot "$work/without_proc" /which)
      [ "$found" = "$best" ] || complain "without /proc $found is used, with it $best"
    fi
    if [ "$(uname -m)" = x86_64 ] && command -v qemu-x86_64 >/dev/null; then
      old=$(qemu-x86_64 -cpu Nehalem "$work/which_static")
      [ "$old" = plain ] || jq -e --arg t "$old" 'any(.products[]; .target == $t and .features == [])' "$work/library/tessera_blas.json" >"$work/log" ||
        complain "$old is used on a Nehalem"
    fi
    ;;

  install)
    quietly cmake --install "$work/plain" --prefix "$work/installed"
    libdir=$(dirname "$(find "$work/installed" -name tessera_blas.pc | grep .)")
    export PKG_CONFIG_PATH=$libdir
    [ "$(objdump -p "$library" | awk '$1 == "SONAME" {print $2}')" = libtessera_blas.so.0 ] || complain "the soname"
    # shellcheck disable=SC2046  # words on purpose
    quietly gcc "$work/which.c" $(pkg-config --cflags --libs tessera_blas) -o "$work/which_installed"
    [ "$(LD_LIBRARY_PATH=$(dirname "$libdir") "$work/which_installed")" = "$("$work/which")" ] || complain "installed, it is another"
    quietly g++ -x c++ "$work/which.c" -x none $(pkg-config --cflags --libs tessera_blas) -o "$work/which_installed"
    version=$(jq -r .made_by "$work/library/tessera_blas.json" | grep -o '^[0-9.]*')
    [ "$(pkg-config --modversion tessera_blas)" = "$version" ] || complain "pkg-config says another version than $version"
    if pkg-config --cflags --libs --static tessera_blas | grep -qE ' -m[a-z]'; then complain "flags of the machine reach the caller"; fi
    # find_package, from another place: the shared and the static library, for programs in C and in C++
    mv "$work/installed" "$work/moved"
    rm -rf "$work/consumer"
    mkdir "$work/consumer"
    cat >"$work/consumer/use.c" <<'EOF'
#include <stdio.h>
#include <string.h>
#include <tessera_blas.h>
int main(void) {
  const float a[4] = {1, 2, 3, 4}, b[4] = {1, 0, 0, 1};
  float c[4];
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 2, 2, 2, 1, a, 2, b, 2, 0, c, 2);
  if (memcmp(a, c, sizeof c) != 0 || strcmp(tessera_blas_version(), TESSERA_BLAS_VERSION) != 0 || TESSERA_BLAS_VERSION_NUMBER < 100) return 1;
  return puts(tessera_blas_target()) < 0;
}
EOF
    cp "$work/consumer/use.c" "$work/consumer/use.cpp"
    cat >"$work/consumer/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.18)
project(consumer LANGUAGES C CXX)
find_package(tessera_blas $version REQUIRED)
find_package(tessera_blas 99.1 QUIET)
if(tessera_blas_FOUND)
  message(FATAL_ERROR "version 99.1 was found")
endif()
find_package(tessera_blas REQUIRED)
foreach(library tessera_blas tessera_blas_static)
  foreach(language c cpp)
    add_executable(\${library}_\${language} use.\${language})
    target_link_libraries(\${library}_\${language} PRIVATE tessera_blas::\${library})
  endforeach()
endforeach()
EOF
    quietly cmake -S "$work/consumer" -B "$work/consumer/build" -DCMAKE_PREFIX_PATH="$work/moved"
    quietly cmake --build "$work/consumer/build"
    for program in tessera_blas{,_static}_{c,cpp}; do
      [ "$("$work/consumer/build/$program")" = "$("$work/which")" ] || complain "$program, which found the package, uses another"
    done
    # --build: the same from one command
    first=$(jq -r '.targets[-1]' "$work/library/tessera_blas.json")
    quietly "$tessera" blas --target "$first" --tile 2x16 --caches 1,2 -o "$work/built" --build
    quietly gcc -I"$work/built" "$work/which.c" -L"$work/built" -ltessera_blas -o "$work/which_built"
    [ "$(LD_LIBRARY_PATH=$work/built "$work/which_built")" = "$(targets_here | grep -x "$first" || echo plain)" ] || complain "--build"
    [ "$(nm -D --defined-only "$work/built/libtessera_blas.so" | wc -l)" = 8 ] || complain "--build exports something else"
    ;;

  reference)
    programs=/usr/lib/$(gcc -print-multiarch)/blas
    [ -x "$programs/xblat3s" ] && [ -x "$programs/xdcblat3" ] || skip "libblas-test is not installed"
    mkdir -p "$work/reference"
    cd "$work/reference"
    # passed TEXT...: in the report; and that the library served it
    passed() {
      for text in "$@"; do grep -q "$text" report || { cat report told; complain "the report lacks: $text"; }; done
      grep -qE "set_any [1-9].* add_any [1-9].* refused [1-9]" told || complain "not served by us: $(cat told)"
      if grep -E '(FAIL|\*\*\*).*gemm|gemm.*FAIL' -i report; then complain "$(cat report)"; fi
    }
    export TESSERA_BLAS_VERBOSE=1
    for letter in s d; do
      LD_PRELOAD=$library "$programs/xblat3$letter" <"$programs/${letter}blat3.in" >log 2>told
      mv "${letter}blat3.out" report
      passed "${letter^^}GEMM  PASSED THE TESTS OF ERROR-EXITS" "${letter^^}GEMM  PASSED THE COMPUTATIONAL TESTS"
      # these want a variable of the reference library
      LD_LIBRARY_PATH=$programs LD_PRELOAD=$library "$programs/x${letter}cblat3" <"$programs/${letter}in3" >report 2>told
      passed "cblas_${letter}gemm  PASSED THE TESTS OF ERROR-EXITS" "cblas_${letter}gemm  PASSED THE COLUMN-MAJOR COMPUTATIONAL TESTS" \
        "cblas_${letter}gemm  PASSED THE ROW-MAJOR    COMPUTATIONAL TESTS"
    done
    echo "the level-3 test programs of the reference pass: error exits, column- and row-major"
    ;;

  numpy)
    python=/usr/bin/python3
    $python -c 'import numpy, pytest, hypothesis' 2>/dev/null || skip "python3-numpy, python3-pytest or python3-hypothesis is not installed"
    cd "$work"
    TESSERA_BLAS_VERBOSE=1 LD_PRELOAD=$library $python -m pytest -q -p no:cacheprovider --pyargs numpy.linalg \
      numpy.core.tests.test_multiarray -k "(linalg or matmul or dot or MatMul or Dot or inner or Inner) and not huge" >report 2>told ||
      { tail -n 60 report; complain "NumPy's own tests"; }
    tail -n 1 report
    grep -qE '[0-9]{3,} passed' report || complain "too few tests"
    for routine in sgemm dgemm; do
      grep -qE "^tessera_blas: $routine by .* set [1-9].* set_any [1-9]" report told || complain "not served by us: $(cat told)"
    done
    ;;

  *) complain "there is no such test" ;;
esac
