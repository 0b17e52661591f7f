// SPDX-License-Identifier: Apache-2.0
#include "codegen/packed.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "codegen/errors.hpp"
#include "codegen/parity.hpp"
#include "codegen/windows.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::codegen {
namespace {

using ir::Expr;
using ir::Stmt;

const char* const load_packed_signed = R"(static inline int8_t {0}(const uint8_t *data, int64_t at) {{
  return (int8_t)(((data[at >> 1] >> (at & 1) * 4 & 15) ^ 8) - 8);
}}
)";

const char* const load_packed_unsigned = R"(static inline uint8_t {0}(const uint8_t *data, int64_t at) {{
  return (uint8_t)(data[at >> 1] >> (at & 1) * 4 & 15);
}}
)";

const char* const store_packed = R"(/* The other number of the byte stays. */
static inline void {0}(uint8_t *data, int64_t at, int32_t value) {{
  const int shift = (int)(at & 1) * 4;
  data[at >> 1] = (uint8_t)((data[at >> 1] & ~(15 << shift)) | (value & 15) << shift);
}}
)";

bool is_packed_tensor(const ir::Declaration& d) {
  return d.type.is_tensor() && ir::is_packed(d.type.scalar) && d.mem && !d.mem->is_register();
}

struct PackedAccess {
  Place place;
  bool is_write;
};

class PackedCheck {
 public:
  explicit PackedCheck(const ir::Procedure& p)
      : proc_(p), windows_(p), names_(p), scope_(ir::declarations(p)), parity_(p) {}

  void run() {
    for (const ir::Arg& a : proc_.args)
      if (!a.type.is_control() && !a.type.is_window) check_extent(a.name, a.loc ? a.loc : proc_.loc);
    ir::for_each_stmt(proc_.body, [&](const Stmt& s) {
      if (const auto* n = s.as<ir::Alloc>()) check_extent(n->name, s.loc());
      if (const auto* n = s.as<ir::For>(); n && n->mode == ir::LoopMode::par) check_parallel(s, *n);
    });
  }

 private:
  void check_extent(ir::Sym name, SrcLoc loc) {
    const ir::Declaration& d = scope_.at(name);
    if (!is_packed_tensor(d) || parity_.is_even(d.type.shape.back())) return;
    const std::string extent = ir::print(d.type.shape.back(), names_);
    refuse("packed",
           fmt::format("{} holds two {} in a byte, and its last extent, {}, is not known to be even", names_.of(name),
                       ir::name(d.type.scalar), extent),
           loc, ir::literal(d.type.shape.back()) ? "pad it by one" : fmt::format("assert {} % 2 == 0", extent));
  }

  // ---- parallel loops

  void add(ir::Sym base, Place place, bool is_write, std::vector<PackedAccess>& out) const {
    if (is_packed_tensor(scope_.at(windows_.alias_root(base)))) out.push_back({std::move(place), is_write});
  }

  void add_reads(const Expr& top, std::vector<PackedAccess>& out) const {
    ir::for_each_expr(top, [&](const Expr& e) {
      if (const auto* n = e.as<ir::Read>(); n && ir::is_data(n->type) && !n->idx.empty())
        add(n->name, windows_.element(n->name, n->idx), false, out);
    });
  }

  void add_arguments(const ir::Call& n, std::vector<PackedAccess>& out) const {
    const std::vector<bool> written = ir::written_parameters(*n.callee);
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      const auto* window = n.args[i].as<ir::WindowExpr>();
      const auto* read = n.args[i].as<ir::Read>();
      if (window) add(window->base, windows_.of(*window), written[i], out);
      else if (read && ir::is_data(read->type))
        add(read->name,
            read->idx.empty() ? windows_.whole(read->name, scope_.at(read->name).type.shape)
                              : windows_.element(read->name, read->idx),
            written[i], out);
      else add_reads(n.args[i], out);
    }
  }

  std::vector<PackedAccess> accesses(const ir::Block& body) const {
    std::vector<PackedAccess> out;
    ir::for_each_stmt(body, [&](const Stmt& s) {
      if (const auto* n = s.as<ir::Assign>()) add(n->name, windows_.element(n->name, n->idx), true, out);
      if (const auto* n = s.as<ir::Reduce>()) add(n->name, windows_.element(n->name, n->idx), true, out);
      if (const auto* n = s.as<ir::Call>()) return add_arguments(*n, out);
      if (s.as<ir::WindowStmt>()) return;
      for (const Expr& e : ir::expressions(s)) add_reads(e, out);
    });
    return out;
  }

  // Elements are not shared: that is proved of all parallel loops. Two of them that share a byte differ in the last
  // index alone if rows begin at bytes; so it is enough that the counter itself is another index of all accesses.
  void check_parallel(const Stmt& s, const ir::For& loop) {
    const std::vector<PackedAccess> all = accesses(loop.body);
    const std::set<ir::Sym> own = allocated(loop.body);
    for (const PackedAccess& written : all) {
      if (!written.is_write || own.count(written.place.base)) continue;
      if (rows_are_bytes(written.place.base) && have_row_of_counter(all, written.place.base, loop.iter)) continue;
      refuse("packed",
             fmt::format("iterations of the parallel loop {0} may write the same byte of {1}: two {2} share one",
                         names_.of(loop.iter), names_.of(written.place.base),
                         ir::name(scope_.at(written.place.base).type.scalar)),
             s,
             fmt::format("keep the loop sequential, or let {} be an index of {} before the last, in each access in it",
                         names_.of(loop.iter), names_.of(written.place.base)));
    }
  }

  static std::set<ir::Sym> allocated(const ir::Block& body) {
    std::set<ir::Sym> out;
    ir::for_each_stmt(body, [&](const Stmt& s) {
      if (const auto* n = s.as<ir::Alloc>()) out.insert(n->name);
    });
    return out;
  }

  // A dense tensor's last extent is even. A window's strides must be known.
  bool rows_are_bytes(ir::Sym base) {
    const ir::Type& type = scope_.at(base).type;
    if (!type.is_window) return true;
    const int last = static_cast<int>(type.shape.size()) - 1;
    bool out = has_unit_stride(base, last);
    for (int d = 0; d < last; ++d) out = out && parity_.is_even(Expr(ir::StrideOf{base, d}));
    return out;
  }

  bool has_unit_stride(ir::Sym base, int dim) const {
    for (const Expr& e : proc_.asserts) {
      const auto* n = e.as<ir::Binary>();
      const auto* stride = n && n->op == ir::BinOp::eq ? n->lhs.as<ir::StrideOf>() : nullptr;
      const std::int64_t* value = stride ? ir::literal(n->rhs) : nullptr;
      if (value && *value == 1 && stride->tensor == base && stride->dim == dim) return true;
    }
    return false;
  }

  // The same dimension in all of them.
  bool have_row_of_counter(const std::vector<PackedAccess>& all, ir::Sym base, ir::Sym counter) const {
    const std::size_t rank = scope_.at(base).type.shape.size();
    for (std::size_t d = 0; d + 1 < rank; ++d) {
      bool found = true;
      for (const PackedAccess& a : all)
        if (a.place.base == base) found = found && is_counter(a.place.dims.at(d), counter);
      if (found) return true;
    }
    return false;
  }

  static bool is_counter(const ir::WindowDim& dim, ir::Sym counter) {
    const Expr at = ir::fold_literals(dim.lo);
    const auto* read = at.as<ir::Read>();
    return dim.is_point() && read && read->name == counter;
  }

  const ir::Procedure& proc_;
  Windows windows_;
  ir::Names names_;
  ir::Declarations scope_;
  Parity parity_;
};

}  // namespace

StorageFunction packed_load(ir::Scalar type) {
  const std::string name = fmt::format("tessera_load_{}", ir::name(type));
  const char* text = ir::is_unsigned(type) ? load_packed_unsigned : load_packed_signed;
  return {name, fmt::format(fmt::runtime(text), name)};
}

StorageFunction packed_store(ir::Scalar type) {
  const std::string name = fmt::format("tessera_store_{}", ir::name(type));
  return {name, fmt::format(fmt::runtime(store_packed), name)};
}

void check_packed(const ir::Procedure& p) { PackedCheck(p).run(); }

}  // namespace tessera::codegen
