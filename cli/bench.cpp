// SPDX-License-Identifier: Apache-2.0
// tessera bench — times Tessera's kernels for this machine beside its peers. The programs of bench/ measure, as they
// know the peers; this command makes their input.
#include <CLI/CLI.hpp>

#include "cli/bench_runner.hpp"

namespace tessera::cli {

Command add_bench(CLI::App& app) {
  CLI::App* bench = app.add_subcommand("bench", "measure what Tessera makes for this machine beside its peers");
  bench->require_subcommand(1);
  const Command gemm = add_bench_gemm(*bench), conv = add_bench_conv(*bench);
  return [=] { bench->got_subcommand("gemm") ? gemm() : conv(); };
}

}  // namespace tessera::cli
