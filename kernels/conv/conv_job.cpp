// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/conv_job.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <thread>

#include "api/arguments.hpp"
#include "api/load.hpp"
#include "api/vectors.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/license.hpp"
#include "kernels/conv/convolution.hpp"
#include "kernels/conv/problem.hpp"
#include "kernels/conv/shipped_schemes.hpp"
#include "kernels/conv/threads.hpp"
#include "schemes/lower.hpp"
#include "tuning/variants.hpp"

namespace tessera::kernels::conv {
namespace {

namespace conv = kernels::conv;
namespace fs = std::filesystem;
using report::Json;

// ---- what is asked for

template <class Choice> Choice chosen(const std::vector<Choice>& all, const std::string& word) {
  return *std::find_if(all.begin(), all.end(), [&](Choice c) { return conv::name(c) == word; });  // the parser checked
}

template <class Choice> std::vector<std::string> names(const std::vector<Choice>& all) {
  std::vector<std::string> out;
  for (const Choice c : all) out.emplace_back(name(c));  // by whose namespace the choice is of
  return out;
}

const std::vector<conv::Weights> weights{conv::Weights::packed, conv::Weights::hwio, conv::Weights::oihw};
const std::vector<conv::Border> borders{conv::Border::copied, conv::Border::peeled};

const std::vector<schemes::Strategy> strategies{schemes::Strategy::outermost, schemes::Strategy::collapse,
                                                schemes::Strategy::inside, schemes::Strategy::outside};

/// What --threads says in a word; nothing where a model chooses.
std::optional<schemes::Strategy> strategy(const std::string& word) {
  if (word == schemes::name(schemes::Strategy::none)) return schemes::Strategy::none;
  for (const schemes::Strategy s : strategies)
    if (schemes::name(s) == word) return s;
  return std::nullopt;
}

conv::Form form(const ConvJob& job) {
  conv::Form f;
  f.layout = conv::layout_named(job.layout);
  f.shape = conv::parse(job.shape);
  f = conv::as_computed(std::move(f));
  f.weights = chosen(weights, job.weights);
  if (f.weights == conv::Weights::oihw && f.layout.kind != conv::Layout::nchw)
    throw InputError(
        "conv",
        fmt::format("--weights oihw: no vector of results of layout {} has its weights side by side", job.layout),
        "--weights packed --pack-from oihw");
  f.epilogue = conv::epilogues_named(job.epilogue);
  f.adds = job.adds;
  f.type = api::data_type(job.type);
  return f;
}

// Registers that it takes to multiply by a broadcast element: one, if the library does not say.
std::int64_t scratch(const schedules::VectorTarget& target) {
  const Proc* multiply = target.with_role("fma_broadcast");
  if (multiply == nullptr) return 1;
  const std::map<std::string, std::string>& facts = multiply->ir().instr->facts;
  const auto fact = facts.find("scratch");
  if (fact == facts.end()) return 1;
  if (fact->second == "0") return 0;
  if (fact->second == "1") return 1;
  throw InputError("conv", fmt::format("{}: scratch={} is neither 0 nor 1", multiply->name(), fact->second),
                   "0 where the instruction reads the element from memory, else 1");
}

tuning::Machine machine(const ConvJob& job, const conv::Form& f, const schedules::VectorTarget& target) {
  if (!target.memory->registers)
    throw InputError("conv",
                     fmt::format("the memory {} does not say how many registers there are", target.memory->name),
                     "add a line `registers N` to it");
  return {target.lanes,
          *target.memory->registers,
          ir::byte_size(f.type),
          target.has("masked_fma_broadcast"),
          api::caches(job.caches),
          threads(job),
          scratch(target)};
}

/// A scheme, and where it is from.
struct Chosen {
  schemes::Scheme scheme;
  std::string from;
};

// Weights asked for as far ahead as what was tuned on this family of CPUs asks for them.
schemes::Scheme as_usual(const schemes::Scheme& scheme, const tuning::Problem& p, const ShippedTuning& shipped) {
  return shipped.rows_ahead ? tuning::asked_ahead(scheme, p, "F", *shipped.rows_ahead) : scheme;
}

constexpr double slowdown_tolerance = 1.03;  // of a scheme that was measured on one thread

// On several threads: what was tuned for one, shared out, unless that leaves the slowest of them more to do.
Chosen for_threads(const schemes::Scheme* tuned, const schemes::Scheme& planned, const conv::Form& f,
                   const tuning::Machine& machine) {
  if (tuned) {
    conv::Plan shared = conv::fastest(*tuned, f.shape, machine);
    if (shared.cycles <= slowdown_tolerance * conv::fastest(planned, f.shape, machine).cycles)
      return {std::move(shared.scheme), "tuned default, shared out"};
  }
  return {planned, "model"};
}

// Where none is given: what was tuned on this family of CPUs, else what a model expects to be the fastest.
Chosen chosen_scheme(const ConvJob& job, const conv::Form& f, const tuning::Machine& machine) {
  if (!job.scheme.empty()) return {schemes::parse(job.scheme), job.scheme_from};
  const ShippedTuning shipped = shipped_tuning(job.cpu, job.target, job.type);
  const auto tuned = shipped.schemes.find(tuned_key(conv::parse(job.shape), job.layout, job.weights));
  const bool is_tuned = tuned != shipped.schemes.end() && !job.untuned;
  if (is_tuned && machine.threads == 1) return {tuned->second, "tuned default"};
  const conv::Plan plan = conv::plan(f.shape, f.layout, machine, shipped.microkernels, f.weights);
  schemes::Scheme planned = as_usual(plan.scheme, conv::problem(f.shape, f.layout, f.weights), shipped);
  if (machine.threads == 1) return {std::move(planned), "model"};
  return for_threads(is_tuned ? &tuned->second : nullptr, planned, f, machine);
}

Chosen scheme(const ConvJob& job, const conv::Form& f, const tuning::Machine& machine) {
  Chosen out = chosen_scheme(job, f, machine);
  if (const auto wanted = strategy(job.threads))
    out.scheme = conv::in_parallel(out.scheme, *wanted, f.shape, machine.lanes);
  else if (!job.scheme.empty() && job.scheme_from != "measured")
    out.scheme = conv::fastest(out.scheme, f.shape, machine).scheme;
  return out;
}

// ---- one procedure after the other

struct ConvInput {
  api::Job job;
  Progress* progress;  ///< of all procedures, or none
};

ConvInput input(const ConvJob& job, const std::string& file, const std::string& procedure) {
  ConvInput out{{}, job.progress};
  out.job.file = file;
  out.job.libraries = {job.target};
  out.job.proc = procedure;
  out.job.solver = job.solver;
  return out;
}

// What the convolution is called with, in this order, as it was asked for.
Json shapes_of(conv::Form f, const ConvJob& job) {
  f.shape = conv::parse(job.shape), f.layout = conv::layout_named(job.layout), f.is_turned = false;
  Json out = Json::array();
  for (const conv::Tensor& t : conv::tensors(f)) out.push_back(t.shape);
  return out;
}

Json pack_shapes_of(const conv::Form& f, const ConvJob& job) {
  return {conv::weight_shape(f, chosen(weights, job.from)), conv::weight_shape(f, f.weights)};
}

// What whoever calls the procedure and compiles it must know: as its manifest says, but with the shapes asked for.
void add_interface(Json& facts, const fs::path& folder, const Json& shapes) {
  const Json manifest = Json::parse(read_file(folder / (facts.at("procedure").get<std::string>() + ".json")));
  for (const char* what : {"arguments", "features", "flags", "link_flags"}) facts[what] = manifest.at(what);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto shape = shapes[i].get<std::vector<std::int64_t>>();
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
    facts["arguments"][i]["shape"] = shape, facts["arguments"][i]["strides"] = strides;
  }
}

Json write_one(const ConvInput& input, const artifact::CompileOptions& compile,
               const std::function<Proc(const api::Loaded&)>& schedule) {
  api::Loaded loaded = api::load_unscheduled(input.job);
  if (input.progress != nullptr)  // the work is between questions
    loaded.context->solver.on_answer([to = input.progress](const smt::Query&, const smt::Answer&) { to->step(); });
  loaded.scheduled = schedule(loaded);
  artifact::write_compiled(loaded, compile);
  const script::ProofCount proofs = script::count_proofs(loaded.scheduled);
  return {{"procedure", loaded.original.name()},
          {"steps", script::count_steps(loaded.scheduled)},
          {"obligations", proofs.affine + proofs.z3 + proofs.memo}};
}

std::string program(const conv::Form& f, const ConvJob& job, const std::string& name) {
  const std::string epilogue = job.epilogue.empty() ? "no epilogue" : fmt::format("{}", fmt::join(job.epilogue, ", "));
  std::string out = fmt::format("# {}\n# Convolution {}: {} {} images, {} weights, {}{}; for {}.\n",
                                output_license_line, conv::text(conv::parse(job.shape)), job.type, job.layout,
                                job.weights, epilogue, job.adds ? ", added" : "", job.target);
  if (f.weights == conv::Weights::packed) out += conv::packing(f, chosen(weights, job.from), name + "_pack") + "\n";
  return out + conv::specification(f, name);
}

// The vectors of the target, for as long as they are needed.
struct Target {
  Target(const ConvJob& job, ir::Scalar type)
      : library(api::load_library(job.target)), vectors(api::vectors(library, type, api::make_context(job.solver))) {}
  script::Library library;
  schedules::VectorTarget vectors;
};

}  // namespace

const std::vector<std::string>& conv_weights() {
  static const std::vector<std::string> all = names(weights);
  return all;
}
const std::vector<std::string>& conv_borders() {
  static const std::vector<std::string> all = names(borders);
  return all;
}
const std::vector<std::string>& conv_pack_sources() {
  static const std::vector<std::string> all{std::string(name(conv::Weights::hwio)),
                                            std::string(name(conv::Weights::oihw))};
  return all;
}
const std::vector<std::string>& conv_strategies() {
  static const std::vector<std::string> all = names(strategies);
  return all;
}

std::int64_t threads(const ConvJob& job) {
  const std::string& text = job.threads;
  if (strategy(text)) return 1;
  if (text == "host") return std::max(1U, std::thread::hardware_concurrency());
  if (!text.empty() && text.size() < 5 && text.find_first_not_of("0123456789") == std::string::npos && text[0] != '0')
    return std::stoll(text);
  throw InputError("usage", fmt::format("--threads: '{}' is no number of threads, and no strategy", text),
                   "none, outermost, collapse, inside, outside; or a number, or host, and a model chooses");
}

conv::Form conv_form(const ConvJob& job) { return form(job); }

ConvToTune to_tune(const ConvJob& job) {
  const conv::Form f = form(job);
  return {conv::problem(f.shape, f.layout, f.weights), machine(job, f, Target(job, f.type).vectors)};
}

std::vector<tuning::Candidate> ranked(const ConvJob& job, const ConvToTune& what,
                                      const tuning::Microkernels& microkernels) {
  const conv::Form f = form(job);
  const ShippedTuning shipped = shipped_tuning(job.cpu, job.target, job.type);
  std::vector<tuning::Candidate> out = conv::ranked(f.shape, f.layout, f.weights, what.machine, microkernels);
  for (tuning::Candidate& c : out) c.scheme = as_usual(c.scheme, what.problem, shipped);
  return out;
}

DecidedConv decided(const ConvJob& job) {
  check_shipped_cpu(job.cpu);
  DecidedConv out{form(job), {}, job.compile.stem, ""};
  const Target target(job, out.form.type);
  Chosen how = scheme(job, out.form, machine(job, out.form, target.vectors));
  out.scheme = std::move(how.scheme), out.scheme_from = std::move(how.from);
  out.form.border = job.border.empty() ? conv::border(out.form.shape, out.form.layout, out.scheme, target.vectors.lanes)
                                       : chosen(borders, job.border);
  if (job.scheme.empty() && out.form.border == conv::Border::peeled && out.form.layout.kind == conv::Layout::nchw)
    throw InputError("conv", "--border peeled: rows of layout nchw lie in vectors, which reach over the border",
                     "--border copied, or another --layout");
  const std::int64_t lanes = target.vectors.lanes;
  const schemes::Tiling tiling = schemes::fit(out.scheme, conv::loops(out.form.shape), lanes);
  out.form.panel = conv::panel(tiling, lanes), out.form.depth = conv::depth(tiling);
  if (out.name.empty()) out.name = "conv_" + conv::name(conv::parse(job.shape));
  return out;
}

namespace {

/// Buffers with sizes as numbers.
std::vector<artifact::Operand> operands(const Proc& p) {
  std::vector<artifact::Operand> out;
  for (const ir::Arg& a : p.ir().args) {
    std::int64_t elements = 1;
    for (const ir::Expr& extent : a.type.shape) elements *= *ir::literal(extent);
    out.push_back({a.name.text(), elements});
  }
  return out;
}

Json write_procedures(const ConvJob& job, const DecidedConv& what, const fs::path& file) {
  artifact::CompileOptions compile = job.compile;
  compile.quiet = true;
  compile.stem = what.name;
  Json out = Json::array();
  out.push_back(write_one(input(job, file.string(), what.name), compile, [&](const api::Loaded& loaded) {
    return conv::scheduled(loaded.original, what.form.shape, what.scheme,
                           api::vectors(loaded.inputs.libraries.back(), what.form.type, loaded.context));
  }));
  if (what.form.weights != conv::Weights::packed) return out;
  compile.stem = what.name + "_pack";
  std::int64_t packed = 0;
  out.push_back(write_one(input(job, file.string(), compile.stem), compile, [&](const api::Loaded& l) {
    packed = operands(l.original).back().elements;
    if (job.packs_as_specified) return l.original;
    return conv::scheduled_packing(l.original, what.form, chosen(weights, job.from),
                                   api::vectors(l.inputs.libraries.back(), what.form.type, l.context));
  }));
  out.back()["elements"] = packed;
  return out;
}

}  // namespace

Json write_conv(const ConvJob& job) {
  const DecidedConv what = decided(job);
  const fs::path file = fs::path(job.compile.output) / (what.name + ".tess");
  write_files(job.compile.output, {{file.filename().string(), program(what.form, job, what.name)}});
  Json procedures = write_procedures(job, what, file);
  for (std::size_t i = 0; i < procedures.size(); ++i)
    add_interface(procedures[i], job.compile.output,
                  i == 0 ? shapes_of(what.form, job) : pack_shapes_of(what.form, job));
  return {{"name", what.name},
          {"shape", conv::text(conv::parse(job.shape))},
          {"layout", job.layout},
          {"weights", job.weights},
          {"panel", what.form.panel},
          {"depth", what.form.depth},
          {"scheme", schemes::text(what.scheme)},
          {"scheme_from", what.scheme_from},
          {"packed_elements", procedures.size() > 1 ? procedures[1].at("elements").get<std::int64_t>() : 0},
          {"threads", job.threads},
          {"procedures", procedures}};
}

std::vector<artifact::Operand> write_conv_reference(const ConvJob& job, const DecidedConv& what,
                                                    const std::string& name) {
  const fs::path file = fs::path(job.compile.output) / (name + ".tess");
  write_files(job.compile.output, {{file.filename().string(), conv::specification(what.form, name)}});
  artifact::CompileOptions compile = job.compile;
  compile.quiet = true, compile.test = false;
  compile.stem = name;
  std::vector<artifact::Operand> out;
  write_one(input(job, file.string(), name), compile, [&](const api::Loaded& l) {
    out = operands(l.original);
    return l.original;
  });
  return out;
}

std::string command_of(const ConvJob& job, const std::string& scheme) {
  std::string out =
      fmt::format("tessera conv --shape {} --target {} --dtype {} --layout {} --weights {} --pack-from {}", job.shape,
                  job.target, job.type, job.layout, job.weights, job.from);
  if (!job.epilogue.empty()) out += fmt::format(" --epilogue {}", fmt::join(job.epilogue, ","));
  if (job.adds) out += " --add";
  return out + fmt::format(" --scheme '{}'", scheme);
}

}  // namespace tessera::kernels::conv
