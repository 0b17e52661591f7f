// SPDX-License-Identifier: Apache-2.0
#include "artifact/evidence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "artifact/approximations.hpp"
#include "artifact/library_conformance.hpp"
#include "artifact/report/arguments.hpp"
#include "artifact/report/validation.hpp"
#include "artifact/sha256.hpp"
#include "artifact/whereabouts.hpp"
#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/smt/version.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/version.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;
using report::Json;

constexpr int evidence_version = 1;

// ---- what is on record

Json hashed(const std::string& name, const std::string& contents) {
  return {{"file", name}, {"sha256", sha256(contents)}};
}

// The files of a library, and inside of it those of the one that it extends.
Json layer_sources(const std::vector<api::LibraryLayer>& layers, std::size_t at) {
  const api::LibraryLayer& layer = layers[at];
  Json files = Json::array();
  for (const std::string& file : api::library_contents(layer.given))
    files.push_back(hashed(file, read_file(api::library_folder(layer.given) / file)));
  Json out{{"library", layer.written}, {"files", files}};
  if (at + 1 < layers.size()) out["extends"] = layer_sources(layers, at + 1);
  return out;
}

// The program as it was read, the files of libraries as they are at `here`; under their names of the evidence.
Json sources(const std::string& program, const Whereabouts& here, const Whereabouts& names) {
  Json libraries = Json::array();
  for (std::size_t i = 0; i < here.libraries.size(); ++i) {
    std::vector<api::LibraryLayer> layers = api::layers_of(here.libraries[i]);
    layers.front().written = names.libraries[i];
    libraries.push_back(layer_sources(layers, 0));
  }
  return {{"program", hashed(names.program, program)}, {"libraries", libraries}};
}

// Places in files are named by the file alone: where it lies differs from machine to machine.
class Places {
 public:
  explicit Places(const script::Inputs& inputs) {
    add(inputs.program);
    for (const script::Library& l : inputs.libraries)
      for (const api::LibraryLayer& layer : api::layers_of(l.given))
        for (const fs::path& file : api::library_files(layer.given)) add(file);
  }

  std::string shortened(std::string text) const {
    for (const auto& [path, name] : names_)
      for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + name.size()))
        text.replace(at, path.size(), name);
    return text;
  }

 private:
  void add(const fs::path& file) {
    if (file.has_parent_path()) names_.emplace_back(file.string() + ":", file.filename().string() + ":");
  }

  std::vector<std::pair<std::string, std::string>> names_;
};

Json proof_on_record(const Proof& proof, const Places& places) {
  const bool is_affine = proof.answer.decider == smt::Decider::affine;
  return {{"condition", proof.condition},
          {"way", proof.way},
          {"statement", places.shortened(proof.query.text)},
          {"decided_by", is_affine ? "affine" : "z3"}};
}

Json step_on_record(const script::TraceRecord::Step& of, const Places& places) {
  const StepRecord& step = of.made->step;
  Json out{{"primitive", step.primitive}, {"call", of.call}};
  if (step.reassociates) out["reassociates"] = true;
  if (!step.modulo.empty()) out["modulo"] = step.modulo;
  if (!step.unsafe.empty()) out["unsafe"] = step.unsafe;
  for (const Proof& proof : step.proofs) out["proofs"].push_back(proof_on_record(proof, places));
  return out;
}

// The trace without what another run would give otherwise: times, which answers were cached, places in the schedule.
Json trace_on_record(const api::Loaded& loaded, const Whereabouts& names) {
  const Places places(loaded.inputs);
  const script::TraceRecord record = script::trace_record(loaded.scheduled, loaded.inputs);
  const script::TraceHead& head = record.head;
  Json from = Json::array(), steps = Json::array();
  for (const auto& [source, hash] : head.from) from.push_back({{"procedure", source}, {"hash", hash}});
  for (const script::TraceRecord::Step& step : record.steps) steps.push_back(step_on_record(step, places));
  return {{"version", script::trace_version},
          {"program", names.program},
          {"hwlib", names.libraries},
          {"from", from},
          {"hash", head.hash},
          {"result", head.result},
          {"result_hash", head.result_hash},
          {"starts", record.starts},
          {"steps", steps}};
}

// What is on record beside the library of an instruction. One that a step made, or changed, is of no library.
class Conformance {
 public:
  explicit Conformance(const script::Inputs& inputs) {
    for (const script::Library& l : inputs.libraries)
      for (const script::Library* layer = &l; layer; layer = layer->base.get()) {
        records_.emplace_back(layer->given);
        for (const ir::ProcRef& p : api::own_definitions(*layer).procs) libraries_[p.get()] = records_.size() - 1;
      }
  }
  std::string of(const ir::Procedure* p) const {
    const auto library = libraries_.find(p);
    return library == libraries_.end() ? "not run" : records_[library->second].of(*p);
  }

 private:
  std::vector<LibraryConformance> records_;
  std::map<const ir::Procedure*, std::size_t> libraries_;
};

// That each does what its body says is taken on the word of its library, and of the record of its check.
Json instructions(const Proc& p, const script::Inputs& inputs) {
  const Conformance conformance(inputs);
  std::map<std::string, const ir::Procedure*> found;
  for (const ir::ProcRef& called : ir::all_called(p.ir().body))
    if (called->instr) found[called->name] = called.get();
  Json out = Json::array();
  for (const auto& [name, i] : found) {
    const std::string file = i->loc.file ? fs::path(*i->loc.file).filename().string() : "";
    out.push_back({{"name", name}, {"file", file}, {"conformance", conformance.of(i)}});
    if (const std::optional<double> ulp = ir::stated_ulp(*i)) out.back()["ulp"] = *ulp;
  }
  return out;
}

// All that is proved holds for these.
Json sizes(const ir::Procedure& p) {
  Json arguments = Json::array(), preconditions = Json::array();
  for (const ir::Arg& a : p.args)
    if (a.type.is_control()) arguments.push_back(fmt::format("{}: {}", a.name.text(), ir::print(a.type)));
  for (const ir::Expr& e : p.asserts) preconditions.push_back(ir::print(e));
  return {{"arguments", arguments}, {"preconditions", preconditions}};
}

Json proved(const Proc& p) {
  std::string kept = "each step keeps the results, over exact arithmetic, for all sizes";
  if (!script::changed_fields(p).empty()) kept += ", but for the fields under `modulo`";
  if (!script::unsafe_conditions(p).empty()) kept += ", if what is under `unsafe` holds, which was not proved";
  return {kept,
          "every access and window lies in its buffer, for all sizes",
          "the preconditions of every call hold, those of instructions included",
          "arguments of a call do not overlap where one is written",
          "of an argument whose access is out, every element is written, and none is read before",
          "iterations of parallel loops do not conflict"};
}

Json made_by() { return {{"tessera", version()}, {"z3", smt::z3_version()}}; }

Json assumptions(const Proc& p) {
  const std::vector<std::string> rounded = approximations(p.ir());
  return {"sizes are at least 1 and satisfy the preconditions",
          ir::has_window_argument(p.ir()) ? "arguments do not overlap, nor do elements of a window"
                                          : "arguments do not overlap",
          "arithmetic is exact: no rounding, no overflow of data",
          "sizes, and the offsets that are made of them, fit 64 bits",
          rounded.empty() ? "each instruction does what its body says"
                          : fmt::format("each instruction does what its body says, {}", fmt::join(rounded, ", ")),
          "code generation and the C compiler are right"};
}

constexpr const char* not_validated = "not run";

// Without the time that it took, and what stands elsewhere in the evidence.
Json validation_on_record(const std::optional<validate::Validation>& validation) {
  if (!validation) return not_validated;
  Json facts = report::to_json({*validation, {}, {}});
  for (const char* key : {"seconds", "bounds", "tainted", "unsafe", "reassociates"}) facts.erase(key);
  return facts;
}

Json evidence(const api::Loaded& loaded, const CompileOptions& options, const Compiled& made,
              const Whereabouts& names) {
  const Proc& p = loaded.scheduled;
  auto count = [](const Deciders& d) { return Json{{"affine", d.affine}, {"z3", d.z3}}; };
  Json reference{{"procedure", script::reference(p).name}, {"sha256", sha256(ir::print(script::reference(p)))}};
  Json result{{"procedure", p.name()},
              {"sha256", sha256(p.text())},
              {"c", hashed(made.stem + ".c", made.c.source)},
              {"header", hashed(made.stem + ".h", made.c.header)}};
  return {{"evidence", evidence_version},
          {"name", p.name()},
          {"made_by", made_by()},
          {"license", output_license},
          {"stem", made.stem},
          {"prefix", options.prefix},
          {"sources", sources(loaded.inputs.program_text, given(loaded.inputs), names)},
          {"reference", reference},
          {"result", result},
          {"sizes", sizes(p.ir())},
          {"arguments", report::arguments_facts(made.c.interfaces.back())},
          {"proved", proved(p)},
          {"obligations", {{"steps", count(made.steps)}, {"result", count(made.result)}}},
          {"validation", validation_on_record(made.validation)},
          {"assumptions", assumptions(p)},
          {"instructions", instructions(p, loaded.inputs)},
          {"unsafe", script::unsafe_conditions(p)},
          {"reassociates", script::reassociating_steps(p)},
          {"modulo", script::changed_fields(p)},
          {"trace", trace_on_record(loaded, names)}};
}

// ---- establishing it again

Diagnostic about(const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "evidence";
  d.message = message;
  d.hint = hint;
  return d;
}

[[noreturn]] void unreadable_evidence(const std::string& path, const std::string& why) {
  throw InputError(
      about(fmt::format("{} is no evidence: {}", path, why), "`tessera compile` writes KERNEL.evidence.json"));
}

// What must be known before anything can be established.
struct Recorded {
  std::string path, folder, text;
  Json claims, made_by;
  Whereabouts names, here;
  script::RecordedTrace trace;
  CompileOptions options;
};

void check_version(const std::string& path, const Json& claims) {
  const Json& version = claims.at("evidence");
  if (version == evidence_version) return;
  throw InputError(
      about(fmt::format("{} is evidence of version {}; this is version {}", path, version.dump(), evidence_version),
            "verify it with the tessera that wrote it, or compile the kernel again with this one"));
}

Recorded read_evidence(const std::string& path) try {
  Recorded r{path, fs::path(path).parent_path().string(), read_file(path), {}, {}, {}, {}, {}, {}};
  if (r.folder.empty()) r.folder = ".";
  r.claims = Json::parse(r.text);
  check_version(path, r.claims);
  r.made_by = r.claims.at("made_by");
  const Json& files = r.claims.at("sources");
  r.names.program = files.at("program").at("file");
  for (const Json& l : files.at("libraries")) r.names.libraries.push_back(l.at("library"));
  r.here.program = found_from(r.folder, r.names.program);
  for (const std::string& l : r.names.libraries) r.here.libraries.push_back(is_path(l) ? found_from(r.folder, l) : l);
  r.trace = script::read_trace(path);
  r.options.output = r.folder;
  r.options.stem = r.claims.at("stem");
  r.options.prefix = r.claims.at("prefix");
  r.options.validate = r.claims.at("validation") != not_validated;
  return r;
} catch (const Json::exception& e) { unreadable_evidence(path, e.what()); }

std::string shown(const Json& value) {
  constexpr std::size_t enough = 100;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= enough ? text : text.substr(0, enough) + "…";
}

// One line for each claim that is not what was established.
std::vector<std::string> differences(const Json& then, const Json& now) {
  std::vector<std::string> out;
  const nlohmann::json a = nlohmann::json::parse(report::text_of(then)),
                       b = nlohmann::json::parse(report::text_of(now));
  for (const nlohmann::json& change : nlohmann::json::diff(a, b)) {
    std::string at = change.at("path");
    const std::string kind = change.at("op");
    const nlohmann::json::json_pointer place(at);
    if (at.ends_with("/-")) at.resize(at.size() - 2);  // after the last element
    if (kind == "add")
      out.push_back(fmt::format("{}: missing in the file, {} was established", at, shown(change.at("value"))));
    else if (kind == "remove")
      out.push_back(fmt::format("{}: {} in the file, nothing of it was established", at, shown(a.at(place))));
    else
      out.push_back(
          fmt::format("{}: {} in the file, {} was established", at, shown(a.at(place)), shown(change.at("value"))));
  }
  return out;
}

[[noreturn]] void does_not_hold(const Recorded& r, const std::vector<std::string>& what, const std::string& hint) {
  constexpr std::size_t enough = 6;
  Diagnostic d = about(fmt::format("{} does not hold: {}", r.path, what.front()), hint);
  for (std::size_t i = 1; i < std::min(what.size(), enough); ++i) d.notes.push_back({{}, what[i]});
  if (what.size() > enough) d.notes.push_back({{}, fmt::format("and {} more", what.size() - enough)});
  throw CheckError(d);
}

void check_sources(const Recorded& r) {
  const Json now = sources(read_file(r.here.program), r.here, r.names);
  std::vector<std::string> changed = differences({{"sources", r.claims.at("sources")}}, {{"sources", now}});
  if (changed.empty()) return;
  does_not_hold(r, changed, "the evidence is for other sources: take those, or compile the kernel again");
}

api::Loaded replayed(const Recorded& r) {
  api::Job job;
  job.file = r.here.program;
  job.libraries = r.here.libraries;
  api::Loaded loaded = api::load_unscheduled(job);
  loaded.inputs.any_start = true;
  loaded.scheduled =
      script::evaluate(syntax::parse_schedule(r.trace.text, r.trace.name), loaded.inputs, loaded.context);
  return loaded;
}

void check_claims(const Recorded& r, const Json& now) {
  std::vector<std::string> wrong = differences(r.claims, now);
  if (!wrong.empty())
    does_not_hold(r, wrong, "the file was changed, or another tessera wrote it: compile the kernel again");
  // The same claims twice, or numbers written otherwise, are read in more than one way.
  if (r.text != report::text_of(now) + "\n")
    does_not_hold(r, {"its claims are not written as `tessera compile` writes them"}, "compile the kernel again");
}

void check_file(const Recorded& r, const std::string& name, const std::string& wanted) {
  const std::string found = read_file(fs::path(r.folder) / name);
  if (found == wanted) return;
  const auto differs = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end()).first;
  does_not_hold(r,
                {fmt::format("{} is not what the steps give, from line {} on", name,
                             1 + std::count(found.begin(), differs, '\n'))},
                "the file was changed after it was written: compile the kernel again");
}

void print_text(const Recorded& r, const Compiled& made, const report::ValidationReport& validation,
                std::size_t steps) {
  fmt::print("{}: {} steps, {} obligations of the steps and {} of the result proved again\n", r.path, steps,
             made.steps.affine + made.steps.z3, made.result.affine + made.result.z3);
  fmt::print("{0}.c and {0}.h are what the steps give, byte for byte\n{1}", made.stem, report::to_text(validation));
  if (r.made_by != made_by())
    fmt::print("established by {}; the file was made by {}\n", shown(made_by()), shown(r.made_by));
  const std::size_t given = validation.unsafe.size();
  fmt::print(
      "every claim of the file holds{}\n",
      given == 0 ? "" : fmt::format(", with {} taken as given", syntax::counted(given, "condition", "conditions")));
}

void print_json(const Recorded& r, const Compiled& made, const report::ValidationReport& validation,
                std::size_t steps) {
  Json obligations{{"affine", made.steps.affine + made.result.affine}, {"z3", made.steps.z3 + made.result.z3}};
  fmt::print("{}\n", report::text_of({{"evidence", r.path},
                                      {"holds", true},
                                      {"name", r.claims.at("name")},
                                      {"steps", steps},
                                      {"obligations", obligations},
                                      {"validation", report::to_json(validation)},
                                      {"unsafe", validation.unsafe}}));
}

}  // namespace

std::string evidence_text(const api::Loaded& loaded, const CompileOptions& options, const Compiled& made) {
  return report::text_of(evidence(loaded, options, made, seen_from(options, loaded.inputs))) + "\n";
}

void verify_evidence(const std::string& path, bool json) {
  const Recorded r = read_evidence(path);
  check_sources(r);
  const api::Loaded loaded = replayed(r);
  const Proc& p = loaded.scheduled;
  const Compiled made = compile(loaded, r.options);
  Json now = evidence(loaded, r.options, made, r.names);
  now["made_by"] = r.made_by;  // history, which nothing can establish
  check_claims(r, now);
  check_file(r, made.stem + ".c", made.c.source);
  check_file(r, made.stem + ".h", made.c.header);
  const report::ValidationReport validation{made.validation ? *made.validation : validated(p),
                                            script::reassociating_steps(p), script::unsafe_conditions(p)};
  const std::size_t steps = script::count_steps(p);
  json ? print_json(r, made, validation, steps) : print_text(r, made, validation, steps);
}

}  // namespace tessera::artifact
