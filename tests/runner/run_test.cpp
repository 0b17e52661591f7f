// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/run_test.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "api/load.hpp"
#include "api/operations.hpp"
#include "codegen/emit.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/check/written.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "validate/equivalent.hpp"

namespace tessera::testing {
namespace {

namespace fs = std::filesystem;

// The test's program, read and checked, with what its schedule may name.
struct Subject {
  ContextRef context = std::make_shared<Context>();
  script::Inputs inputs;
  syntax::Module program;
  std::vector<const syntax::Module*> modules;

  Subject(const TestFile& t, const Settings& settings) {
    context->hooks.assumed = settings.assumed;
    for (const std::string& name : t.libraries) inputs.libraries.push_back(api::load_library(name));
    for (const script::Library& l : inputs.libraries) modules.push_back(&l.module);
    program = syntax::parse_module(t.program, t.path.filename().string(), modules);
    for (const ir::ProcRef& p : program.procs) {
      if (!p->instr) {
        check::check_accesses(*p, context->solver);
        check::check_written(*p);
      }
      inputs.procs.emplace_back(p, context);
    }
    inputs.memories = program.memories;
    inputs.configs = program.configs;
    api::add_operations(inputs);
  }

  Proc run(const std::string& schedule, const std::string& name) {
    return script::evaluate(syntax::parse_schedule(schedule, name), inputs, context);
  }

  Proc run(const TestFile& t) {
    return t.schedule.empty() ? inputs.procs.back() : run(t.schedule, t.path.filename().string() + ":schedule");
  }
};

std::string check_replay(Subject& subject, const Proc& p) {
  std::string trace = script::trace_text(p);
  try {
    Proc again = subject.run(trace, "<trace>");
    if (!ir::equal(p.ir(), again.ir())) return "replaying the trace gives another program:\n" + trace + again.text();
  } catch (const Error& e) { return "the trace does not replay:\n" + trace + e.what(); }
  return "";
}

std::string check_reparse(Subject& subject, const Proc& p) {
  std::vector<const syntax::Module*> known = subject.modules;
  syntax::Module callees = subject.program;  // the printed procedure may have the name of the one it came from
  std::erase_if(callees.procs, [&](const ir::ProcRef& c) { return c->name == p.name(); });
  for (const VersionRef& v : p.history())
    for (const ir::ProcRef& c : v->step.created) callees.procs.push_back(c);
  for (const VersionRef& v : p.history())
    for (const VersionRef& used : v->step.uses) {
      if (used->ir->instr && !used->parent) continue;  // of a library
      if (used->ir->instr)
        std::erase_if(callees.procs, [&](const ir::ProcRef& c) { return c->name == used->ir->name; });
      if (!callees.proc(used->ir->name)) callees.procs.push_back(used->ir);
    }
  known.push_back(&callees);
  std::string text = p.text();
  try {
    syntax::Module again = syntax::parse_module(text, "<printed>", known);
    if (!ir::equal(p.ir(), *again.procs.back())) return "the printed text means another program:\n" + text;
  } catch (const Error& e) { return "what is printed does not parse:\n" + text + e.what(); }
  return "";
}

// Compiles for this machine only: instructions of other targets are compiled by their own tests.
std::string check_c(const Proc& p) {
  std::vector<ir::ProcRef> procs{p.ref()};
  codegen::Emitted c;
  try {
    codegen::Options options;
    options.allow_spills = true;  // tests are about what is right
    c = codegen::emit(procs, options);
  } catch (const CheckError&) {
    return "";  // registers not yet after instructions: a step in the middle of a schedule
  }
  if (!c.features.empty()) return "";
  fs::path folder = fs::temp_directory_path() / fmt::format("tessera_t.{}", ::getpid());
  write_files(folder, {{"kernels.c", c.source}, {"kernels.h", c.header}});
  std::string command =
      fmt::format("gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only {0}/kernels.c >{0}/log 2>&1", folder.string());
  std::string out =
      std::system(command.c_str()) == 0 ? "" : "the C does not compile:\n" + read_file(folder / "log") + c.source;
  fs::remove_all(folder);
  return out;
}

std::string accept(const TestFile& t, const Settings& settings, Subject& subject, const Proc& p) {
  std::string text = p.text();
  if (text.empty() || text.back() != '\n') text += '\n';
  if (settings.update) {
    write_files(t.path.parent_path(), {{t.path.filename().string(), with_expectation(t, text)}});
  } else if (text != t.expected) {
    return "expected:\n" + t.expected + "got:\n" + text;
  }
  validate::Options options;
  options.fuel = 200'000;
  options.prove = false;
  options.modulo = script::changed_fields(p);
  validate::equivalent(script::reference(p), p.ir(), options);
  for (const std::string& problem :
       {check_replay(subject, p), check_reparse(subject, p), settings.compile ? check_c(p) : std::string()})
    if (!problem.empty()) return problem;
  return "";
}

std::string refused(const TestFile& t, const Error& e) {
  std::string message = e.diagnostic().render();
  if (e.diagnostic().code != t.error) return fmt::format("expected error {}, got:\n{}", t.error, message);
  std::istringstream wanted(t.expected);
  for (std::string line; std::getline(wanted, line);)
    if (message.find(line) == std::string::npos) return fmt::format("the message lacks '{}':\n{}", line, message);
  return "";
}

}  // namespace

std::string run_test(const TestFile& t, const Settings& settings) {
  try {
    Subject subject(t, settings);
    Proc p = subject.run(t);
    if (t.expects_error()) return "expected error " + t.error + ", but it was accepted:\n" + p.text();
    return accept(t, settings, subject, p);
  } catch (const Error& e) {
    if (!t.expects_error()) return std::string("unexpected error:\n") + e.what();
    return refused(t, e);
  }
}

std::string refusal(const TestFile& t) {
  try {
    Subject(t, {}).run(t);
  } catch (const Error& e) { return e.diagnostic().render(); }
  malformed(t.path, "nothing is refused");
}

std::optional<std::string> unsound_result(const TestFile& t) {
  Settings settings;
  settings.assumed = {t.error};
  try {
    return Subject(t, settings).run(t).text();
  } catch (const Error&) { return std::nullopt; }
}

}  // namespace tessera::testing
