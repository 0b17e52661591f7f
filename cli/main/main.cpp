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
    "  tessera replay  out/KERNEL.sched                                     the steps of a trace, proved again\n"
    "  tessera hwlib   check avx512                                         run its instructions against their "
    "bodies\n"
    "  tessera conv    --shape 64,64,56,56,3,3 --target avx512 -o out       one convolution\n"
    "  tessera blas    -o out --build                                       a BLAS library of matrix products\n"
    "  tessera bench   gemm --shapes S.csv                                  this machine's matrix product beside its "
    "peers\n"
    "  tessera bench   conv --layers L.csv                                  convolutions beside theirs\n";

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
  std::map<std::string, driver::Command> commands{{"show", driver::add_show(app)},
                                                  {"compile", driver::add_compile(app)},
                                                  {"verify", driver::add_verify(app)},
                                                  {"replay", driver::add_replay(app)},
                                                  {"primitives", driver::add_primitives(app)},
                                                  {"hwlib", driver::add_hwlib(app)},
                                                  {"family", driver::add_family(app)},
                                                  {"bench", driver::add_bench(app)},
                                                  {"blas", driver::add_blas(app)},
                                                  {"conv", driver::add_conv(app)},
                                                  {"tune", driver::add_tune(app)},
                                                  {"help", driver::add_help(app)},
                                                  {"completion", driver::add_completion(app)},
                                                  {"man", driver::add_man(app)}};
  return driver::run_program(app, argc, argv, [&] { return commands.at(app.get_subcommands().front()->get_name()); });
}
