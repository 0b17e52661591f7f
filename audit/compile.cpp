// SPDX-License-Identifier: Apache-2.0
#include "audit/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "codegen/conformance/machine_names.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"

namespace tessera::audit {
namespace {

using Words = std::vector<std::string>;
using conformance::Machine;

constexpr unsigned seconds_to_answer = 60, seconds_for_assembly = 3600;

void append(Words& to, const Words& from) { to.insert(to.end(), from.begin(), from.end()); }

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

// What the compiler says on this question; "" where it fails.
std::string answer(const Machine& m, const char* question, const std::filesystem::path& log) {
  Words words = m.compile_command();
  words.emplace_back(question);
  const ProcessResult run = run_process_apart(words, log, seconds_to_answer);
  return run.status == 0 ? first_line_of(run.output) : "";
}

// The line of a compiler's text that says most.
std::string first_error(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find("error") != std::string::npos) return line;
  return first_line_of(text);
}

// With lines of the C; in a form that the table can read.
Words command_of(const Machine& m, const AuditJob& job, const Table& table, const std::string& version) {
  Words out = m.compile_command();
  append(out, job.flags);
  const bool is_clang = version.find("clang") != std::string::npos;
  append(out, is_clang ? table.clang_flags : table.gcc_flags);
  append(out, {"-fno-lto", "-g1", "-S"});
  for (const std::filesystem::path& folder : job.folders) out.push_back("-I" + folder.string());
  return out;
}

Table with_own_rules(Table table, const std::vector<std::filesystem::path>& folders) {
  for (const std::filesystem::path& folder : folders) add_own_rules(folder, table);
  return table;
}

// A compiler with an option such as -fsyntax-only succeeds without.
std::string why_no_text(const ProcessResult& run) {
  if (run.status == 0) return "it wrote no assembly text, without an error: do its options keep it from compiling?";
  return run.output.empty() ? fmt::format("exit status {}", run.status) : first_error(run.output);
}

// Other formats than ELF do not say which labels are functions.
std::string why_no_loop(const std::string& assembly, const Table& table, const AuditJob& job) {
  return functions_in(assembly, table, job.source.string()).empty()
             ? "its text has no function that can be read: `.type NAME, @function`, as for ELF, and instructions after "
               "it"
             : "no loop multiplies and adds, as far as the table of its instruction set knows";
}

std::string known_targets(const std::vector<Table>& tables) {
  std::string out;
  for (const Table& t : tables) out += (out.empty() ? "" : ", ") + t.name;
  return out.empty() ? "there is no table" : "there are tables for " + out;
}

}  // namespace

Audit audited(const Machine& compiler, const AuditJob& job, const std::vector<Table>& tables) {
  Audit out;
  out.compiler = compiler;
  if (const std::string missing = compiler.missing_program(); !missing.empty()) {
    out.why = missing + " is not installed";
    return out;
  }
  const ScratchFolder scratch;
  const std::filesystem::path log = scratch.path() / "log", text = scratch.path() / "kernel.s";
  out.version = answer(compiler, "--version", log);
  out.target = answer(compiler, "-dumpmachine", log);
  const Table* found = table_for(tables, out.target);
  if (!found) {
    out.why = out.target.empty() ? "it does not say what it compiles for (-dumpmachine)"
                                 : fmt::format("no table says how to read its machine code, {}; {}", out.target,
                                               known_targets(tables));
    return out;
  }
  const Table table = with_own_rules(*found, job.own_rules);
  out.command = command_of(compiler, job, table, out.version);
  Words words = out.command;
  append(words, {job.source.string(), "-o", text.string()});
  const ProcessResult run = run_process(words, log, seconds_for_assembly);
  std::error_code ignored;
  if (run.status != 0 || !std::filesystem::is_regular_file(text, ignored)) {
    out.outcome = Outcome::refused;
    out.why = why_no_text(run);
    return out;
  }
  const std::string assembly = read_file(text);
  out.loop = hottest_loop(assembly, table, job.source.string(), job.function);
  out.outcome = out.loop ? Outcome::audited : Outcome::no_loop;
  if (!out.loop) out.why = why_no_loop(assembly, table, job);
  return out;
}

std::vector<Machine> compilers_of(const std::vector<Machine>& native, const std::vector<Machine>& emulated,
                                  bool is_for_this_cpu) {
  std::vector<Machine> out;
  const auto add = [&](Machine m) {
    m.runner.clear();
    if (std::none_of(out.begin(), out.end(), [&](const Machine& o) { return o.compiler == m.compiler; })) {
      m.name.clear();  // an emulator may be in it
      out.push_back(std::move(m));
    }
  };
  if (is_for_this_cpu || emulated.empty()) std::for_each(native.begin(), native.end(), add);
  std::for_each(emulated.begin(), emulated.end(), add);
  conformance::name_machines({&out});
  return out;
}

}  // namespace tessera::audit
