// SPDX-License-Identifier: Apache-2.0
#include "codegen/register_pressure.hpp"

#include <map>

#include "codegen/windows.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using ir::Expr;

class RegisterPressure {
 public:
  explicit RegisterPressure(const ir::Procedure& proc) : windows_(proc), names_(proc) { walk(proc.body, {}); }

  std::vector<RegisterPeak> above_budget() const {
    std::vector<RegisterPeak> out;
    for (const auto& [budget, peak] : peaks_)
      if (peak.alive > peak.available) out.push_back(peak);
    return out;
  }

 private:
  // Registers that are alive: by budget, and of it by memory.
  using Alive = std::map<std::string, std::map<std::string, std::int64_t>>;

  struct Buffer {
    std::size_t last;  // statement of its block
    const ir::MemoryDecl* memory;
    std::int64_t registers;
  };

  void walk(const ir::Block& block, Alive alive) {
    const std::map<ir::Sym, std::size_t> last = last_uses(block);
    std::vector<Buffer> own;
    for (std::size_t i = 0; i < block.size(); ++i) {
      std::erase_if(own, [&](const Buffer& b) {
        if (b.last < i) alive[b.memory->budget().name][b.memory->name] -= b.registers;
        return b.last < i;
      });
      const ir::Alloc* alloc = block[i].as<ir::Alloc>();
      if (alloc && alloc->mem->is_register()) {
        own.push_back({last.count(alloc->name) ? last.at(alloc->name) : i, alloc->mem.get(), registers(*alloc)});
        auto& of_budget = alive[alloc->mem->budget().name];
        of_budget[alloc->mem->name] += own.back().registers;
        note(*alloc, block[i].loc(), of_budget);
      }
      for (const ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
        if (const ir::Block* below = ir::branch(block[i], b)) walk(*below, alive);
    }
  }

  // The last statement of the block that uses each buffer.
  std::map<ir::Sym, std::size_t> last_uses(const ir::Block& block) const {
    std::map<ir::Sym, std::size_t> out;
    for (std::size_t i = 0; i < block.size(); ++i)
      ir::for_each_expr(ir::Block{block[i]}, [&](const Expr& e) {
        const ir::Read* read = e.as<ir::Read>();
        const ir::WindowExpr* window = e.as<ir::WindowExpr>();
        if (read || window) out[windows_.alias_root(read ? read->name : window->base)] = i;
      });
    return out;
  }

  static std::int64_t registers(const ir::Alloc& n) {
    const std::size_t rank = n.mem->register_type(n.type.scalar)->rank();
    std::int64_t out = n.mem->taken_of_budget(n.type.scalar);
    for (std::size_t d = 0; d + rank < n.type.shape.size(); ++d) out *= *ir::literal(fold_literals(n.type.shape[d]));
    return out;
  }

  void note(const ir::Alloc& n, SrcLoc loc, const std::map<std::string, std::int64_t>& alive) {
    const ir::MemoryDecl& budget = n.mem->budget();
    if (!budget.registers) return;
    RegisterPeak now{budget.name, {}, 0, *budget.registers, names_.of(n.name), loc};
    for (const auto& [memory, count] : alive) {
      now.alive += count;
      if (count > 0) now.memories.push_back(memory);
    }
    RegisterPeak& peak = peaks_[budget.name];
    if (now.alive > peak.alive) peak = std::move(now);
  }

  Windows windows_;
  ir::Names names_;
  std::map<std::string, RegisterPeak> peaks_;
};

}  // namespace

std::vector<RegisterPeak> too_many_registers(const ir::Procedure& proc) {
  return RegisterPressure(proc).above_budget();
}

}  // namespace tessera::codegen
