// SPDX-License-Identifier: Apache-2.0
#include "codegen/register_pressure.hpp"

#include <map>

#include "codegen/lifetimes.hpp"
#include "dsl/ir/names.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

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
    const std::map<ir::Sym, std::size_t> last = last_uses(block, windows_);
    std::vector<Buffer> own;
    for (std::size_t i = 0; i < block.size(); ++i) {
      std::erase_if(own, [&](const Buffer& b) {
        if (b.last < i) alive[b.memory->budget().name][b.memory->name] -= b.registers;
        return b.last < i;
      });
      const ir::Alloc* alloc = block[i].as<ir::Alloc>();
      if (alloc && alloc->mem->is_register()) {
        own.push_back({last.count(alloc->name) ? last.at(alloc->name) : i, alloc->mem.get(), taken_of_budget(*alloc)});
        auto& of_budget = alive[alloc->mem->budget().name];
        of_budget[alloc->mem->name] += own.back().registers;
        note(*alloc, block[i].loc(), of_budget);
      }
      for (const ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
        if (const ir::Block* below = ir::branch(block[i], b)) walk(*below, alive);
    }
  }

  void note(const ir::Alloc& n, SrcLoc loc, const std::map<std::string, std::int64_t>& alive) {
    note_own(n, loc, alive);
    const ir::MemoryDecl& budget = n.mem->budget();
    if (!budget.registers || budget.is_numbered) return;  // numbered ones are allotted: numbered_registers.hpp
    RegisterPeak now{budget.name, {}, 0, *budget.registers, names_.of(n.name), loc};
    for (const auto& [memory, count] : alive) {
      now.alive += count;
      if (count > 0) now.memories.push_back(memory);
    }
    add(std::move(now));
  }

  // Of a memory that has fewer registers than its budget has room for.
  void note_own(const ir::Alloc& n, SrcLoc loc, const std::map<std::string, std::int64_t>& alive) {
    if (!n.mem->shares || !n.mem->registers) return;
    const std::int64_t each = n.mem->taken_of_budget(n.type.scalar);
    add({n.mem->name, {n.mem->name}, alive.at(n.mem->name) / each, *n.mem->registers, names_.of(n.name), loc});
  }

  void add(RegisterPeak now) {
    RegisterPeak& peak = peaks_[now.budget];
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
