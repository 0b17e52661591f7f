// SPDX-License-Identifier: Apache-2.0
#include "artifact/library_conformance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "api/load.hpp"
#include "artifact/sha256.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/host_cpu.hpp"
#include "dsl/support/version.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;
using conformance::Finding, conformance::Machine, conformance::Verdict;

constexpr const char* not_run = "not run";

std::vector<HashedFile> hashed_files(const std::string& library) {
  std::vector<HashedFile> out;
  const fs::path folder = api::library_folder(library);
  for (const std::string& file : api::library_contents(library))
    out.push_back({file, sha256(read_file(folder / file))});
  const auto by_name = [](const HashedFile& a, const HashedFile& b) { return a.file < b.file; };
  std::sort(out.begin(), out.end(), by_name);
  return out;
}

// All of their declarations are read before the library's own.
std::vector<ExtendedLibrary> extended_by(const std::string& library) {
  std::vector<ExtendedLibrary> out;
  std::vector<api::LibraryLayer> layers = api::layers_of(library);
  for (auto l = layers.begin() + 1; l != layers.end(); ++l) out.push_back({l->written, hashed_files(l->given)});
  return out;
}

std::string file_of(const ir::Procedure& p) { return p.loc.file ? fs::path(*p.loc.file).filename().string() : ""; }

std::vector<CheckingMachine> machines_of(const std::vector<Finding>& findings) {
  std::vector<CheckingMachine> out;
  for (const Machine& m : machines_that_ran(findings)) {
    out.push_back({m.name, version_said(m.compiler_says), {}, m.compiler, m.runner, conformance::in_words(m.around)});
    if (!m.runner.empty()) out.back().emulator = version_said(m.emulator_says);
    if (!m.model.empty()) out.back().model = fs::path(m.model).filename().string();
    if (m.runner.empty() && m.model.empty()) out.back().cpu = host_cpu_name();
  }
  return out;
}

CheckedInstruction checked(const Finding& f) {
  CheckedInstruction out;
  out.name = f.instruction->name;
  out.file = file_of(*f.instruction);
  for (const conformance::NotRun& n : f.not_run) out.not_run.push_back({n.machine, n.why});
  if (f.verdict == Verdict::skipped) {
    out.skipped = f.why;
    return out;
  }
  out.runs = f.runs();
  out.where = f.where();
  for (const Machine& m : f.machines) out.machines.push_back(m.name);
  out.probed = f.probed;
  out.shown_by = f.shown_by;
  out.left_out = f.left_out;
  if (f.stated) out.error = SeenError{*f.stated, f.most_off};
  return out;
}

// The files that affect this one: declarations up to it, in reading order, and all files without declarations.
std::vector<HashedFile> that_matter_to(const std::string& file, std::vector<HashedFile> files) {
  std::erase_if(files, [&](const HashedFile& f) { return f.file.ends_with(".tess") && f.file > file; });
  return files;
}

// Of the machines that ran it.
std::vector<std::string> without_guard_pages(const CheckedInstruction& i, const std::vector<CheckingMachine>& all) {
  std::vector<std::string> out;
  for (const CheckingMachine& m : all)
    if (m.around != conformance::in_words(conformance::Around::guard_pages) &&
        std::find(i.machines.begin(), i.machines.end(), m.name) != i.machines.end())
      out.push_back(m.name);
  return out;
}

std::string between_canaries(const std::vector<std::string>& machines) {
  return machines.empty() ? "" : fmt::format(", between canaries on {}", fmt::join(machines, ", "));
}

std::string in_words(const CheckedInstruction& i, const std::vector<CheckingMachine>& machines) {
  if (i.skipped) return "skipped: " + *i.skipped;
  return fmt::format("passed {} runs {}{}{}{}{}{}{}", i.runs, conformance::in_words(i.where), shown_by(i.shown_by),
                     between_canaries(without_guard_pages(i, machines)),
                     i.error ? within(i.error->stated, i.error->seen) : "", left_out(i.left_out), by_probe(i.probed),
                     not_run_on(i.not_run));
}

}  // namespace

std::string left_out(const std::vector<std::string>& data) {
  return data.empty() ? "" : fmt::format(", but not on {}: its body overflows there", fmt::join(data, ", "));
}

std::string not_run_on(const std::vector<conformance::NotRun>& all) {
  std::string out;
  for (const conformance::NotRun& n : all) out += fmt::format("; not run on {}: {}", n.machine, n.why);
  return out;
}

std::string shown_by(const std::vector<std::string>& readers) {
  return readers.empty() ? "" : fmt::format(", with {} after it", fmt::join(readers, ", "));
}

std::string between(const std::vector<Machine>& machines) {
  std::vector<std::string> names;
  for (const Machine& m : machines)
    if (m.around == conformance::Around::canaries) names.push_back(m.name);
  return between_canaries(names);
}

std::string by_probe(const std::vector<std::string>& features) {
  return features.empty() ? "" : fmt::format("; {} by probe", fmt::join(features, ", "));
}

std::string version_said(const std::string& line) { return line.empty() ? "version unknown" : line; }

std::vector<Machine> machines_that_ran(const std::vector<Finding>& findings) {
  std::map<std::string, Machine> machines;
  for (const Finding& f : findings) {
    for (const Machine& m : f.machines) machines.emplace(m.name, m);
    if (f.failed_on) machines.emplace(f.failed_on->name, *f.failed_on);
  }
  std::vector<Machine> out;
  for (const auto& [name, m] : machines) out.push_back(m);
  return out;
}

std::string within(const ir::ErrorBound& stated, double most) {
  return fmt::format(", within {} of its body (up to {:.3g} seen)", ir::in_words(stated), most);
}

ConformanceRecord conformance_record(const std::string& library, const std::vector<Finding>& findings) {
  ConformanceRecord out{version(), hashed_files(library), extended_by(library), machines_of(findings), {}};
  for (const Finding& f : findings) out.instructions.push_back(checked(f));
  return out;
}

LibraryConformance::LibraryConformance(const std::string& library)
    : files_(hashed_files(library)), extends_(extended_by(library)) {
  const fs::path file = api::library_folder(library) / api::conformance_file_name;
  if (is_there(file)) record_ = read_conformance_record(file);
}

std::string LibraryConformance::of(const ir::Procedure& instruction) const {
  if (!record_) return not_run;
  const std::string file = file_of(instruction);
  for (const CheckedInstruction& i : record_->instructions) {
    if (i.name != instruction.name || i.file != file) continue;
    const bool is_current =
        record_->extends == extends_ && that_matter_to(file, record_->files) == that_matter_to(file, files_);
    return is_current ? in_words(i, record_->machines) : "outdated";
  }
  return not_run;
}

}  // namespace tessera::artifact
