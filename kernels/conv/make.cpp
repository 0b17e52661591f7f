// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/make.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/load.hpp"
#include "api/vectors.hpp"
#include "artifact/report/arguments.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/license.hpp"
#include "kernels/conv/convolution.hpp"
#include "kernels/conv/depthwise.hpp"
#include "kernels/conv/needs.hpp"
#include "shapes/conv_text.hpp"

namespace tessera::kernels::conv {
namespace {

namespace fs = std::filesystem;
using report::Json;

// ---- the program

std::string pack_name(const std::string& name) { return name + "_pack"; }

std::string program_of(const ConvRequest& request, const DecidedConv& decided, const std::string& name) {
  const Form& f = decided.form;
  std::string out = fmt::format("# {}\n# {}\n", output_license_line, description(request));
  if (f.weights == Weights::packed) out += packing(f, request.pack_from, pack_name(name)) + "\n";
  if (decided.products) out += product_specification(f, decided.products->form) + "\n";
  return out + specification(f, name);
}

api::Job job_of(const ConvRequest& request, const MakeOptions& options, const std::string& name) {
  api::Job out;
  out.file = (fs::path(options.compile.output) / (name + ".tess")).string();
  out.libraries = {request.target};
  out.length = request.lanes;
  out.solver = options.solver;
  return out;
}

// Parses the program's text, the same as in its file.
api::Loaded with_program(api::Loaded libraries, const api::Job& job, const std::string& text,
                         const MakeOptions& options) {
  api::Loaded out = api::with_program(std::move(libraries), job, text);
  if (options.progress != nullptr)  // the work is between questions
    out.context->solver.on_answer([to = options.progress](const smt::Query&, const smt::Answer&) { to->step(); });
  return out;
}

// ---- one function after the other

using TensorShapes = std::vector<std::vector<std::int64_t>>;

// The arguments of the convolution, in this order, as requested.
TensorShapes asked_shapes(Form f, const ConvRequest& request) {
  f.shape = request.shape, f.layout = request.layout, f.is_turned = false;
  if (f.mixed) f.shape.C = f.mixed->blocks();
  TensorShapes out;
  for (const Tensor& t : tensors(f)) out.push_back(t.shape);
  return out;
}

std::vector<std::string> texts(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> out;
  for (const std::int64_t n : numbers) out.push_back(std::to_string(n));
  return out;
}

void set_shapes(codegen::Interface& called, const TensorShapes& shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    std::vector<std::int64_t> strides(shapes[i].size(), 1);
    for (std::size_t d = strides.size(); d-- > 1;) strides[d - 1] = strides[d] * shapes[i][d];
    called.arguments[i].shape = texts(shapes[i]), called.arguments[i].strides = texts(strides);
  }
}

MadeFunction made_of(const Proc& scheduled, const codegen::Emitted& c) {
  const script::ProofCount proofs = script::count_proofs(scheduled);
  MadeFunction out;
  out.steps = script::count_steps(scheduled);
  out.obligations = proofs.affine + proofs.z3 + proofs.memo;
  out.called = c.interfaces.back();
  out.features = c.features, out.flags = c.flags, out.link_flags = c.link_flags, out.warnings = c.warnings;
  return out;
}

MadeFunction compiled(const api::Loaded& scheduled, const MakeOptions& options, const std::string& stem,
                      std::vector<OutputFile>& files) {
  artifact::CompileOptions compile = options.compile;
  compile.stem = stem;
  artifact::CompiledFiles made = artifact::compiled_files(scheduled, compile);
  for (OutputFile& file : made.files)  // a convolution and its packing may have a header of the library in common
    if (std::none_of(files.begin(), files.end(), [&](const OutputFile& f) { return f.name == file.name; }))
      files.push_back(std::move(file));
  MadeFunction out = made_of(scheduled.scheduled, made.made.c);
  out.name = stem;
  out.headers = made.made.own.headers, out.sources = made.made.own.sources;
  return out;
}

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

// Results of another type are computed by instructions that are found by their bodies, others by roles.
std::string hint_without_instruction(const ConvRequest& request, const schedules::Needs& missing) {
  if (request.result)
    return fmt::format(
        "results of {} are computed from sums of {} in registers with as many numbers as {} has sums in one, by "
        "bodies: dst[i] = src[i] from {} to f32, the epilogue in f32, round_even, and the store of {}: "
        "docs/hardware-vendor.md, Roles. Without such results: --types {}",
        ir::name(*request.result), ir::name(request.mixed->sum), request.target, ir::name(request.mixed->sum),
        ir::name(*request.result), text(*request.mixed));
  return fmt::format("{} has no instruction of the role {} for {}; this convolution needs {}", request.target,
                     usual_roles(missing), ir::name(request.type), roles_text(needs(request)));
}

// Where no instruction does what a statement says, the roles that convolutions are made of and that are missing are
// told. Not before: a convolution of few channels may be done without vectors.
Proc scheduled_for(const ConvRequest& request, const DecidedConv& decided, const Proc& specification,
                   const schedules::VectorTarget& target) try {
  return scheduled(specification, decided.form.shape, decided.chosen.scheme, target);
} catch (const SchedulingError& e) {
  const schedules::Needs missing = schedules::missing(needs(request), target);
  if (e.diagnostic().code != "vectorize" || (missing.empty() && !request.result)) throw;
  Diagnostic d = e.diagnostic();
  d.hint = hint_without_instruction(request, missing);
  throw SchedulingError(std::move(d), e.exit_code());
}

bool has_threads(const ConvRequest& r) { return r.threads != one_thread && r.threads != Threads(std::int64_t{1}); }

Proc by_products(const ConvKernel& k, const api::Loaded& program, const schedules::VectorTarget& vectors) {
  const Form& f = k.decided.form;
  const Proc product =
      api::with_procedure(program, gemm::mixed::specification_name({f.adds ? gemm::Update::add : gemm::Update::set}))
          .original;
  return scheduled_products(program.original, product, f, *k.decided.products, vectors, has_threads(k.request));
}

Proc scheduled_kernel(const ConvKernel& k, const api::Loaded& program, const schedules::VectorTarget& vectors) {
  const DecidedConv& decided = k.decided;
  if (decided.products) return by_products(k, program, vectors);
  if (decided.side_by_side)
    return scheduled_depthwise(program.original, decided.form, *decided.side_by_side, vectors, has_threads(k.request));
  return scheduled_for(k.request, decided, program.original, vectors);
}

// A tile that the model chose fits the registers; an epilogue may need one or two more for a moment.
MakeOptions with_spills_of_epilogue(MakeOptions options, const DecidedConv& decided) {
  options.compile.allow_spills = options.compile.allow_spills || decided.chosen.source != SchemeSource::given;
  return options;
}

void make_packing(ConvKernel& out, api::Loaded program, const schedules::VectorTarget& target,
                  const MakeOptions& options, const std::string& name) {
  program = api::with_procedure(std::move(program), name);
  out.packed_elements = operands(program.original).back().elements;
  if (!options.packs_as_specified)
    program.scheduled = scheduled_packing(program.original, out.decided.form, out.request.pack_from, target);
  out.packing = compiled(program, options, name, out.files);
  set_shapes(out.packing->called,
             {weight_shape(out.decided.form, out.request.pack_from), weight_shape(out.decided.form, Weights::packed)});
}

}  // namespace

std::string default_name(const ConvRequest& request) { return "conv_" + name(request.shape); }

std::string description(const ConvRequest& request) {
  const std::vector<std::string> epilogue = epilogue_names(request);
  return fmt::format("Convolution {}: {} {} images, {} weights, {}{}; for {}{}.", text(request.shape),
                     types_text(request), name(request.layout), name(request.weights),
                     epilogue.empty() ? "no epilogue" : fmt::format("{}", fmt::join(epilogue, ", ")),
                     request.adds ? ", added" : "", request.target,
                     request.lanes ? fmt::format(" with {} lanes", *request.lanes) : "");
}

ConvKernel make_conv(const ConvRequest& request, const MakeOptions& asked) {
  const std::string name = asked.compile.stem.empty() ? default_name(request) : asked.compile.stem;
  const api::Job job = job_of(request, asked, name);
  api::Loaded libraries = api::load_libraries(job);
  api::check_fixed_lanes(libraries.inputs.libraries.back(), "conv", request.lanes);
  const ConvTarget by = target_of(request, libraries.inputs.libraries.back(), libraries.context);
  ConvKernel out{request, kernels::conv::decided(request, by), {}, {}, 0, {}};
  const MakeOptions options = with_spills_of_epilogue(asked, out.decided);
  const Form& f = out.decided.form;
  out.files.push_back({name + ".tess", program_of(request, out.decided, name)});
  api::Loaded program = with_program(std::move(libraries), job, out.files.front().contents, options);
  program.scheduled = scheduled_kernel(out, program, by.vectors);
  out.convolution = compiled(program, options, name, out.files);
  set_shapes(out.convolution.called, asked_shapes(f, request));
  if (f.weights == Weights::packed) make_packing(out, std::move(program), by.vectors, options, pack_name(name));
  return out;
}

void print_warnings(const ConvKernel& kernel) {
  std::vector<std::string> all = kernel.convolution.warnings;
  if (kernel.packing) all.insert(all.end(), kernel.packing->warnings.begin(), kernel.packing->warnings.end());
  for (const std::string& warning : all) fmt::print(stderr, "warning: {}\n", warning);
}

ReferenceConv make_reference(const ConvRequest& request, const DecidedConv& what, const std::string& name,
                             const MakeOptions& options) {
  ReferenceConv out;
  out.files.push_back({name + ".tess", specification(what.form, name)});
  MakeOptions plain = options;
  plain.compile.test = false;
  const api::Job job = job_of(request, plain, name);
  const api::Loaded program = with_program(api::load_libraries(job), job, out.files.front().contents, plain);
  out.operands = operands(program.original);
  out.function = compiled(program, plain, name, out.files);
  return out;
}

Json to_json(const MadeFunction& f) {
  return {{"procedure", f.name},          {"steps", f.steps},
          {"obligations", f.obligations}, {"arguments", report::arguments_facts(f.called)},
          {"features", f.features},       {"flags", f.flags},
          {"link_flags", f.link_flags},   {"headers", f.headers},
          {"sources", f.sources}};
}

MadeFunction function_of(const Json& j) {
  MadeFunction out;
  out.name = j.at("procedure");
  out.steps = j.at("steps"), out.obligations = j.at("obligations");
  for (const Json& a : j.at("arguments")) out.called.arguments.push_back(report::argument_of(a));
  out.features = j.at("features"), out.flags = j.at("flags"), out.link_flags = j.at("link_flags");
  out.headers = j.at("headers"), out.sources = j.at("sources");
  return out;
}

Json to_json(const ConvKernel& k) {
  const ConvRequest& request = k.request;
  Json procedures = Json::array({to_json(k.convolution)});
  if (k.packing) {
    procedures.push_back(to_json(*k.packing));
    procedures.back()["elements"] = k.packed_elements;
  }
  return {{"name", k.convolution.name},
          {"shape", text(request.shape)},
          {"layout", name(request.layout)},
          {"weights", name(request.weights)},
          {"panel", k.decided.form.panel},
          {"depth", k.decided.form.depth},
          {"scheme", schemes::text(k.decided.chosen.scheme)},
          {"scheme_from", name(k.decided.chosen.source)},
          {"packed_elements", k.packed_elements},
          {"threads", text(request.threads)},
          {"procedures", procedures}};
}

}  // namespace tessera::kernels::conv
