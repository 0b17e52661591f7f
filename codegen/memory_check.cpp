// SPDX-License-Identifier: Apache-2.0
#include "codegen/memory_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/c_number.hpp"
#include "codegen/errors.hpp"
#include "codegen/register_pressure.hpp"
#include "codegen/windows.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/storage.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using ir::Expr;
using ir::MemoryDecl;
using ir::Stmt;

class MemoryCheck {
 public:
  MemoryCheck(const ir::Procedure& proc, bool allows_spills)
      : proc_(proc), allows_spills_(allows_spills), windows_(proc), names_(proc), scope_(ir::declarations(proc)) {}

  std::vector<std::string> run() {
    for (const ir::Arg& arg : proc_.args)
      if (!arg.type.is_control() && arg.mem->is_register()) check_argument(arg);
    check(proc_.body);
    for (const RegisterPeak& peak : too_many_registers(proc_)) {
      if (!allows_spills_) refuse_spills(peak);
      warn(fmt::format("{}: {}: some will be spilled", proc_.name, text_of(peak)));
    }
    return warnings_;
  }

 private:
  void check(const ir::Block& block) {
    for (const Stmt& s : block)
      s.match([&](const ir::Assign& n) { check_write(s, n.name, n.rhs); },
              [&](const ir::Reduce& n) { check_write(s, n.name, n.rhs); },
              [&](const ir::Alloc& n) { check_alloc(s, n); },
              [&](const ir::For& n) {
                if (n.mode == ir::LoopMode::par) check_parallel(s, n);
                loops_.push_back(&n);
                check(n.body);
                loops_.pop_back();
              },
              [&](const ir::If& n) {
                check(n.body);
                check(n.orelse);
              },
              [&](const ir::Call& n) { check_call(s, n); }, [&](const ir::WriteConfig& n) { check_reads(s, n.rhs); },
              [](const auto&) {});
  }

  static std::string text_of(const RegisterPeak& peak) {
    return fmt::format("{} vectors of {} are alive at {}, the machine has {} registers", peak.alive,
                       fmt::join(peak.memories, " and "), peak.at, peak.available);
  }

  // Right, but slow: who asks for a tile must know.
  [[noreturn]] void refuse_spills(const RegisterPeak& peak) const {
    refuse("registers", fmt::format("{}: {}", proc_.name, text_of(peak)), peak.loc ? peak.loc : proc_.loc,
           "take a smaller tile; or --allow-spills lets the compiler keep the others in memory");
  }

  void check_parallel(const Stmt& s, const ir::For& n) {
    if (ir::Sym buffer = ir::static_buffer(n.body))
      refuse("memory",
             fmt::format("{} is static: the iterations of the parallel loop {} would share it", buffer.text(),
                         names_.of(n.iter)),
             s, "set_memory to one that is each thread's own, or keep the loop sequential");
  }

  const ir::Declaration& declaration(ir::Sym s) const { return scope_.at(windows_.alias_root(s)); }
  bool is_register(ir::Sym s) const {
    const ir::Declaration& d = declaration(s);
    return d.mem && !d.type.is_control() && d.mem->is_register();
  }

  // --- plain statements: no registers in them ---

  void check_write(const Stmt& s, ir::Sym target, const Expr& rhs) {
    if (is_register(target)) refuse_plain(s, target, "written");
    check_reads(s, rhs);
  }

  void check_reads(const Stmt& s, const Expr& e) {
    ir::for_each_expr(e, [&](const Expr& node) {
      const ir::Read* n = node.as<ir::Read>();
      if (n && ir::is_data(declaration(n->name).type.scalar) && is_register(n->name)) refuse_plain(s, n->name, "read");
    });
  }

  [[noreturn]] void refuse_plain(const Stmt& s, ir::Sym name, const char* how) {
    const std::string& memory = declaration(name).mem->name;
    refuse("memory",
           fmt::format("{} is {} here, but {} memory is accessible to instructions only", names_.of(name), how, memory),
           s,
           fmt::format("replace this statement, with the loop over the lanes around it, by {} instruction of {}, or "
                       "keep {} in DRAM",
                       kind_of(s), memory, names_.of(name)));
  }

  // The kind of instruction for this statement.
  std::string kind_of(const Stmt& s) const {
    const ir::Assign* n = s.as<ir::Assign>();
    if (!n) {
      const ir::Reduce* r = s.as<ir::Reduce>();
      const ir::Binary* product = r ? r->rhs.as<ir::Binary>() : nullptr;
      return product && product->op == ir::BinOp::mul ? "a multiply-add (role fma)" : "an accumulating";
    }
    if (n->rhs.as<ir::FloatLit>()) return "a zeroing (role zero)";
    const ir::Read* source = n->rhs.as<ir::Read>();
    if (source && is_register(n->name) && !is_register(source->name))
      return "a load or broadcast (role load, broadcast)";
    if (source && !is_register(n->name)) return "a store (role store)";
    return "an";
  }

  // --- register buffers: arrays of whole registers ---

  void check_argument(const ir::Arg& arg) {
    if (arg.mem->is_numbered)
      refuse("memory",
             fmt::format("{} is in {}, whose registers are literal numbers: a procedure cannot be given one",
                         arg.name.text(), arg.mem->name),
             arg.loc, "inline the procedure, and keep the buffer where its instructions are");
    const ir::RegisterType& h = register_type(arg.type, *arg.mem, arg.name, arg.loc);
    std::size_t first = arg.type.is_window ? 0 : 1;  // C does not look at the outermost extent of an array argument
    if (arg.type.is_window && arg.type.shape.size() > h.rank())
      refuse("memory",
             fmt::format("{} is a window of {} vectors; a procedure can take one vector, or a whole array",
                         arg.name.text(), arg.mem->name),
             arg.loc);
    require_lanes(arg.type, h, arg.name, arg.loc);
    if (arg.mem->has_variables && arg.type.shape.size() > h.rank())
      refuse("memory",
             fmt::format("{} is an array of registers of {}, which are variables of C each", arg.name.text(),
                         arg.mem->name),
             arg.loc, "take one register for each, or inline the procedure");
    for (std::size_t d = first; d + h.rank() < arg.type.shape.size(); ++d)
      require_literal(arg.type.shape[d], arg.name, arg.loc);
  }

  void check_alloc(const Stmt& s, const ir::Alloc& n) {
    if (!n.mem->is_register()) {
      if (n.mem->allocator && !n.type.is_tensor())
        refuse("memory",
               fmt::format("{} is a scalar, but {} gives room to tensors only", names_.of(n.name), n.mem->name), s,
               fmt::format("set_memory {} to DRAM, or expand_dim it", names_.of(n.name)));
      if (n.mem->storage != ir::Storage::heap)
        for (const Expr& e : n.type.shape) require_literal(e, n.name, s.loc());
      return;
    }
    const ir::RegisterType& h = register_type(n.type, *n.mem, n.name, s.loc());
    require_lanes(n.type, h, n.name, s.loc());
    for (std::size_t d = 0; d + h.rank() < n.type.shape.size(); ++d) require_literal(n.type.shape[d], n.name, s.loc());
  }

  const ir::RegisterType& register_type(const ir::Type& type, const MemoryDecl& mem, ir::Sym name, SrcLoc loc) {
    if (const ir::RegisterType* h = mem.register_type(type.scalar)) return *h;
    std::string known;
    for (const ir::RegisterType& h : mem.holds) known += (known.empty() ? "" : ", ") + h.text();
    refuse("precision", fmt::format("{} is {}, but {} holds {}", name.text(), ir::name(type.scalar), mem.name, known),
           loc, "set_precision or set_memory");
  }

  // The innermost dimensions are the register's.
  void require_lanes(const ir::Type& type, const ir::RegisterType& h, ir::Sym name, SrcLoc loc) {
    if (h.rank() > 1) return require_shape(type, h, name, loc);
    const std::int64_t* lanes = nullptr;
    Expr last = type.shape.empty() ? Expr{} : fold_literals(type.shape.back());
    if (last) lanes = ir::literal(last);
    if (!lanes || *lanes != h.lanes)
      refuse("memory",
             fmt::format("the innermost dimension of {} is {}, a vector has {} lanes", name.text(),
                         last ? ir::print(last) : "missing", h.lanes),
             loc, "expand_dim or divide_dim to make it the lanes");
  }

  void require_shape(const ir::Type& type, const ir::RegisterType& h, ir::Sym name, SrcLoc loc) {
    const std::vector<int> wanted = h.shape();
    bool fits = type.shape.size() >= wanted.size();
    for (std::size_t d = 0; fits && d < wanted.size(); ++d) {
      const Expr extent = fold_literals(type.shape[type.shape.size() - wanted.size() + d]);
      fits = ir::literal(extent) && *ir::literal(extent) == wanted[d];
    }
    if (!fits)
      refuse("memory",
             fmt::format("{} is {}, but the innermost dimensions of a buffer in registers of {} are [{}]", name.text(),
                         ir::print(type), h.text(), fmt::join(wanted, ", ")),
             loc, "divide_dim and rearrange_dim to make them the register");
  }

  std::int64_t require_literal(const Expr& extent, ir::Sym name, SrcLoc loc) {
    Expr e = fold_literals(extent);
    if (const std::int64_t* v = ir::literal(e); v && *v > 0) return *v;
    refuse("memory",
           fmt::format("extent {} of {} is not a positive constant, as its memory needs", ir::print(e), name.text()),
           loc, "partial_eval or resize_dim the buffer, or keep it in DRAM");
  }

  // --- calls ---

  void check_call(const Stmt& s, const ir::Call& n) {
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      const ir::Arg& formal = n.callee->args.at(i);
      if (formal.type.is_control()) continue;
      ir::Sym actual = tensor_named(n.args[i]);
      if (actual && (formal.type.is_tensor() || declaration(actual).type.is_tensor() == formal.type.is_tensor()))
        check_actual(s, n, n.args[i], actual, formal);
      else check_element(s, n, n.args[i], formal);
    }
  }

  static ir::Sym tensor_named(const Expr& e) {
    if (const ir::WindowExpr* w = e.as<ir::WindowExpr>()) return w->base;
    const ir::Read* r = e.as<ir::Read>();
    return r && r->idx.empty() ? r->name : ir::Sym{};
  }

  // Passed by reference, or a value.
  void check_element(const Stmt& s, const ir::Call& n, const Expr& e, const ir::Arg& formal) {
    check_reads(s, e);
    if (const ir::Read* r = e.as<ir::Read>()) check_place(s, n, r->name, formal);
  }

  void check_actual(const Stmt& s, const ir::Call& n, const Expr& e, ir::Sym actual, const ir::Arg& formal) {
    check_place(s, n, actual, formal);
    const ir::Declaration& d = declaration(actual);
    if (d.mem->is_register()) check_register_window(s, e, actual, *d.mem);
  }

  void check_place(const Stmt& s, const ir::Call& n, ir::Sym actual, const ir::Arg& formal) {
    const ir::Declaration& d = declaration(actual);
    if (!may_stand_for(*d.mem, *formal.mem))
      refuse("memory",
             fmt::format("{} is in {}, but argument {} of {} is in {}", names_.of(actual), d.mem->name,
                         formal.name.text(), n.callee->name, formal.mem->name),
             s, fmt::format("set_memory {} to {}, or stage it", names_.of(actual), formal.mem->name));
    if (chosen(d.type.scalar) != chosen(formal.type.scalar))
      refuse("precision",
             fmt::format("{} is {}, but argument {} of {} is {}", names_.of(actual), ir::name(d.type.scalar),
                         formal.name.text(), n.callee->name, ir::name(formal.type.scalar)),
             s, "set_precision, or use another instruction");
  }

  void check_register_window(const Stmt& s, const Expr& e, ir::Sym actual, const MemoryDecl& mem) {
    const ir::WindowExpr* w = e.as<ir::WindowExpr>();
    Place place = w ? windows_.of(*w) : windows_.whole(actual, scope_.at(actual).type.shape);
    const ir::Type& type = declaration(actual).type;
    const ir::RegisterType* h = mem.register_type(type.scalar);
    if (!h || !is_whole_register(place, *h))
      refuse("memory",
             fmt::format("{} is not whole vectors of {}: the innermost dimension{} must be {}", ir::print(e, names_),
                         mem.name, h && h->rank() > 1 ? "s" : "", h ? whole(*h) : ""),
             s);
    for (std::size_t d = 0; d + h->rank() < place.dims.size(); ++d) {
      if (mem.has_no_arrays() && !place.dims[d].is_point())
        refuse("memory",
               fmt::format("{} is several registers of {}, which are {} each", ir::print(e, names_), mem.name,
                           mem.is_numbered ? "a literal number" : "variables of C"),
               s, "pass one register for each argument, or inline the procedure");
      check_register_number(s, fold_literals(place.dims[d].lo), actual, mem);
    }
  }

  // "0:4, 0:4"
  static std::string whole(const ir::RegisterType& h) {
    std::string out;
    for (const int extent : h.shape()) out += fmt::format("{}0:{}", out.empty() ? "" : ", ", extent);
    return out;
  }

  static bool is_whole_register(const Place& place, const ir::RegisterType& h) {
    const std::vector<int> extents = h.shape();
    if (place.dims.size() < extents.size()) return false;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      const ir::WindowDim& dim = place.dims[place.dims.size() - extents.size() + d];
      if (dim.is_point()) return false;
      const Expr lo = fold_literals(dim.lo), length = fold_literals(ir::sub(dim.hi, dim.lo));
      const bool is_whole =
          ir::literal(lo) && *ir::literal(lo) == 0 && ir::literal(length) && *ir::literal(length) == extents[d];
      if (!is_whole) return false;
    }
    return true;
  }

  // A register has no address: its number must be a constant by the time the compiler assigns registers.
  void check_register_number(const Stmt& s, const Expr& index, ir::Sym actual, const MemoryDecl& mem) {
    if (ir::literal(index)) return;
    bool explained = false;
    for (const ir::For* loop : loops_) {
      if (!ir::mentions(index, loop->iter)) continue;
      std::string iter = names_.of(loop->iter);
      if (mem.constant_indices || mem.has_no_arrays())
        refuse("memory",
               fmt::format("{} needs constant indices, but {} of {} depends on loop {}", mem.name,
                           ir::print(index, names_), names_.of(actual), iter),
               s, fmt::format("unroll_loop {}", iter));
      bool constant = ir::literal(fold_literals(loop->lo)) && ir::literal(fold_literals(loop->hi));
      warn(
          constant
              ? fmt::format(
                    "{}: the vector of {} depends on loop {}; unroll_loop it, or the compiler may keep {} in memory",
                    proc_.name, names_.of(actual), iter, names_.of(actual))
              : fmt::format(
                    "{}: the vector of {} depends on loop {}, whose bounds are not constant: {} will be kept in memory",
                    proc_.name, names_.of(actual), iter, names_.of(actual)));
      explained = true;
    }
    if (explained) return;
    if (mem.constant_indices || mem.has_no_arrays())
      refuse("memory",
             fmt::format("{} needs constant indices, but {} of {} is not", mem.name, ir::print(index, names_),
                         names_.of(actual)),
             s);
    warn(fmt::format("{}: index {} of {} is not constant: {} will be kept in memory", proc_.name,
                     ir::print(index, names_), names_.of(actual), names_.of(actual)));
  }

  void warn(std::string text) {
    if (std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end()) warnings_.push_back(std::move(text));
  }

  const ir::Procedure& proc_;
  const bool allows_spills_;
  Windows windows_;
  ir::Names names_;
  ir::Declarations scope_;
  std::vector<const ir::For*> loops_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::vector<std::string> check_memories(const ir::Procedure& proc, bool allow_spills) {
  return MemoryCheck(proc, allow_spills).run();
}

}  // namespace tessera::codegen
