// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/decide.hpp"

#include <fmt/format.h>

#include "api/hardware_library.hpp"
#include "api/solver_options.hpp"
#include "api/vectors.hpp"
#include "dsl/script/library_view.hpp"
#include "dsl/support/diagnostic.hpp"
#include "kernels/conv/convolution.hpp"
#include "kernels/conv/problem.hpp"
#include "kernels/conv/shipped_schemes.hpp"
#include "kernels/conv/threads.hpp"
#include "schemes/lower.hpp"
#include "tuning/variants.hpp"

namespace tessera::kernels::conv {
namespace {

// Registers that it takes to multiply by an element of the image: one, if the library does not say.
std::int64_t scratch_registers(const schedules::VectorTarget& target, std::int64_t registers) {
  const Proc* multiply = target.dot ? &target.dot->instruction : target.with_role("fma_broadcast");
  if (multiply == nullptr) return 1;
  const std::map<std::string, std::string>& facts = multiply->ir().instr->facts;
  const auto fact = facts.find("scratch");
  if (fact == facts.end()) return 1;
  constexpr std::int64_t least = 3;  // a sum, a vector of weights, an element
  if (const std::int64_t scratch = std::stoll(fact->second); scratch <= registers - least) return scratch;
  throw InputError(
      "conv",
      fmt::format("{}: scratch={} leaves no registers of {} for sums", multiply->name(), fact->second, registers),
      "0 where the instruction reads the element from memory; else the registers that its C takes besides its "
      "operands");
}

tuning::Machine machine_of(const ConvRequest& request, const schedules::VectorTarget& target) {
  if (!target.memory->budget().registers)
    throw InputError("conv",
                     fmt::format("the memory {} does not say how many registers there are", target.memory->name),
                     "add a line `registers N` to it");
  const bool has_masks =
      target.dot ? target.has("masked_load_zero") && target.has("masked_store") : target.has("masked_fma_broadcast");
  const std::int64_t registers = *target.memory->budget().registers;
  return {target.lanes,
          registers,
          ir::byte_size(request.type),
          has_masks,
          request.caches,
          count(request.threads),
          scratch_registers(target, registers)};
}

// Weights are prefetched at the distance tuned for this family of CPUs.
schemes::Scheme with_default_prefetch(const schemes::Scheme& scheme, const tuning::Problem& p,
                                      const ShippedTuning& shipped) {
  return shipped.prefetch_distance ? tuning::with_prefetch_distance(scheme, p, "F", *shipped.prefetch_distance)
                                   : scheme;
}

// For several threads: the scheme tuned for one, shared among them, unless that gives the slowest more work.
SourcedScheme shared_out(const schemes::Scheme* tuned, const schemes::Scheme& planned, const Form& f,
                         const tuning::Machine& machine) {
  if (tuned) {
    Plan shared = fastest(*tuned, f.shape, machine);
    if (shared.cycles <= machine.costs.threads.preference_of_measured * fastest(planned, f.shape, machine).cycles)
      return {std::move(shared.scheme), SchemeSource::tuned_default_shared};
  }
  return {planned, SchemeSource::model};
}

// Nothing was measured of mixed operands.
ShippedTuning shipped_for(const ConvRequest& request) {
  return request.mixed ? ShippedTuning{} : shipped_tuning(request.cpu, request.target, request.type);
}

// The default: the scheme tuned for this family of CPUs, else the fastest by the model.
SourcedScheme default_scheme(const ConvRequest& request, const Form& f, const tuning::Machine& machine) {
  const ShippedTuning shipped = shipped_for(request);
  const auto tuned = shipped.schemes.find(tuned_key(request.shape, request.layout, request.weights));
  const bool is_tuned = tuned != shipped.schemes.end() && !request.untuned;
  if (is_tuned && machine.threads == 1) return {tuned->second, SchemeSource::tuned_default};
  const Plan planned = plan(f.shape, f.layout, machine, shipped.microkernels, f.weights);
  schemes::Scheme scheme = with_default_prefetch(planned.scheme, problem(f.shape, f.layout, f.weights), shipped);
  if (machine.threads == 1) return {std::move(scheme), SchemeSource::model};
  return shared_out(is_tuned ? &tuned->second : nullptr, scheme, f, machine);
}

SourcedScheme chosen_scheme(const ConvRequest& request, const Form& f, const tuning::Machine& machine) {
  SourcedScheme out = request.scheme ? *request.scheme : default_scheme(request, f, machine);
  if (const auto* strategy = std::get_if<schemes::Strategy>(&request.threads))
    out.scheme = in_parallel(out.scheme, *strategy, f.shape, machine.lanes);
  else if (request.scheme && out.source != SchemeSource::measured)
    out.scheme = fastest(out.scheme, f.shape, machine).scheme;
  return out;
}

// Of an instruction that reads one pixel from memory, whose sums are vectors of the target.
bool is_dot(const gemm::mixed::Form& f, const schedules::VectorTarget& target) {
  return f.rows == 1 && f.depth > 1 && !f.a_is_in_register() && f.columns == target.lanes && f.of_sum == target.memory;
}

bool is_prefetch(const Proc& p, const gemm::mixed::Types& types) {
  const auto& facts = p.ir().instr->facts;
  const auto role = facts.find("role");
  if (role == facts.end() || role->second.rfind("prefetch", 0) != 0) return false;
  const ir::Scalar type = p.ir().args.front().type.scalar;
  return type == types.a || type == types.b;
}

schedules::DotProduct dot_product(const gemm::mixed::Types& types, const std::vector<Proc>& instructions,
                                  const schedules::VectorTarget& target, const std::string& name) {
  std::optional<gemm::mixed::Form> best;
  for (const Proc& p : instructions)
    if (const auto f = form_of(p, types); f && is_dot(*f, target) && (!best || f->depth > best->depth)) best = f;
  if (!best)
    throw InputError(
        "conv",
        fmt::format("{} has no instruction that adds products of {} and {} to {} sums of {}, with {} "
                    "from memory",
                    name, ir::name(types.a), ir::name(types.b), target.lanes, ir::name(types.sum), ir::name(types.a)),
        "the body is dst[l] += a[e] * b[depth * l + e] for constant loops, a @ DRAM: "
        "docs/hardware-vendor.md");
  schedules::DotProduct out{best->instruction, best->depth, best->of_b, {}, {}};
  for (const Proc& p : instructions)
    if (is_prefetch(p, types)) out.prefetches.push_back(p);
  for (const Proc& p : instructions)
    if (gemm::mixed::is_move(p, {"load", types.b, best->of_b})) out.loads.push_back(p);
  if (out.loads.empty())
    throw InputError(
        "conv",
        fmt::format("{} has no instruction of the role load for {} in {}", name, ir::name(types.b), best->of_b->name),
        fmt::format("{} needs it", out.instruction.name()));
  return out;
}

}  // namespace

schedules::VectorTarget vectors_of(const ConvRequest& request) {
  const script::Library library = api::load_library(request.target, {}, request.lanes);
  api::check_fixed_lanes(library, "conv", request.lanes);
  return vectors_of(request, library, api::make_context({}));
}

schedules::VectorTarget vectors_of(const ConvRequest& request, const script::Library& library,
                                   const ContextRef& context) {
  schedules::VectorTarget out = api::vectors(library, request.type, context);
  if (!request.mixed) return out;
  const std::vector<Proc> all = api::instructions(library, context);
  out.dot = dot_product(*request.mixed, all, out, request.target);
  if (!request.result) return out;
  for (const Proc& p : all)
    if (script::only_type(p.ir()) != request.type && gemm::mixed::is_of_lanes(p, out.memory, out.lanes))
      out.instructions.push_back(p);
  return out;
}

DecidedConv decided(const ConvRequest& request, const schedules::VectorTarget& target) {
  check_shipped_cpu(request.cpu);
  DecidedConv out{form(request, target.dot ? target.dot->depth : 1), {}};
  Form& f = out.form;
  out.chosen = chosen_scheme(request, f, machine_of(request, target));
  f.border = request.border ? *request.border : border(f.shape, f.layout, out.chosen.scheme, target.lanes);
  if (f.mixed && f.mixed->has_rest()) f.border = Border::copied;  // with the zeros after the last channel
  if (!request.scheme && f.border == Border::peeled && f.layout.kind == Layout::nchw)
    throw InputError("conv", "--border peeled: rows of layout nchw lie in vectors, which reach over the border",
                     "--border copied, or another --layout");
  const schemes::Tiling tiling = schemes::fit(out.chosen.scheme, loops(f.shape), target.lanes);
  f.panel = panel(tiling, target.lanes), f.depth = depth(tiling);
  if (f.mixed) f.panel = schedules::whole_vectors(f.panel, target.lanes) * target.lanes;
  return out;
}

DecidedConv decided(const ConvRequest& request) { return decided(request, vectors_of(request)); }

ConvToTune to_tune(const ConvRequest& request) {
  const schedules::VectorTarget target = vectors_of(request);
  const Form f = form(request, target.dot ? target.dot->depth : 1);
  return {problem(f.shape, f.layout, f.weights), machine_of(request, target)};
}

std::vector<tuning::Candidate> ranked(const ConvRequest& request, const ConvToTune& what,
                                      const tuning::Microkernels& microkernels) {
  const Form f = form(request);
  const ShippedTuning shipped = shipped_tuning(request.cpu, request.target, request.type);
  std::vector<tuning::Candidate> out = ranked(f.shape, f.layout, f.weights, what.machine, microkernels);
  for (tuning::Candidate& c : out) c.scheme = with_default_prefetch(c.scheme, what.problem, shipped);
  return out;
}

}  // namespace tessera::kernels::conv
