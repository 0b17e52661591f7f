// SPDX-License-Identifier: Apache-2.0
// The `tessera` command.
#include <CLI/CLI.hpp>
#include <map>

#include "cli/program.hpp"
#include "dsl/support/version.hpp"

namespace {

using namespace tessera;

constexpr const char* description =
    "Tessera: rewrite a plain procedure step by step into a kernel, each step proved.\n\n"
    "  tessera show    FILE.tess --sched S.sched --hwlib avx512 --after 3   the program after three steps\n"
    "  tessera compile FILE.tess --sched S.sched --hwlib avx512 -o out      C, header, manifest, trace, evidence\n"
    "  tessera verify  FILE.tess --sched S.sched --hwlib avx512             every proof, and an independent check\n"
    "  tessera verify  out/KERNEL.evidence.json                             all that the evidence claims, again\n"
    "  tessera audit   FILE.tess --sched S.sched --hwlib avx512             its hottest loop under each compiler\n"
    "  tessera replay  out/KERNEL.sched                                     the steps of a trace, proved again\n"
    "  tessera hwlib   check avx512                                         run its instructions against their "
    "bodies\n"
    "  tessera conv    --shape 64,64,56,56,3,3 --target avx512 -o out       one convolution\n"
    "  tessera blas    -o out --build                                       a BLAS library of matrix products\n"
    "  tessera bench   gemm --shapes S.csv                                  this machine's matrix product beside its "
    "peers\n"
    "  tessera bench   conv --layers L.csv                                  convolutions beside oneDNN\n";

constexpr const char* footer =
    "exit codes: 0 done, 1 refused by a check, 2 bad usage or input, 3 undecided (the solver's time limit), 70 a bug "
    "in Tessera\n"
    "--json: every command then prints one JSON value on stdout. An error is the object {\"error\": {code, message,\n"
    "exit_code, places, rule, counterexample, hint}}; its text is on stderr as without --json.";

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{description, "tessera"};
  app.footer(footer);
  app.set_version_flag("-V,--version", "tessera " + version(), "print the version");
  app.require_subcommand(1);
  std::map<std::string, cli::Command> commands{
      {"show", cli::add_show(app)},     {"compile", cli::add_compile(app)},
      {"verify", cli::add_verify(app)}, {"audit", cli::add_audit(app)},
      {"replay", cli::add_replay(app)}, {"primitives", cli::add_primitives(app)},
      {"hwlib", cli::add_hwlib(app)},   {"family", cli::add_family(app)},
      {"bench", cli::add_bench(app)},   {"blas", cli::add_blas(app)},
      {"conv", cli::add_conv(app)},     {"tune", cli::add_tune(app)},
      {"help", cli::add_help(app)},     {"completion", cli::add_completion(app)},
      {"man", cli::add_man(app)}};
  return cli::run_program(app, argc, argv, [&] { return commands.at(app.get_subcommands().front()->get_name()); });
}
