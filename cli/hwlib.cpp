// SPDX-License-Identifier: Apache-2.0
// tessera hwlib — the hardware libraries: their list, their contents, and checks that instructions implement their
// bodies.
#include <CLI/CLI.hpp>

#include <memory>

#include "cli/commands.hpp"
#include "cli/hwlib_check.hpp"
#include "cli/hwlib_host.hpp"
#include "cli/hwlib_needs.hpp"
#include "cli/hwlib_new.hpp"
#include "cli/hwlib_show.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::cli {
namespace {

CLI::App* add(CLI::App& hwlib, const char* name, const char* what, LibraryCheck& job, bool takes_library = true) {
  CLI::App* sub = hwlib.add_subcommand(name, what);
  if (takes_library)
    sub->add_option("LIBRARY", job.library, "a shipped library, or the path of a folder, with a /")->required();
  add_json_option(*sub, job.json);
  return sub;
}

void show(const LibraryCheck& job) {
  if (job.needs) return show_needs(job.library, job.schedules, job.json);
  if (job.library.empty())
    throw InputError("usage", "LIBRARY is required", "a shipped library, or the path of a folder, with a /");
  show_library(job.library, job.json);
}

}  // namespace

Command add_hwlib(CLI::App& app) {
  auto job = std::make_shared<LibraryCheck>();
  auto made = std::make_shared<NewLibrary>();
  CLI::App* hwlib = app.add_subcommand("hwlib", "look at hardware libraries, and check them against the machine");
  hwlib->require_subcommand(1);
  const CLI::App* sub_list = add(*hwlib, "list", "the shipped libraries", *job, false);
  CLI::App* sub_show = add(*hwlib, "show", "the memories and instructions of a library", *job);
  sub_show->add_flag("--needs", job->needs,
                     "instead: which generators of kernels it suffices for, for each type, and which roles of "
                     "instructions others miss; without LIBRARY: what each asks for");
  sub_show->add_option("--sched", job->schedules,
                       "with --needs: a schedule of your own, whose roles (hw.load) count as another generator; may "
                       "be given several times");
  sub_show->get_option("LIBRARY")->required(false);
  const CLI::App* sub_roles = add(*hwlib, "roles", "the roles of instructions, and what each means", *job, false);
  const CLI::App* sub_host =
      add(*hwlib, "host", "this CPU: its name, its features, and the libraries that run on it", *job, false);
  const CLI::App* sub_features =
      add(*hwlib, "features", "the known names of CPU features, and which of them this CPU has", *job, false);
  const CLI::App* sub_runs =
      add(*hwlib, "runs", "can this CPU run the instructions of the library? Exit code 1: no", *job);
  CLI::App* sub_check = add(*hwlib, "check",
                            "run each instruction, and compare with what its body says. Exit code 1: one is wrong; "
                            "3: none could be run here",
                            *job);
  sub_check->add_option("--only", job->only, "this instruction alone");
  sub_check
      ->add_option("--cc", job->compilers,
                   "a C compiler for what runs on this CPU, as a command: --cc 'clang-19 -O3'; may be given several "
                   "times. Without it those that the library names, else gcc and clang")
      ->allow_extra_args(false);
  sub_check->add_option("--seed", job->seed, "of the operands' numbers (default: 1)");
  sub_check->add_flag("--record", job->record,
                      "when none is wrong, write conformance.json beside the library's files: evidence of kernels "
                      "then says so");
  CLI::App* sub_new = hwlib->add_subcommand(
      "new", "write a library of a chip's own, in plain C that passes its check, for a vendor to put its C into");
  add_new_library_options(*sub_new, *made);
  return [job, made, sub_new, sub_list, sub_show, sub_host, sub_features, sub_runs, sub_roles] {
    if (sub_list->parsed()) list_libraries(job->json);
    else if (sub_host->parsed()) tell_host(job->json);
    else if (sub_features->parsed()) tell_features(job->json);
    else if (sub_runs->parsed()) tell_whether_it_runs(job->library, job->json);
    else if (sub_roles->parsed()) list_roles(job->json);
    else if (sub_show->parsed()) show(*job);
    else if (sub_new->parsed()) new_library(*made);
    else check_library(*job);
  };
}

}  // namespace tessera::cli
