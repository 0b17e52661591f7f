// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/registers.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "dsl/ir/walk.hpp"

namespace tessera::report {
namespace {

struct Counts {
  std::int64_t allocated = 0, live = 0;
};
using PerMemory = std::map<std::string, Counts>;

class RegisterWalk {
 public:
  std::vector<RegisterUse> run(const ir::Procedure& proc) {
    PerMemory now;
    for (const ir::Arg& a : proc.args)
      if (!a.type.is_control() && a.mem && a.mem->is_register()) add(now, a.type, a.mem);
    walk(proc.body, now);
    return std::move(uses_);
  }

 private:
  struct Lifetime {
    std::size_t first, last;
    std::string memory;
    std::int64_t vectors;
  };

  RegisterUse& use(const ir::MemoryRef& mem) {
    for (RegisterUse& u : uses_)
      if (u.memory == mem->name) return u;
    return uses_.emplace_back(RegisterUse{mem->name, mem->registers});
  }

  // Nothing for an extent that is not a literal.
  std::optional<std::int64_t> vectors(const ir::Type& type, const ir::MemoryRef& mem) {
    const ir::RegisterType* held = mem->register_type(type.scalar);
    std::int64_t out = 1;
    for (std::size_t d = 0; d + (held ? held->rank() : 1) < type.shape.size(); ++d) {
      const std::int64_t* extent = ir::literal(type.shape[d]);
      if (!extent) {
        use(mem).exact = false;
        return std::nullopt;
      }
      out *= *extent;
    }
    return out;
  }

  void add(PerMemory& now, const ir::Type& type, const ir::MemoryRef& mem) {
    std::int64_t n = vectors(type, mem).value_or(0);
    now[mem->name].allocated += n;
    now[mem->name].live += n;
    record(use(mem), now[mem->name]);
  }

  static void record(RegisterUse& u, const Counts& now) {
    u.allocated = std::max(u.allocated, now.allocated);
    u.live = std::max(u.live, now.live);
  }

  // `now`: vectors in scope from the blocks around, and live ones among them.
  void walk(const ir::Block& block, PerMemory now) {
    std::vector<Lifetime> own;
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto* alloc = block[i].as<ir::Alloc>();
      if (alloc && alloc->mem->is_register()) declare(block, i, *alloc, now, own);
      PerMemory here = now;
      for (const Lifetime& l : own)
        if (l.first <= i && i <= l.last) here[l.memory].live += l.vectors;
      for (RegisterUse& u : uses_) record(u, here[u.memory]);
      below(block[i], here);
    }
  }

  void declare(const ir::Block& block, std::size_t at, const ir::Alloc& alloc, PerMemory& now,
               std::vector<Lifetime>& own) {
    RegisterUse& u = use(alloc.mem);
    std::int64_t n = vectors(alloc.type, alloc.mem).value_or(0);
    now[alloc.mem->name].allocated += n;
    record(u, {now[alloc.mem->name].allocated, 0});
    std::size_t first = block.size(), last = 0;
    std::set<ir::Sym> names{alloc.name};
    for (std::size_t i = at + 1; i < block.size(); ++i)
      if (touches(block[i], names)) first = std::min(first, i), last = i;
    own.push_back({first, last, alloc.mem->name, n});
  }

  // Mentions one of the names; a window over one of them is one of them from there on.
  static bool touches(const ir::Stmt& s, std::set<ir::Sym>& names) {
    ir::for_each_stmt(ir::Block{s}, [&](const ir::Stmt& below) {
      const auto* window = below.as<ir::WindowStmt>();
      if (window && names.count(window->rhs.as<ir::WindowExpr>()->base)) names.insert(window->name);
    });
    return std::any_of(names.begin(), names.end(), [&](ir::Sym name) { return ir::mentions(s, name); });
  }

  void below(const ir::Stmt& s, const PerMemory& here) {
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* list = ir::branch(s, b)) walk(*list, here);
    const auto* call = s.as<ir::Call>();
    if (call && !call->callee->instr) walk(call->callee->body, here);
  }

  std::vector<RegisterUse> uses_;
};

}  // namespace

std::vector<RegisterUse> register_use(const ir::Procedure& proc) { return RegisterWalk().run(proc); }

}  // namespace tessera::report
