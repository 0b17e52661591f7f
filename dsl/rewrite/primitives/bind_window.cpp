// SPDX-License-Identifier: Apache-2.0
// bind_window — name a window of a buffer before a block, and use the name in the block.
//   s(A[lo + i, j], A[lo + a:lo + b, j])   -->   w = A[lo:hi, j]; s(w[i], w[a:b])
// A point of the window drops its dimension. What the block uses of the buffer outside of the window, the whole tensor
// as an argument, and strides stay with the buffer. In C the name is a pointer, and its address is computed once:
// processors have few forms of address.
// Args:    window: what gets the name, as "A[4:8, 0:K]".
// Shape:   R1 the window is one of a buffer in scope before the block, of one interval at least, and reads no
//             configuration.
//          R2 the name is one.
//          R3 an access of the block goes to the window.
// Safety:  S1 the window is in bounds where the block starts, and no interval of it ends before it begins.
//          S2 an access that goes to the name lies in the window; the others stay on the buffer.
// Forward: the block's statements move after the window statement; expressions stay where no index was dropped above
//          them.
// Example: names_the_rows_of_a_tile
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/to_expr.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct BindWindow {
  struct Args {
    BlockPlace block;
    Text window;
    std::string name;
    static constexpr auto fields() {
      return std::tuple{required("block", &Args::block), required("window", &Args::window),
                        required("name", &Args::name)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1",
       "the window is one of a buffer in scope before the block, of one interval at least, and reads no "
       "configuration"},
      {"R2", "the window's name is a word of letters, digits and _"},
      {"R3", "an access of the block goes to the window"},
      {"S1", "the window is in bounds where the block starts, and no interval of it ends before it begins"},
      {"S2", "an access that goes to the name lies in the window", true}};

  struct Shape {
    Range block;
    ir::WindowExpr window;
    ir::Sym name;
    ir::Block body;  ///< of the procedure, with the block's accesses to the name
  };

  static Shape shape(StepContext& step, const Args& a) {
    Range block = step.block(a.block);
    require_identifier(step, block.first, a.name, "R2");
    Shape s{block, window(step, a.window, block.first), ir::Sym::fresh(a.name), {}};
    bool any = false;
    AccessMap map = accesses_to_name(step, s);
    map.only = [&](const Path& at, const std::vector<ir::WindowDim>& dims) {
      const bool goes = lies_in(step, s.window, at, dims);
      any = any || goes;
      return goes;
    };
    s.body = with_accesses(step.ir(), block, map);
    if (!any)
      step.refuse("R3", block.first, fmt::format("no access of {} is known to lie in the window", s.window.base.text()),
                  "a window of all that one statement uses");
    return s;
  }

  static ir::WindowExpr window(const StepContext& step, const Text& text, const Path& at) {
    ir::WindowExpr w = window_argument(step, text, at, "R1");
    if (std::all_of(w.dims.begin(), w.dims.end(), [](const ir::WindowDim& d) { return d.is_point(); }))
      step.refuse("R1", at, fmt::format("'{}' is an element", text.text), "bind_expr gives a value a name");
    return w;
  }

  // An interval where the window has a point has no indices in it.
  static bool lies_in(StepContext& step, const ir::WindowExpr& w, const Path& at,
                      const std::vector<ir::WindowDim>& dims) {
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (w.dims[d].is_point() && !dims[d].is_point()) return false;
    return step.prove_and_record("S2", {{"", fmt::format("an access to {} lies in the window", w.base.text()),
                                         step.facts(at), contains(step.lower(), w, dims)}});
  }

  static AccessMap accesses_to_name(StepContext& step, const Shape& s) {
    const ir::WindowExpr w = s.window;
    auto offset = [&step](const ir::Expr& e, const ir::Expr& lo) {
      return e ? analysis::simplify_affine(step.lower(), ir::sub(e, lo)).at(e.loc()) : e;
    };
    AccessMap map = renaming(w.base, s.name);
    map.index = [w, offset](const Path&, const std::vector<ir::Expr>& idx) {
      std::vector<ir::Expr> out;
      for (std::size_t d = 0; d < idx.size(); ++d)
        if (!w.dims[d].is_point()) out.push_back(offset(idx[d], w.dims[d].lo));
      return out;
    };
    map.window = [w, offset](const Path&, const std::vector<ir::WindowDim>& dims) {
      std::vector<ir::WindowDim> out;
      for (std::size_t d = 0; d < dims.size(); ++d)
        if (!w.dims[d].is_point()) out.push_back({offset(dims[d].lo, w.dims[d].lo), offset(dims[d].hi, w.dims[d].lo)});
      return out;
    };
    map.whole = [](const Path&, const ir::Read& r) { return ir::Expr(r); };
    map.stride = [](const Path&, const ir::StrideOf& n) { return ir::Expr(n); };
    return map;
  }

  static Formula in_bounds(StepContext& step, const ir::WindowExpr& w) {
    Lowering& lower = step.lower();
    const std::vector<ir::Expr>& shape = step.declared(w.base).type.shape;
    std::vector<Formula> parts;
    for (std::size_t d = 0; d < w.dims.size(); ++d) {
      const Affine lo = lower.index(w.dims[d].lo), extent = lower.index(shape.at(d));
      parts.push_back(smt::le(0, lo));
      if (w.dims[d].is_point()) parts.push_back(smt::lt(lo, extent));
      else parts.push_back(smt::le(lo, lower.index(w.dims[d].hi)) && smt::le(lower.index(w.dims[d].hi), extent));
    }
    return Formula::all(std::move(parts));
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    const Path at = s.block.first;
    auto bounds = [&step, s, at] {
      return std::vector<smt::Query>{{"", fmt::format("the window of {} is in bounds", s.window.base.text()),
                                      step.facts(at), in_bounds(step, s.window)}};
    };
    return {{"S1", {{"", bounds}}, at, "name a smaller window, or one within the block"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    edit.insert(s.block.first, {ir::Stmt(ir::WindowStmt{s.name, ir::Expr(s.window)})});
  }
};

}  // namespace

Primitive bind_window_primitive() {
  return describe<BindWindow>("bind_window", "buffers", "name a window of a buffer before a block, and use the name");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc bind_window(const Proc& p, const BlockPlace& block, const std::string& window, const std::string& name) {
  return rewrite::apply<rewrite::BindWindow>("bind_window", p, {{block}, {window}, name});
}

}  // namespace tessera
