#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# peers.sh [--mkl | --onednn]: installs the peers that Debian packages; with --mkl also MKL, from PyPI, into build/peers, where
# gemm_runner looks; with --onednn a newer oneDNN there, for experiments/conv_mixed.sh. None of it is needed to build or to test.
# Configure again afterwards: LIBXSMM and Debian's oneDNN are found then, the others when gemm_runner runs.
set -euo pipefail
cd "$(dirname "$0")/.."

# The last MKL that lets the program say that it may use AVX-512 on any maker's CPU: later ones run "def" kernels on AMD's.
mkl=mkl==2023.2.0
# oneDNN 3.2, the last with a plain CPU build: later packages want SYCL.
onednn="onednn-cpu-gomp==2023.2.0 onednn-devel-cpu-gomp==2023.2.0"

case "${1:-}" in
  "" | --mkl | --onednn) ;;
  *) echo "usage: bench/peers.sh [--mkl | --onednn]" >&2; exit 2 ;;
esac

scripts/install-deps bench
install() {
  [ -x build/peers/bin/pip ] || python3 -m venv build/peers
  build/peers/bin/pip --quiet --disable-pip-version-check install "$@"
}
# shellcheck disable=SC2086  # two packages
case "${1:-}" in
  --mkl) install "$mkl" && ls build/peers/lib/libmkl_rt.so.* ;;
  --onednn) install $onednn && ls build/peers/lib/libdnnl.so.* ;;
esac
