// SPDX-License-Identifier: Apache-2.0
#include "codegen/numbered_registers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>

#include "codegen/errors.hpp"
#include "codegen/lifetimes.hpp"
#include "dsl/ir/names.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using ir::Stmt;

// A buffer that has its numbers now: of the budget, so that memories which share one are counted alike.
struct Numbered {
  const ir::Alloc* buffer;
  std::int64_t first, count;
  std::size_t last;  // statement of its block

  const std::string& budget() const { return buffer->mem->budget().name; }
  bool has(std::int64_t number) const { return first <= number && number < first + count; }
};
using Alive = std::vector<Numbered>;

std::string range_text(std::int64_t first, std::int64_t count) {
  return count == 1 ? std::to_string(first) : fmt::format("{} to {}", first, first + count - 1);
}

std::set<std::string> numbered_budgets(const ir::Procedure& called) {
  std::set<std::string> out;
  ir::for_each_stmt_and_called(called.body, [&](const Stmt& s) {
    const ir::Alloc* n = s.as<ir::Alloc>();
    if (n && n->mem->is_numbered) out.insert(n->mem->budget().name);
  });
  return out;
}

class Numbering {
 public:
  explicit Numbering(const ir::Procedure& proc) : windows_(proc), names_(proc) { walk(proc.body, {}); }

  std::map<ir::Sym, std::int64_t> numbers() { return std::move(numbers_); }

 private:
  // `around`: buffers of the blocks around this one, which live on after it.
  void walk(const ir::Block& block, const Alive& around) {
    const std::map<ir::Sym, std::size_t> last = last_uses(block, windows_);
    Alive own;
    for (std::size_t i = 0; i < block.size(); ++i) {
      std::erase_if(own, [&](const Numbered& b) { return b.last < i; });
      Alive alive = around;
      alive.insert(alive.end(), own.begin(), own.end());
      const ir::Alloc* n = block[i].as<ir::Alloc>();
      if (n && n->mem->is_numbered)
        own.push_back(taken(block[i], *n, alive, last.count(n->name) ? last.at(n->name) : i));
      check_statement(block[i], alive);
      for (const ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
        if (const ir::Block* below = ir::branch(block[i], b)) walk(*below, alive);
    }
  }

  // The lowest numbers that are free, a multiple of what one register takes.
  Numbered taken(const Stmt& s, const ir::Alloc& n, const Alive& alive, std::size_t last) {
    const std::int64_t each = n.mem->taken_of_budget(n.type.scalar), count = taken_of_budget(n);
    const std::int64_t available = *n.mem->budget().registers;
    for (std::int64_t first = 0; first + count <= available; first += each) {
      Numbered out{&n, first, count, last};
      if (std::any_of(alive.begin(), alive.end(), [&](const Numbered& b) { return overlap(b, out); })) continue;
      numbers_[n.name] = first / each;
      return out;
    }
    refuse("registers",
           fmt::format("{} needs {} register{} of {} with numbers one after the other; {}", names_.of(n.name), count,
                       count == 1 ? "" : "s", n.mem->budget().name, taken_text(n, alive)),
           s,
           "take a smaller tile, or move the allocation of a buffer closer to its uses: there is nothing to spill to");
  }

  static bool overlap(const Numbered& a, const Numbered& b) {
    return a.budget() == b.budget() && (a.has(b.first) || b.has(a.first));
  }

  // "of 0 to 7, acc has 0 to 3 and b has 4"
  std::string taken_text(const ir::Alloc& n, const Alive& alive) const {
    const ir::MemoryDecl& budget = n.mem->budget();
    std::vector<std::string> owners;
    for (const Numbered& b : alive)
      if (b.budget() == budget.name)
        owners.push_back(fmt::format("{} has {}", names_.of(b.buffer->name), range_text(b.first, b.count)));
    return fmt::format("of {}, {}", range_text(0, *budget.registers),
                       owners.empty() ? "none is taken" : fmt::format("{}", fmt::join(owners, " and ")));
  }

  void check_statement(const Stmt& s, const Alive& alive) const {
    if (alive.empty()) return;
    if (const ir::For* loop = s.as<ir::For>(); loop && loop->mode == ir::LoopMode::par)
      refuse("memory",
             fmt::format("{} lives across the parallel loop {}, and each thread has registers of {} of its own",
                         names_.of(alive.front().buffer->name), names_.of(loop->iter), alive.front().buffer->mem->name),
             s, "sink_alloc the buffer into the loop, or keep the loop sequential");
    const ir::Call* call = s.as<ir::Call>();
    if (!call || call->callee->instr) return;
    const std::set<std::string> used = numbered_budgets(*call->callee);
    for (const Numbered& b : alive)
      if (used.count(b.budget()))
        refuse("memory",
               fmt::format("{} uses registers of {} by numbers of its own, while {} has {}", call->callee->name,
                           b.budget(), names_.of(b.buffer->name), range_text(b.first, b.count)),
               s, "inline the call, so that numbers are chosen for both together");
  }

  Windows windows_;
  ir::Names names_;
  std::map<ir::Sym, std::int64_t> numbers_;
};

}  // namespace

std::map<ir::Sym, std::int64_t> numbers_of_buffers(const ir::Procedure& proc) { return Numbering(proc).numbers(); }

std::int64_t place_in_buffer(const std::vector<std::int64_t>& extents, const std::vector<std::int64_t>& index) {
  std::int64_t out = 0;
  for (std::size_t d = 0; d < index.size(); ++d) out = out * extents[d] + index[d];
  return out;
}

}  // namespace tessera::codegen
