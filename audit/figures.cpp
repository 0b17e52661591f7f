// SPDX-License-Identifier: Apache-2.0
#include "audit/figures.hpp"

#include <algorithm>
#include <cstdlib>

#include "dsl/ir/walk.hpp"

namespace tessera::audit {
namespace {

// Does its body add products?
bool multiplies_and_adds(const ir::Procedure& instruction) {
  bool found = false;
  ir::for_each_stmt(instruction.body, [&](const ir::Stmt& s) {
    const auto* sum = s.as<ir::Reduce>();
    if (!sum) return;
    ir::for_each_expr(sum->rhs, [&](const ir::Expr& e) {
      const auto* product = e.as<ir::Binary>();
      found = found || (product && product->op == ir::BinOp::mul);
    });
  });
  return found;
}

std::optional<double> figure(const ir::InstrInfo& instr, const char* name) {
  const auto found = instr.facts.find(name);
  if (found == instr.facts.end()) return std::nullopt;
  return std::strtod(found->second.c_str(), nullptr);
}

// The least of them; nothing once one is not known.
std::optional<double> least(const std::vector<std::optional<double>>& all) {
  if (all.empty() || std::find(all.begin(), all.end(), std::nullopt) != all.end()) return std::nullopt;
  return *std::min_element(all.begin(), all.end());
}

}  // namespace

Figures figures_of(const ir::Procedure& p) {
  std::vector<std::optional<double>> latency, throughput;
  Figures out;
  for (const ir::ProcRef& called : ir::all_called(p.body)) {
    if (!called->instr || !multiplies_and_adds(*called)) continue;
    latency.push_back(figure(*called->instr, "latency"));
    throughput.push_back(figure(*called->instr, "throughput"));
    const auto source = called->instr->facts.find("source");
    if (source == called->instr->facts.end()) continue;
    if (std::find(out.sources.begin(), out.sources.end(), source->second) == out.sources.end())
      out.sources.push_back(source->second);
  }
  out.latency = least(latency);
  out.throughput = least(throughput);
  return out;
}

std::optional<double> least_cycles(const Counts& counts, const Figures& figures) {
  if (!figures.is_known() || counts.has_branches) return std::nullopt;
  const double by_throughput = (counts.multiply_adds - counts.apart) * figures.throughput.value_or(0);
  const double cycles = std::max(by_throughput, counts.longest_chain * figures.latency.value_or(0));
  return cycles > 0 ? std::optional(cycles) : std::nullopt;
}

}  // namespace tessera::audit
