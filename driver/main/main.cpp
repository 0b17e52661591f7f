// SPDX-License-Identifier: Apache-2.0
// The `tessera` command.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <string_view>
#include <system_error>

#include "driver/commands.hpp"
#include "driver/report/facts.hpp"
#include "driver/usage_error.hpp"
#include "dsl/support/diagnostic.hpp"
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

// The text is for people, also in the log of a program that reads the JSON.
int print_error(const Error& e, bool json) {
  fmt::print(stderr, "{}\n", e.diagnostic().render());
  if (json) fmt::print("{}\n", report::text_of({{"error", report::error_facts(e)}}));
  return static_cast<int>(e.exit_code());
}

int print_bug(const std::exception& e, bool json) {
  Diagnostic d;
  d.code = "bug";
  d.message = fmt::format("bug in Tessera: {}", e.what());
  d.hint = "keep the input and the schedule: running the same command shows this again";
  return print_error(Error(ExitCode::bug, d), json);
}

InputError output_error() {
  Diagnostic d;
  d.code = "output";
  d.message = fmt::format("cannot write to the standard output: {}", std::strerror(errno));
  d.hint = "it was closed, or its disk is full";
  return InputError(d);
}

// Runs the command; what it printed has then reached its file.
void run(const driver::Command& command) try {
  command();
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) throw output_error();
} catch (const std::system_error&) {
  if (std::ferror(stdout)) throw output_error();
  throw;
}

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
                                                  {"fuzz", driver::add_fuzz(app)},
                                                  {"hwlib", driver::add_hwlib(app)},
                                                  {"family", driver::add_family(app)},
                                                  {"bench", driver::add_bench(app)},
                                                  {"blas", driver::add_blas(app)},
                                                  {"conv", driver::add_conv(app)},
                                                  {"tune", driver::add_tune(app)},
                                                  {"help", driver::add_help(app)},
                                                  {"completion", driver::add_completion(app)},
                                                  {"man", driver::add_man(app)}};
  bool json = std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    return print_error(driver::usage_error(app, e, argc > 1 ? argv[1] : nullptr), json);
  }
  try {
    run(commands.at(app.get_subcommands().front()->get_name()));
    return 0;
  } catch (const driver::ToldAlready& told) { return static_cast<int>(told.code); } catch (const Error& e) {
    return print_error(e, json);
  } catch (const std::exception& e) { return print_bug(e, json); }
}
