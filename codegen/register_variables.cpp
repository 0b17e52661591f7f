// SPDX-License-Identifier: Apache-2.0
#include "codegen/register_variables.hpp"

#include "dsl/ir/walk.hpp"

namespace tessera::codegen {

std::vector<RegisterNumber> register_numbers(const ir::Alloc& n) {
  const ir::RegisterType* held = n.mem->register_type(n.type.scalar);
  std::vector<RegisterNumber> out{{}};
  for (std::size_t d = 0; held && d + held->rank() < n.type.shape.size(); ++d) {
    const ir::Expr extent = fold_literals(n.type.shape[d]);
    const std::int64_t count = ir::literal(extent) ? *ir::literal(extent) : 0;
    std::vector<RegisterNumber> longer;
    for (const RegisterNumber& number : out)
      for (std::int64_t i = 0; i < count; ++i) {
        longer.push_back(number);
        longer.back().push_back(i);
      }
    out = std::move(longer);
  }
  return out;
}

std::string register_variable(const std::string& buffer, const RegisterNumber& number) {
  std::string out = buffer;
  for (const std::int64_t i : number) out += "_" + std::to_string(i);
  return out;
}

std::vector<std::string> register_variables(const std::string& buffer, const ir::Alloc& n) {
  std::vector<std::string> out;
  if (n.mem->has_variables)
    for (const RegisterNumber& number : register_numbers(n)) out.push_back(register_variable(buffer, number));
  return out;
}

}  // namespace tessera::codegen
