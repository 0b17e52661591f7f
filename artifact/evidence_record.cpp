// SPDX-License-Identifier: Apache-2.0
#include "artifact/evidence_record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "artifact/approximations.hpp"
#include "artifact/lengths.hpp"
#include "artifact/library_conformance.hpp"
#include "artifact/report/arguments.hpp"
#include "artifact/report/validation.hpp"
#include "artifact/sha256.hpp"
#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/smt/version.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/version.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;
using report::Json;

Json hashed(const std::string& name, const std::string& contents) {
  return {{"file", name}, {"sha256", sha256(contents)}};
}

// The files of a library, with its base's nested inside.
Json layer_sources(const std::vector<api::LibraryLayer>& layers, std::size_t at) {
  const api::LibraryLayer& layer = layers[at];
  Json files = Json::array();
  for (const std::string& file : api::library_contents(layer.given))
    files.push_back(hashed(file, read_file(api::library_folder(layer.given) / file)));
  Json out{{"library", layer.written}, {"files", files}};
  if (at + 1 < layers.size()) out["extends"] = layer_sources(layers, at + 1);
  return out;
}

// Locations name the file alone: its folder differs between machines.
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
          {"way", proof.strategy},
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

// The trace without the parts that differ between runs: times, cached answers, places in the schedule.
Json trace_on_record(const api::Loaded& loaded, const Whereabouts& names) {
  const Places places(loaded.inputs);
  const script::TraceRecord record = script::trace_record(loaded.scheduled, loaded.inputs);
  const script::TraceHead& head = record.head;
  Json from = Json::array(), steps = Json::array();
  for (const auto& [source, hash] : head.from) from.push_back({{"procedure", source}, {"hash", hash}});
  for (const script::TraceRecord::Step& step : record.steps) steps.push_back(step_on_record(step, places));
  Json out{{"version", script::trace_version},
           {"program", names.program},
           {"hwlib", names.libraries},
           {"from", from},
           {"hash", head.hash},
           {"result", head.result},
           {"result_hash", head.result_hash},
           {"starts", record.starts},
           {"steps", steps}};
  if (head.length) out["lanes"] = *head.length;
  return out;
}

// The conformance record of an instruction from its library. Instructions made or changed by a step have none.
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

// Each instruction is assumed to implement its body, by its library and the record of its check.
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
    if (ir::stated_error(*i)) out.back()["error"] = ir::stated_bound(*i)->text;
    // What the C may do beyond the body; another order is told by the steps that reassociate.
    for (const char* fact : {"rounding", "denormals"})
      if (const auto stated = i->instr->facts.find(fact); stated != i->instr->facts.end())
        out.back()[fact] = stated->second;
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
  if (!script::unsafe_conditions(p).empty()) kept += ", if the conditions under `unsafe` hold, which were not proved";
  return {kept,
          "every access and window lies in its buffer, for all sizes",
          "the preconditions of every call hold, those of instructions included",
          "arguments of a call do not overlap where one is written",
          "of an argument whose access is out, every element is written, and none is read before",
          "iterations of parallel loops do not conflict"};
}

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

// Without times, and parts that are elsewhere in the evidence.
Json validation_on_record(const std::optional<validate::Validation>& validation) {
  if (!validation) return not_validated;
  Json facts = report::to_json({*validation, {}, {}});
  for (const char* key : {"seconds", "bounds", "tainted", "unsafe", "reassociates"}) facts.erase(key);
  return facts;
}

Json count(const Deciders& d) { return {{"affine", d.affine}, {"z3", d.z3}}; }

// What was established for the other lengths, each on its own.
Json other_lengths(const api::Loaded& loaded, const Compiled& made, const Whereabouts& names) {
  Json out = lengths_on_record(loaded);
  out["others"] = Json::array();
  for (std::size_t i = 0; i < loaded.other_lengths.size(); ++i) {
    const api::Loaded& other = loaded.other_lengths[i];
    const Compiled& known = made.other_lengths.at(i);
    out["others"].push_back({{"length", length_of(other)},
                             {"sha256", sha256(other.scheduled.text())},
                             {"obligations", {{"steps", count(known.steps)}, {"result", count(known.result)}}},
                             {"validation", validation_on_record(known.validation)},
                             {"unsafe", script::unsafe_conditions(other.scheduled)},
                             {"reassociates", script::reassociating_steps(other.scheduled)},
                             {"trace", trace_on_record(other, names)}});
  }
  return out;
}

}  // namespace

Json sources_on_record(const std::string& program, const Whereabouts& here, const Whereabouts& names) {
  Json libraries = Json::array();
  for (std::size_t i = 0; i < here.libraries.size(); ++i) {
    std::vector<api::LibraryLayer> layers = api::layers_of(here.libraries[i]);
    layers.front().written = names.libraries[i];
    libraries.push_back(layer_sources(layers, 0));
  }
  return {{"program", hashed(names.program, program)}, {"libraries", libraries}};
}

Json made_by() { return {{"tessera", version()}, {"z3", smt::z3_version()}}; }

Json evidence_on_record(const api::Loaded& loaded, const CompileOptions& options, const Compiled& made,
                        const Whereabouts& names) {
  const Proc& p = loaded.scheduled;
  Json reference{{"procedure", script::reference(p).name}, {"sha256", sha256(ir::print(script::reference(p)))}};
  Json result{{"procedure", p.name()},
              {"sha256", sha256(p.text())},
              {"c", hashed(made.stem + ".c", made.c.source)},
              {"header", hashed(made.stem + ".h", made.c.header)}};
  Json out{{"evidence", evidence_version},
           {"name", p.name()},
           {"made_by", made_by()},
           {"license", output_license},
           {"stem", made.stem},
           {"prefix", options.prefix},
           {"sources", sources_on_record(loaded.inputs.program_text, given(loaded.inputs), names)},
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
  if (!loaded.other_lengths.empty()) out["lanes"] = other_lengths(loaded, made, names);
  if (options.allow_spills) out["allows_spills"] = true;
  return out;
}

}  // namespace tessera::artifact
