// SPDX-License-Identifier: Apache-2.0
#include "dsl/check/inputs.hpp"

namespace tessera::check {
namespace {

std::optional<std::int64_t> value_of(const smt::Affine& variable, const smt::Model& model) {
  if (variable.terms().size() != 1) return std::nullopt;
  auto it = model.find(variable.terms().begin()->first);
  return it == model.end() ? std::nullopt : std::optional(it->second);
}

}  // namespace

interp::Inputs inputs(analysis::Lowering& lower, const ir::Procedure& proc, const smt::Model& model) {
  interp::Inputs out{{}};
  for (std::size_t i = 0; i < proc.args.size(); ++i) {
    const ir::Arg& a = proc.args[i];
    if (a.type.is_control())
      out.control[a.name] = value_of(smt::Affine::variable(a.name), model).value_or(a.type.scalar == ir::Scalar::size);
    for (int d = 0; a.type.is_window && d < static_cast<int>(a.type.shape.size()); ++d)
      if (auto stride = value_of(lower.stride(a.name, d), model)) out.strides[{i, d}] = *stride;
  }
  for (const auto& [config, field] : interp::config_fields(proc)) {
    const std::string name = analysis::field_name(*config, field);
    if (ir::is_data(config->field(field).value_or(ir::Scalar::f32))) continue;
    if (auto value = value_of(lower.entry_value(name), model)) out.fields[name] = *value;
  }
  return out;
}

}  // namespace tessera::check
