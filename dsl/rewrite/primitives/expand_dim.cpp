// SPDX-License-Identifier: Apache-2.0
// expand_dim — give a buffer one more dimension, in front, and pick its element by an index at each access.
//   b: T[d, ...]; s(b[i, ...])   -->   b: T[n, d, ...]; s(b[e, i, ...])
// Args:    extent: n, of the new dimension.  index: e, the element that an access picks.
// Shape:   R1 the buffer is an allocation.
//          R2 the extent is an index expression over what is in scope at the allocation; it reads no configuration.
//          R3 the index is an index expression at every access.
//          R4 a callee that gets the whole tensor takes a window: that is what it becomes.
// Safety:  S1 at every access 0 <= e < n.
//          S2 n is not negative at the allocation.
//          S3 within one lifetime of b, a value is read with the e with which it was written: between a write and a
//             later read of the same old element with another e, the new element is written.
//          Windows of b keep their strides, so calls find asserts of these as true as before. Alignment: step.S2.
// Forward: all statements stay; expressions stay where no index was added above them.
// Example: puts_the_new_dimension_first
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/index_text.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/values.hpp"

namespace tessera::rewrite {
namespace {

struct ExpandDim {
  struct Args {
    BufferPlace buffer;
    Text extent, index;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("extent", &Args::extent),
                        required("index", &Args::index)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the buffer is an allocation"},
      {"R2", "the extent is an index expression over names in scope at the allocation, and reads no configuration"},
      {"R3", "the index is an index expression at every access"},
      {"R4", "a callee that gets the whole tensor takes a window"},
      {"S1", "the index is within the extent at every access"},
      {"S2", "the extent is not negative at the allocation"},
      {"S3", "within one lifetime of the buffer, a value is read with the index with which it was written"}};

  struct Shape {
    BufferAt buffer;
    ir::Expr extent;
    ir::Block body;  ///< of the procedure, with the new accesses
    Range scope;
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (!b.alloc) step.refuse("R1", {}, b.name.text() + " is an argument", "stage_mem makes a buffer of your own");
    ir::Expr extent = index_argument(step, a.extent, *b.alloc, "R2");
    ir::for_each_expr(extent, [&](const ir::Expr& e) {
      if (e.as<ir::ReadConfig>()) step.refuse("R2", *b.alloc, "the extent reads a configuration field");
    });
    Range scope = scope_of(step.ir(), *b.alloc);
    auto text = std::make_shared<IndexText>(step, a.index, "R3");
    auto index = [text](const Path& at) { return std::vector<ir::Expr>{text->at(at)}; };
    require_windows(step, b, scope, "R4");
    return {b, extent, with_accesses(step.ir(), scope, with_more_dims(b.name, b.type, true, index)), scope};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    Path at = *s.buffer.alloc;
    auto bounds = [=, &step, name = s.buffer.name, scope = s.scope] {
      return in_bounds(step.lower_of(*after), *after, scope, name);
    };
    auto values = [=, &step, name = s.buffer.name, scope = s.scope] {
      Lowering lower = step.lower_of(*after);
      auto apart = [](const analysis::Access& w, const analysis::Access& r) {
        return equal_but_for(w.at, r.at, 0) && !smt::eq(w.at.idx.at(0), r.at.idx.at(0));
      };
      return ValueFlow(lower, *after, scope, std::span(&name, 1))
          .kept({apart, without_dim(0)},
                "a value of " + name.text() + " is read with the index with which it was written");
    };
    Obligation positive = analysis::obligation("S2", at, step.facts(at), smt::le(0, step.lower().index(s.extent)),
                                               "the extent is not negative");
    return {
        {"S1", {{"", bounds}}, at, "the extent must be larger than every value of the index"},
        positive,
        {"S3", {{"", values}}, at, "expand before the allocation is lifted out of the loops that the index mentions"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    ir::Type type = s.buffer.type;
    type.shape.insert(type.shape.begin(), s.extent);
    edit.become(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, type, s.buffer.mem},
                                          ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc()));
  }
};

}  // namespace

Primitive expand_dim_primitive() {
  return describe<ExpandDim>("expand_dim", "buffers",
                             "give a buffer one more dimension, picked by an index at each access");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc expand_dim(const Proc& p, const BufferPlace& buffer, const std::string& extent, const std::string& index) {
  return rewrite::apply<rewrite::ExpandDim>("expand_dim", p, {{buffer}, {extent}, {index}});
}

}  // namespace tessera
