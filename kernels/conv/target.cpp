// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/target.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/hardware_library.hpp"
#include "api/solver_options.hpp"
#include "api/vectors.hpp"
#include "dsl/script/library_view.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::kernels::conv {
namespace {

namespace mixed = gemm::mixed;
using Instructions = std::vector<Proc>;

// Of an instruction that reads one pixel from memory, whose sums are vectors of the target.
bool is_dot(const mixed::Form& f, const schedules::VectorTarget& target) {
  return f.rows == 1 && f.depth > 1 && !f.a_is_in_register() && f.columns == target.lanes && f.of_sum == target.memory;
}

bool is_prefetch(const Proc& p, const mixed::Types& types) {
  const auto& facts = p.ir().instr->facts;
  const auto role = facts.find("role");
  if (role == facts.end() || role->second.rfind("prefetch", 0) != 0) return false;
  const ir::Scalar type = p.ir().args.front().type.scalar;
  return type == types.a || type == types.b;
}

// Pixels are copied, and weights packed, without rows in a register.
bool is_of_flat_panels(const mixed::Form& f) { return !f.a_has_rows() && !f.b_has_rows(); }

// Channels of one group fill the blocks that the instruction multiplies.
bool fits_groups(const mixed::Form& f, const shapes::ConvShape& s) {
  return s.groups == 1 || s.C_of_group() % f.depth == 0;
}

// The one that multiplies most; among those that fit the groups, if any does: else that is what is refused.
template <class Suits>
std::optional<mixed::Form> best_of(const ConvRequest& request, const Instructions& all, Suits suits) {
  std::optional<mixed::Form> best;
  const auto is_better = [&](const mixed::Form& f) {
    if (!best) return true;
    const bool fits = fits_groups(f, request.shape), best_fits = fits_groups(*best, request.shape);
    return fits != best_fits ? fits : f.products() > best->products();
  };
  for (const Proc& p : all) {
    std::optional<mixed::Form> f = form_of(p, *request.mixed);
    if (f && is_of_flat_panels(*f) && suits(*f) && is_better(*f)) best = std::move(f);
  }
  return best;
}

schedules::DotProduct dot_product(const mixed::Form& form, const Instructions& all, const std::string& target) {
  schedules::DotProduct out{form.instruction, form.depth, form.of_b, {}, {}};
  for (const Proc& p : all)
    if (is_prefetch(p, form.types)) out.prefetches.push_back(p);
  for (const Proc& p : all)
    if (mixed::is_move(p, {"load", form.types.b, form.of_b})) out.loads.push_back(p);
  if (out.loads.empty())
    throw InputError("conv",
                     fmt::format("{} has no instruction of the role load for {} in {}", target, ir::name(form.types.b),
                                 form.of_b->name),
                     fmt::format("{} needs it", out.instruction.name()));
  return out;
}

// What the library multiplies.
[[noreturn]] void refuse_types(const ConvRequest& request, const Instructions& all) {
  std::vector<std::string> forms;
  for (const mixed::Form& f : mixed::best_forms(all))
    if (is_of_flat_panels(f) && (f.types.a != f.types.sum || f.types.b != f.types.sum))
      forms.push_back(fmt::format("{} ({} by {}, {} deep)", text(f.types), f.rows, f.columns, f.depth));
  throw InputError("conv",
                   fmt::format("{} has no instruction that adds products of {} and {} to sums of {}", request.target,
                               ir::name(request.mixed->a), ir::name(request.mixed->b), ir::name(request.mixed->sum)),
                   fmt::format("it has {}; {}",
                               forms.empty() ? "none on other types either" : fmt::format("{}", fmt::join(forms, "; ")),
                               mixed::body_of_form));
}

Products products_of(const mixed::Form& form, const Instructions& all, const std::string& target) {
  if (const std::optional<mixed::OperandMove> m = missing_move(form, all))
    throw InputError("conv",
                     fmt::format("{} has no instruction of the role {} for {} in {}", target, m->role,
                                 ir::name(m->type), m->memory->name),
                     fmt::format("{} needs it", form.instruction.name()));
  return {form, all};
}

// Results of another type are computed in f32, in registers beside those of the sums.
bool can_hold_results(const ConvRequest& request, const ir::MemoryDecl& of_sums) {
  return !request.result || request.mixed->sum == ir::Scalar::f32 || of_sums.register_type(ir::Scalar::f32);
}

// Of sums over channels.
void set_products(ConvTarget& out, const ConvRequest& request, const Instructions& all) {
  const auto dot = best_of(request, all, [&](const mixed::Form& f) { return is_dot(f, out.vectors); });
  const auto any = best_of(request, all, [](const mixed::Form&) { return true; });
  if (!any) refuse_types(request, all);
  const std::string pixels = dimension_of_pixels(request.layout);
  const bool has_loops = request.scheme && !is_tile(request.scheme->scheme, pixels);
  const bool is_by_dot =
      dot && (has_loops || (dot->products() >= any->products() && can_hold_results(request, *out.vectors.memory)));
  if (is_by_dot) out.vectors.dot = dot_product(*dot, all, request.target);
  else out.products = products_of(*any, all, request.target);
}

}  // namespace

ConvTarget target_of(const ConvRequest& request) {
  const script::Library library = api::load_library(request.target, {}, request.lanes);
  api::check_fixed_lanes(library, "conv", request.lanes);
  return target_of(request, library, api::make_context({}));
}

ConvTarget target_of(const ConvRequest& request, const script::Library& library, const ContextRef& context) {
  ConvTarget out{api::vectors(library, request.type, context)};
  if (!request.mixed) return out;
  const Instructions all = api::instructions(library, context);
  if (!request.shape.is_depthwise()) set_products(out, request, all);
  if (!request.result) return out;
  for (const Proc& p : all)
    if (script::only_type(p.ir()) != request.type && mixed::is_of_lanes(p, out.vectors.memory, out.vectors.lanes))
      out.vectors.instructions.push_back(p);
  return out;
}

}  // namespace tessera::kernels::conv
