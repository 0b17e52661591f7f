// expand_dim — give a buffer one more dimension, in front, and pick its element by an index at each access.
//   b: T[d, ...]; s(b[i, ...])   -->   b: T[n, d, ...]; s(b[e, i, ...])
// Shape:   R1 the buffer is an allocation.  R2 the extent is an index expression over what is in scope at the allocation, and reads no
//          configuration.  R3 the index is an index expression at every access.  R4 a whole tensor passed to a call becomes a window,
//          so the callee must take one.
// Safety:  S1 at every access 0 <= e < n.  S2 n is at least 1 at the allocation.
//          S3 within one lifetime of b, a value is read with the e with which it was written. (True at once when e only mentions
//          variables from outside of the lifetime.) Then the last write before a read is the same as before.
//          (Windows of b keep their strides, so calls find their asserts as true as before.)
// Forward: all statements stay; expressions stay where no index was added above them.
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"

namespace tessera::rewrite {
namespace {

struct ExpandDim {
  struct Args {
    BufferPlace buffer;
    Text extent, index;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("extent", &Args::extent), required("index", &Args::index)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the buffer is an allocation"},
      {"R2", "the extent is an index expression over what is in scope at the allocation, and reads no configuration"},
      {"R3", "the index is an index expression at every access"},
      {"R4", "a callee that gets the whole tensor takes a window"},
      {"S1", "the index is within the extent at every access"},
      {"S2", "the extent is at least 1 at the allocation"},
      {"S3", "within one lifetime of the buffer, a value is read with the index with which it was written"}};

  struct Shape {
    BufferAt buffer;
    ir::Expr extent;
    ir::Block body;   ///< of the procedure, with the new accesses
    Range scope;
  };

  static Shape shape(Site& site, const Args& a) {
    BufferAt b = site.buffer(a.buffer);
    if (!b.alloc) site.refuse("R1", {}, b.name.text() + " is an argument", "stage_mem makes a buffer of your own");
    ir::Expr extent = index_argument(site, a.extent, *b.alloc, "R2");
    ir::for_each_expr(extent, [&](const ir::Expr& e) {
      if (e.as<ir::ReadConfig>()) site.refuse("R2", *b.alloc, "the extent reads a configuration field");
    });
    Range scope = scope_of(site.ir(), *b.alloc);
    auto index = [&site, a](const Path& at) { return std::vector<ir::Expr>{index_argument(site, a.index, at, "R3")}; };
    require_windows(site, b, scope, "R4");
    return {b, extent, with_accesses(site.ir(), scope, with_more_dims(b.name, b.type, true, index)), scope};
  }

  static std::vector<Obligation> safety(Site& site, const Shape& s) {
    ir::ProcRef after = preview(site, [&](Edit& edit) { rewrite(site, s, edit); });
    Path at = *s.buffer.alloc;
    smt::Terms& terms = site.terms();
    auto bounds = [=, &terms, name = s.buffer.name, scope = s.scope] { return in_bounds(terms, *after, scope, name); };
    auto same = [=, &terms, name = s.buffer.name, scope = s.scope] { return read_where_written(terms, *after, scope, name); };
    Obligation positive = analysis::obligation("S2", at, site.facts(at), smt::le(1, site.lower().index(s.extent)), "the extent is at least 1");
    return {{"S1", {{"", bounds}}, at, "the extent must be larger than every value of the index"},
            positive,
            {"S3", {{"", same}}, at, "expand before the allocation is lifted out of the loops that the index mentions"}};
  }

  // A write and a read that met in the old buffer meet in the new one.
  static std::vector<smt::Query> read_where_written(smt::Terms& terms, const ir::Procedure& after, const Range& scope, ir::Sym buffer) {
    using Kind = analysis::Access::Kind;
    std::vector<smt::Query> out;
    Lowering lower(terms, after);
    std::vector<Formula> facts = analysis::facts_at(lower, after, scope.first);
    std::vector<analysis::Access> all = analysis::accesses(lower, statements(after, scope));
    for (const analysis::Access& w : all)
      for (const analysis::Access& r : all) {
        if (!(w.at.buffer == buffer) || !(r.at.buffer == buffer) || w.kind == Kind::read || r.kind == Kind::write) continue;
        analysis::Access other = analysis::instance(terms, r, {});
        std::vector<Formula> assumptions = facts;
        assumptions.push_back(w.domain);
        assumptions.push_back(other.domain);
        for (std::size_t d = 1; d < w.at.idx.size(); ++d) assumptions.push_back(smt::eq(w.at.idx[d], other.at.idx.at(d)));
        out.push_back({"", "a value of " + buffer.text() + " is read with the index with which it was written", std::move(assumptions),
                       smt::eq(w.at.idx.at(0), other.at.idx.at(0))});
      }
    return out;
  }

  static void rewrite(Site&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    ir::Type type = s.buffer.type;
    type.shape.insert(type.shape.begin(), s.extent);
    edit.update(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, type, s.buffer.mem}, cursor::stmt_at(edit.proc(), *s.buffer.alloc)->loc()));
  }
};

}  // namespace

Primitive expand_dim_primitive() {
  return describe<ExpandDim>("expand_dim", "buffers", "give a buffer one more dimension, picked by an index at each access");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc expand_dim(const Proc& p, const Place& buffer, const std::string& extent, const std::string& index) {
  return rewrite::apply<rewrite::ExpandDim>("expand_dim", p, {{buffer}, {extent}, {index}});
}

}  // namespace tessera
