// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/alignment.hpp"

#include <algorithm>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/field_values.hpp"
#include "dsl/ir/alignment.hpp"
#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {
namespace {

bool has_allocation(ir::Statements list) {
  bool found = false;
  ir::for_each_stmt(list, [&](const ir::Stmt& s) { found = found || s.as<ir::Alloc>(); });
  return found;
}

}  // namespace

bool may_move_buffers(const ir::Procedure& before, const ir::Procedure& after,
                      const std::vector<ir::Difference>& differences) {
  return !ir::have_same_head(before, after) ||
         std::any_of(differences.begin(), differences.end(),
                     [](const ir::Difference& d) { return has_allocation(d.before) || has_allocation(d.after); });
}

std::vector<AlignmentQuery> alignment_queries(smt::Terms& terms, const ir::Procedure& proc) {
  std::vector<AlignmentQuery> out;
  std::optional<Lowering> plain;
  for_each_place(proc, Range::whole_body(proc), [&](const Path& at, const ir::Stmt& s) {
    const auto* call = s.as<ir::Call>();
    if (!call || !ir::asserts_alignment(*call->callee)) return;
    if (!plain) plain.emplace(terms, proc);
    Lowering lower = *plain;
    const std::vector<Formula> facts = analysis::facts_and_fields_at(lower, proc, at);
    const analysis::CallConditions c = analysis::call_conditions(lower, *call, facts);
    for (const std::size_t i : c.of_addresses) out.push_back({at, c.asserts[i]});
  });
  return out;
}

}  // namespace tessera::rewrite
