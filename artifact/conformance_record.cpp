// SPDX-License-Identifier: Apache-2.0
#include "artifact/conformance_record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/load.hpp"
#include "artifact/sha256.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/version.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;
using conformance::Finding, conformance::Machine, conformance::Verdict;
using report::Json;

constexpr int record_version = 1;
constexpr const char* not_run = "not run";

std::map<std::string, std::string> hashes(const std::string& library) {
  std::map<std::string, std::string> out;
  const fs::path folder = api::library_folder(library);
  for (const std::string& file : api::library_contents(library)) out[file] = sha256(read_file(folder / file));
  return out;
}

Json hashes_as_json(const std::map<std::string, std::string>& hashes) {
  Json out = Json::array();
  for (const auto& [file, hash] : hashes) out.push_back({{"file", file}, {"sha256", hash}});
  return out;
}

// Of the libraries that it extends, the nearest first: all of their declarations are read before its own.
Json base_hashes(const std::string& library) {
  Json out = Json::array();
  std::vector<api::LibraryLayer> layers = api::layers_of(library);
  for (auto l = layers.begin() + 1; l != layers.end(); ++l)
    out.push_back({{"library", l->written}, {"files", hashes_as_json(hashes(l->given))}});
  return out;
}

std::string file_of(const ir::Procedure& p) { return p.loc.file ? fs::path(*p.loc.file).filename().string() : ""; }

Json machine_on_record(const Machine& m) {
  Json out{{"name", m.name}, {"compiler", version_of(m.compiler.front())}};
  if (!m.runner.empty()) out["emulator"] = version_of(m.runner.front());
  return out;
}

Json machines_on_record(const std::vector<Finding>& findings) {
  std::map<std::string, Machine> machines;
  for (const Finding& f : findings)
    for (const Machine& m : f.machines) machines.emplace(m.name, m);
  Json out = Json::array();
  for (const auto& [name, m] : machines) out.push_back(machine_on_record(m));
  return out;
}

Json on_record(const Finding& f) {
  Json out{{"name", f.instruction->name}, {"file", file_of(*f.instruction)}};
  if (f.verdict == Verdict::skipped) {
    out["skipped"] = f.why;
    return out;
  }
  out["runs"] = f.runs();
  out["how"] = f.is_native() ? "native" : "emulated";
  for (const Machine& m : f.machines) out["machines"].push_back(m.name);
  if (!f.left_out.empty()) out["left_out"] = f.left_out;
  if (f.stated_ulp) out["ulp"] = {{"stated", *f.stated_ulp}, {"most", f.max_ulp}};
  return out;
}

[[noreturn]] void unreadable_record(const std::string& file, const std::string& why) {
  throw InputError("conformance", fmt::format("{}: {}", file, why),
                   "`tessera hwlib check LIBRARY --record` writes it anew");
}

std::vector<std::string> left_out_of(const Json& instruction) {
  return instruction.value("left_out", std::vector<std::string>{});
}

std::string error_bound_of(const Json& instruction) {
  if (!instruction.contains("ulp")) return "";
  const Json& ulp = instruction.at("ulp");
  return within(ulp.at("stated").get<double>(), ulp.at("most").get<double>());
}

void check_form(const Json& record, const std::string& file) {
  if (record.at("conformance") != record_version)
    unreadable_record(file, fmt::format("a record of version {}; this is version {}", record.at("conformance").dump(),
                                        record_version));
  for (const Json& f : record.at("files")) f.at("file").get<std::string>(), f.at("sha256").get<std::string>();
  for (const Json& i : record.at("instructions")) {
    i.at("name").get<std::string>(), i.at("file").get<std::string>();
    if (i.contains("skipped")) i.at("skipped").get<std::string>();
    else i.at("runs").get<std::size_t>(), i.at("how").get<std::string>(), left_out_of(i), error_bound_of(i);
  }
}

// Of the declarations those that the file may use, which are read before; all of the rest.
std::map<std::string, std::string> that_matter_to(const std::string& file, std::map<std::string, std::string> files) {
  std::erase_if(files, [&](const auto& f) { return fs::path(f.first).extension() == ".tess" && f.first > file; });
  return files;
}

std::string in_words(const Json& i) {
  if (i.contains("skipped")) return "skipped: " + i.at("skipped").get<std::string>();
  const bool is_native = i.at("how") == "native";
  return fmt::format("passed {} runs {}{}{}", i.at("runs").get<std::size_t>(),
                     is_native ? "natively" : "under emulation", error_bound_of(i), left_out(left_out_of(i)));
}

}  // namespace

std::string left_out(const std::vector<std::string>& data) {
  return data.empty() ? "" : fmt::format(", but not on {}: its body overflows there", fmt::join(data, ", "));
}

std::string within(double stated, double most) {
  return fmt::format(", within {:g} ulp of its body (up to {:.3g} seen)", stated, most);
}

std::string conformance_record(const std::string& library, const std::vector<Finding>& findings) {
  Json instructions = Json::array();
  for (const Finding& f : findings) instructions.push_back(on_record(f));
  Json out{{"conformance", record_version},
           {"made_by", {{"tessera", version()}}},
           {"files", hashes_as_json(hashes(library))}};
  if (Json extended = base_hashes(library); !extended.empty()) out["extends"] = std::move(extended);
  out["machines"] = machines_on_record(findings);
  out["instructions"] = std::move(instructions);
  return report::text_of(out) + "\n";
}

ConformanceRecord::ConformanceRecord(const std::string& library)
    : hashes_(hashes(library)), bases_(base_hashes(library)) {
  const fs::path file = api::library_folder(library) / api::conformance_file_name;
  if (!fs::exists(file)) return;
  try {
    record_ = Json::parse(read_file(file));
    check_form(record_, file.string());
  } catch (const Json::exception& e) { unreadable_record(file.string(), e.what()); }
}

std::string ConformanceRecord::of(const ir::Procedure& instruction) const {
  if (record_.is_null()) return not_run;
  const std::string file = file_of(instruction);
  std::map<std::string, std::string> then;
  for (const Json& f : record_.at("files")) then[f.at("file")] = f.at("sha256");
  const Json bases_then = record_.value("extends", Json::array());
  for (const Json& i : record_.at("instructions"))
    if (i.at("name") == instruction.name && i.at("file") == file)
      return bases_then == bases_ && that_matter_to(file, then) == that_matter_to(file, hashes_) ? in_words(i)
                                                                                                 : "outdated";
  return not_run;
}

}  // namespace tessera::artifact
