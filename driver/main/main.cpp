// The `tessera` command.
#include <fmt/format.h>

#include <map>

#include "driver/commands.hpp"
#include "driver/load.hpp"
#include "dsl/support/diagnostic.hpp"

namespace {

using namespace tessera;

constexpr const char* description =
    "Tessera: rewrite a plain procedure step by step into a kernel, each step proved.\n\n"
    "  tessera show    FILE.tess --sched S.sched --hwlib avx512 --after 3   the program after three steps\n"
    "  tessera compile FILE.tess --sched S.sched --hwlib avx512 -o out      C, header, trace, manifest\n"
    "  tessera verify  FILE.tess --sched S.sched --hwlib avx512             every proof, and an independent check\n";

constexpr const char* footer =
    "exit codes: 0 done, 1 refused by a check, 2 bad usage or input, 3 undecided (the solver's time limit), 70 a bug "
    "in Tessera";

int report(const Error& e) {
  fmt::print(stderr, "{}\n", e.diagnostic().render());
  return static_cast<int>(e.exit_code());
}

// What the command line parser objects to, in the form of all other errors.
int usage(const CLI::App& app, const CLI::ParseError& e, const char* first) {
  Diagnostic d;
  d.code = "usage";
  d.message = e.what();
  bool names_command = first && *first != '-';
  if (names_command && app.get_subcommands().empty()) {
    d.message = fmt::format("there is no subcommand '{}'", first);
    d.hint = "`tessera --help` lists them";
  } else {
    d.hint = app.get_subcommands().empty()
                 ? "see `tessera --help`"
                 : fmt::format("see `tessera {} --help`", app.get_subcommands().front()->get_name());
  }
  return report(InputError(d));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{description, "tessera"};
  app.footer(footer);
  app.require_subcommand(1);
  std::map<std::string, driver::Command> commands{{"show", driver::add_show(app)},
                                                  {"compile", driver::add_compile(app)},
                                                  {"verify", driver::add_verify(app)},
                                                  {"primitives", driver::add_primitives(app)},
                                                  {"docs", driver::add_docs(app)}};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return e.get_exit_code() == 0 ? app.exit(e) : usage(app, e, argc > 1 ? argv[1] : nullptr);
  }
  try {
    commands.at(app.get_subcommands().front()->get_name())();
    return 0;
  } catch (const Error& e) { return report(e); } catch (const std::exception& e) {
    fmt::print(stderr, "error[bug]: bug in Tessera: {}\n", e.what());
    return static_cast<int>(ExitCode::bug);
  }
}
