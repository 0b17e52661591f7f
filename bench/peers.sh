#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# peers.sh [--mkl]: installs the peers of the matrix products that Debian packages; with --mkl also MKL, from PyPI, into
# build/peers, where gemm_runner looks. None of it is needed to build or to test. Configure again afterwards: LIBXSMM and
# oneDNN are found then, the others when gemm_runner runs.
set -euo pipefail
cd "$(dirname "$0")/.."

# The last MKL that lets the program say that it may use AVX-512 on any maker's CPU: later ones run "def" kernels on AMD's.
mkl=mkl==2023.2.0

case "${1:-}" in
  "" | --mkl) ;;
  *) echo "usage: bench/peers.sh [--mkl]" >&2; exit 2 ;;
esac

scripts/install-deps bench
if [ "${1:-}" = --mkl ]; then
  [ -x build/peers/bin/pip ] || python3 -m venv build/peers
  build/peers/bin/pip --quiet --disable-pip-version-check install "$mkl"
  ls build/peers/lib/libmkl_rt.so.*
fi
