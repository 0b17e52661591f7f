// SPDX-License-Identifier: Apache-2.0
#include "artifact/conformance_record.hpp"

#include <fmt/format.h>

#include "artifact/report/facts.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/json.hpp"

namespace tessera::artifact {

const char* how_word(conformance::Where where) {
  using conformance::Where;
  return where == Where::natively ? "native" : where == Where::modelled ? "modelled" : "emulated";
}

namespace {

using report::Json;

constexpr int record_version = 2;

// ---- write

Json to_json(const HashedFile&);
Json to_json(const ExtendedLibrary&);
Json to_json(const CheckingMachine&);
Json to_json(const CheckedInstruction&);

template <class T> Json list_of(const std::vector<T>& all) {
  Json out = Json::array();
  for (const T& one : all) out.push_back(to_json(one));
  return out;
}

Json to_json(const HashedFile& f) { return {{"file", f.file}, {"sha256", f.sha256}}; }

Json to_json(const ExtendedLibrary& l) { return {{"library", l.library}, {"files", list_of(l.files)}}; }

Json to_json(const CheckingMachine& m) {
  Json out{{"name", m.name}, {"compiler", m.compiler}, {"compile", m.compile}, {"around_operands", m.around}};
  if (!m.cpu.empty()) out["cpu"] = m.cpu;
  if (!m.model.empty()) out["model"] = m.model;
  if (!m.emulator) return out;
  out["emulator"] = *m.emulator;
  out["run"] = m.run;
  return out;
}

void add_not_run(const CheckedInstruction& i, Json& out) {
  for (const conformance::NotRun& n : i.not_run) out["not_run"].push_back({{"machine", n.machine}, {"why", n.why}});
}

Json to_json(const CheckedInstruction& i) {
  Json out{{"name", i.name}, {"file", i.file}};
  if (i.skipped) {
    out["skipped"] = *i.skipped;
    add_not_run(i, out);
    return out;
  }
  out["runs"] = i.runs;
  out["how"] = how_word(i.where);
  if (!i.machines.empty()) out["machines"] = i.machines;
  if (!i.probed.empty()) out["probed"] = i.probed;
  if (!i.shown_by.empty()) out["shown_by"] = i.shown_by;
  add_not_run(i, out);
  if (!i.left_out.empty()) out["left_out"] = i.left_out;
  if (i.error) add_error_bound(i.error->stated, i.error->seen, out);
  return out;
}

// ---- read

std::vector<HashedFile> files_of(const Json& all) {
  std::vector<HashedFile> out;
  for (const Json& f : all) out.push_back({f.at("file"), f.at("sha256")});
  return out;
}

CheckingMachine machine_of(const Json& m) {
  CheckingMachine out{
      m.at("name"), m.at("compiler"), {}, m.at("compile"), {}, m.value("around_operands", "guard pages")};
  out.model = m.value("model", "");
  out.cpu = m.value("cpu", "");
  if (!m.contains("emulator")) return out;
  out.emulator = m.at("emulator").get<std::string>();
  out.run = m.at("run").get<std::vector<std::string>>();
  return out;
}

std::optional<SeenError> error_of(const Json& i) {
  using Unit = ir::ErrorBound::Unit;
  if (i.contains("ulp")) {
    const double stated = i.at("ulp").at("stated");
    return SeenError{{Unit::ulp, stated, fmt::format("{}", stated)}, i.at("ulp").at("most")};
  }
  if (!i.contains("error")) return std::nullopt;
  const std::string stated = i.at("error").at("stated");
  return SeenError{{Unit::relative, ir::relative_error(stated).value_or(0), stated}, i.at("error").at("most")};
}

conformance::Where where_of(const std::string& how) {
  using conformance::Where;
  for (const Where w : {Where::natively, Where::modelled})
    if (how == how_word(w)) return w;
  return Where::emulated;
}

CheckedInstruction instruction_of(const Json& i) {
  CheckedInstruction out;
  out.name = i.at("name");
  out.file = i.at("file");
  for (const Json& n : i.value("not_run", Json::array())) out.not_run.push_back({n.at("machine"), n.at("why")});
  if (i.contains("skipped")) {
    out.skipped = i.at("skipped").get<std::string>();
    return out;
  }
  out.runs = i.at("runs");
  out.where = where_of(i.at("how"));
  out.machines = i.value("machines", std::vector<std::string>{});
  out.probed = i.value("probed", std::vector<std::string>{});
  out.left_out = i.value("left_out", std::vector<std::string>{});
  out.shown_by = i.value("shown_by", std::vector<std::string>{});
  out.error = error_of(i);
  return out;
}

ConformanceRecord record_of(const Json& record) {
  ConformanceRecord out;
  out.made_by = record.at("made_by").at("tessera");
  out.files = files_of(record.at("files"));
  for (const Json& l : record.value("extends", Json::array()))
    out.extends.push_back({l.at("library"), files_of(l.at("files"))});
  for (const Json& m : record.at("machines")) out.machines.push_back(machine_of(m));
  for (const Json& i : record.at("instructions")) out.instructions.push_back(instruction_of(i));
  return out;
}

[[noreturn]] void unreadable_record(const std::filesystem::path& file, const std::string& why) {
  throw InputError("conformance", fmt::format("{}: {}", file.string(), why),
                   "`tessera hwlib check LIBRARY --record` writes it anew");
}

}  // namespace

void add_error_bound(const ir::ErrorBound& stated, double most, Json& instruction) {
  if (stated.unit == ir::ErrorBound::Unit::ulp) instruction["ulp"] = {{"stated", stated.most}, {"most", most}};
  else instruction["error"] = {{"stated", stated.text}, {"most", most}};
}

Json to_json(const ConformanceRecord& r) {
  Json out{{"conformance", record_version}, {"made_by", {{"tessera", r.made_by}}}, {"files", list_of(r.files)}};
  if (!r.extends.empty()) out["extends"] = list_of(r.extends);
  out["machines"] = list_of(r.machines);
  out["instructions"] = list_of(r.instructions);
  return out;
}

ConformanceRecord read_conformance_record(const std::filesystem::path& file) try {
  const Json record = parse_json(read_file(file), file.string());
  if (record.at("conformance") != record_version)
    unreadable_record(file, fmt::format("a record of version {}; this is version {}", record.at("conformance").dump(),
                                        record_version));
  return record_of(record);
} catch (const Json::exception& e) { unreadable_record(file, e.what()); }

}  // namespace tessera::artifact
