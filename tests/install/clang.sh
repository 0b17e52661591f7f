#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang.sh SOURCES: libtessera as a shared library, compiled by clang, installed and used. Exit code 77: there is no clang.
set -euo pipefail
cd "$1"
command -v clang++ >/dev/null || { echo "SKIPPED install.clang: clang++ is not installed"; exit 77; }
scripts/build clang tessera
CC=clang CXX=clang++ tests/install/run.sh build/clang .
