// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/decide.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/support/diagnostic.hpp"
#include "kernels/conv/convolution.hpp"
#include "kernels/conv/depthwise.hpp"
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
  const std::optional<std::int64_t> scratch = schedules::stated_scratch(*multiply);
  if (!scratch) return 1;
  constexpr std::int64_t least = 3;  // a sum, a vector of weights, an element
  if (*scratch <= registers - least) return *scratch;
  throw InputError(
      "conv", fmt::format("{}: scratch={} leaves no registers of {} for sums", multiply->name(), *scratch, registers),
      "0 where the instruction reads the element from memory; else the registers that its C takes besides its "
      "operands");
}

// Results of another type are computed in f32: does one instruction convert the first sums of a vector?
bool converts_parts(const ConvRequest& request, const schedules::VectorTarget& target) {
  if (!request.result || request.mixed->sum == ir::Scalar::f32) return true;
  return std::any_of(target.instructions.begin(), target.instructions.end(), [&](const Proc& p) {
    const std::vector<ir::Arg>& args = p.ir().args;
    const auto in_register = [](const ir::Arg& a) { return !a.type.is_control() && a.mem->is_register(); };
    const auto is_control = [](const ir::Arg& a) { return a.type.is_control(); };
    std::vector<ir::Scalar> types;
    for (const ir::Arg& a : args)
      if (in_register(a)) types.push_back(a.type.scalar);
    return std::any_of(args.begin(), args.end(), is_control) &&
           types == std::vector{ir::Scalar::f32, request.mixed->sum};
  });
}

tuning::Machine machine_of(const ConvRequest& request, const schedules::VectorTarget& target) {
  if (!target.memory->budget().registers)
    throw InputError("conv",
                     fmt::format("the memory {} does not say how many registers there are", target.memory->name),
                     "add a line `registers N` to it");
  const bool has_masks = (target.dot ? target.has("masked_load_zero") && target.has("masked_store")
                                     : target.has("masked_fma_broadcast")) &&
                         converts_parts(request, target);
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

// The scheme of the tile.
schemes::Scheme scheme_of(const Form& f, const Products& products) {
  using Kind = schemes::Specifier::Kind;
  return {{Kind::unroll, dimension_of_pixels(f.layout), {products.tile.rows}},
          {Kind::vector, "k", {std::min(products.panel(), f.shape.K_of_group())}}};
}

// The tile that such a scheme is of.
gemm::mixed::MixedTile given_tile(const schemes::Scheme& scheme, const Form& f, const Products& products) {
  const gemm::mixed::MixedTile usual = tile_of_results(f, products.form);
  const std::string example = fmt::format("as U({}, {}) V({}, k)", usual.rows, dimension_of_pixels(f.layout),
                                          gemm::mixed::panel_columns(usual, products.form));
  if (!is_tile(scheme, dimension_of_pixels(f.layout)))
    throw InputError("conv",
                     fmt::format("the scheme '{}' is no tile: products by {} have no other loops to choose",
                                 schemes::text(scheme), products.form.instruction.name()),
                     example);
  const std::int64_t each = products.form.columns, have = *products.form.of_sum->budget().registers;
  const gemm::mixed::MixedTile out{scheme[0].count.number, (scheme[1].count.number + each - 1) / each};
  if (out.rows > have * products.form.rows || out.vectors > have || !fits(out, products.form, have))
    throw InputError("conv",
                     fmt::format("the tile '{}' needs more registers than the {} of {}", schemes::text(scheme), have,
                                 products.form.of_sum->budget().name),
                     example);
  return out;
}

bool is_peeled(const ConvRequest& request) { return request.border == Border::peeled && request.shape.is_padded(); }

void check_products(const ConvRequest& request, const Products& products) {
  if (request.border == Border::peeled && request.shape.is_padded())
    throw InputError("conv",
                     fmt::format("--border peeled for products of {} pixels by {} channels", products.form.rows,
                                 products.form.columns),
                     "--border copied: pixels are copied side by side, zeros as well");
}

// Some vectors of sums are on their way at once.
DecidedConv decided_depthwise(const ConvRequest& request, const schedules::VectorTarget& target) {
  constexpr std::int64_t vectors = 4;
  const std::int64_t usual = std::min(vectors * target.lanes, request.shape.K);
  DecidedConv out{form(request), {scheme_of_channels(usual), SchemeSource::model}};
  if (request.scheme) out.chosen = *request.scheme;
  out.side_by_side = channels_of(out.chosen.scheme);
  if (!out.side_by_side)
    throw InputError("conv",
                     fmt::format("the scheme '{}' is no block of channels: depthwise convolutions of {} have no other",
                                 schemes::text(out.chosen.scheme), text(*request.mixed)),
                     fmt::format("as V({}, g)", usual));
  if (is_peeled(request))
    throw InputError("conv", fmt::format("--border peeled for a depthwise convolution of {}", text(*request.mixed)),
                     "--border copied");
  return out;
}

DecidedConv decided_products(const ConvRequest& request, Products products) {
  check_products(request, products);
  DecidedConv out{form(request, products.form.depth), {}};
  Form& f = out.form;
  f.mixed->are_taps_together = true;
  products.tile = request.scheme ? given_tile(request.scheme->scheme, f, products) : tile_of_results(f, products.form);
  f.panel = products.panel();
  out.chosen = {scheme_of(f, products), request.scheme ? request.scheme->source : SchemeSource::model};
  out.products = std::move(products);
  return out;
}

}  // namespace

DecidedConv decided(const ConvRequest& request, const ConvTarget& by) {
  check_shipped_cpu(request.cpu);
  if (by.products) return decided_products(request, *by.products);
  if (request.mixed && request.shape.is_depthwise()) return decided_depthwise(request, by.vectors);
  const schedules::VectorTarget& target = by.vectors;
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

DecidedConv decided(const ConvRequest& request) { return decided(request, target_of(request)); }

ConvToTune to_tune(const ConvRequest& request) {
  const schedules::VectorTarget target = target_of(request).vectors;
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
