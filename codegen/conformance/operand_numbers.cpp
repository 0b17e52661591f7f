// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/operand_numbers.hpp"

#include <map>
#include <string>

namespace tessera::conformance {

// Those from the last are the mirror image, which has the operands apart as well where a register's share of the budget
// divides it; elsewhere the first ones do.
std::optional<std::vector<std::int64_t>> numbers_of_operands(const ir::Procedure& p, NumbersFrom which) {
  std::map<std::string, std::int64_t> taken;  // of each budget
  std::vector<std::int64_t> out(p.args.size());
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const ir::Arg& a = p.args[i];
    if (a.type.is_control() || !a.mem->is_numbered) continue;
    const std::int64_t each = a.mem->taken_of_budget(a.type.scalar), all = *a.mem->budget().registers;
    std::int64_t& of_budget = taken[a.mem->budget().name];
    const std::int64_t number = (of_budget + each - 1) / each;
    of_budget = (number + 1) * each;
    if (of_budget > all) return std::nullopt;
    out[i] = which == NumbersFrom::first || all % each != 0 ? number : all / each - 1 - number;
  }
  return out;
}

}  // namespace tessera::conformance
