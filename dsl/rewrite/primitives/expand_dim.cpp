// expand_dim — give a buffer one more dimension, in front, and pick its element by an index at each access.
//   b: T[d, ...]; s(b[i, ...])   -->   b: T[n, d, ...]; s(b[e, i, ...])
// Shape:   R1 the buffer is an allocation.
//          R2 the extent is an index expression over what is in scope at the allocation; it reads no configuration.
//          R3 the index is an index expression at every access.
//          R4 a callee that gets the whole tensor takes a window: that is what it becomes.
// Safety:  S1 at every access 0 <= e < n.
//          S2 n is not negative at the allocation.
//          S3 within one lifetime of b, a value is read with the e with which it was written. Either no write and read
//             with different e meet at all (as when e only mentions variables from outside of the lifetime), or each
//             read follows a write of its own iteration and none with another e comes between. Then the last write
//             before a read is the same as before.
//          Windows of b keep their strides, so calls find their asserts as true as before.
// Forward: all statements stay; expressions stay where no index was added above them.
#include <algorithm>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Access;

// The accesses to the expanded buffer within one lifetime; their first index is the new one.
class Uses {
 public:
  Uses(smt::Terms& terms, const ir::Procedure& after, const Range& scope, ir::Sym buffer) : terms_(terms) {
    Lowering lower(terms, after);
    facts_ = analysis::facts_at(lower, after, scope.first);
    for (Access& a : analysis::accesses(lower, statements(after, scope)))
      if (a.at.buffer == buffer) all_.push_back(std::move(a));
    text_ = "a value of " + buffer.text() + " is read with the index with which it was written";
  }

  // A write and a read that met in the old buffer meet in the new one.
  std::vector<smt::Query> never_apart() const {
    std::vector<smt::Query> out;
    for (const Access& w : all_)
      for (const Access& r : all_) {
        if (!writes(w) || !reads(r)) continue;
        Access other = analysis::instance(terms_, r, {});
        out.push_back(ask({w.domain, other.domain, met_before(w, other)}, same_index(w, other)));
      }
    return out;
  }

  // Each read has a write before it in its own iteration, and what comes between at the same old element has the same
  // index.
  std::vector<smt::Query> written_first() const {
    std::vector<smt::Query> out;
    for (const Access& r : all_) {
      if (!reads(r)) continue;
      const Access* own = write_before(r);
      if (!own) return {ask({}, Formula::constant(false))};
      out.push_back(ask({r.domain}, own->domain && analysis::runs_before(*own, r)));
      for (const Access& w : all_) {
        if (!writes(w)) continue;
        Access between = analysis::instance(terms_, w, {});
        out.push_back(ask({r.domain, between.domain, analysis::runs_before(*own, between),
                           analysis::runs_before(between, r), met_before(between, r)},
                          same_index(between, r)));
      }
    }
    return out;
  }

 private:
  static bool writes(const Access& a) { return a.kind != Access::Kind::read; }
  static bool reads(const Access& a) { return a.kind != Access::Kind::write; }

  static Formula met_before(const Access& a, const Access& b) {
    std::vector<Formula> equal;
    for (std::size_t d = 1; d < a.at.idx.size(); ++d) equal.push_back(smt::eq(a.at.idx[d], b.at.idx.at(d)));
    return Formula::all(std::move(equal));
  }
  static Formula same_index(const Access& a, const Access& b) { return smt::eq(a.at.idx.at(0), b.at.idx.at(0)); }

  // The last write in program order of the same element, in loops that are all around the read.
  const Access* write_before(const Access& r) const {
    const Access* found = nullptr;
    for (const Access& w : all_) {
      if (&w == &r) break;
      bool around = w.loops.size() <= r.loops.size() && std::equal(w.loops.begin(), w.loops.end(), r.loops.begin());
      if (writes(w) && around && w.at.idx == r.at.idx) found = &w;
    }
    return found;
  }

  smt::Query ask(std::vector<Formula> more, Formula goal) const {
    std::vector<Formula> assumptions = facts_;
    assumptions.insert(assumptions.end(), more.begin(), more.end());
    return {"", text_, std::move(assumptions), std::move(goal)};
  }

  smt::Terms& terms_;
  std::vector<Formula> facts_;
  std::vector<Access> all_;
  std::string text_;
};

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
      {"R2", "the extent is an index expression over what is in scope at the allocation, and reads no configuration"},
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
    auto never = [=, &terms, name = s.buffer.name, scope = s.scope] {
      return Uses(terms, *after, scope, name).never_apart();
    };
    auto first = [=, &terms, name = s.buffer.name, scope = s.scope] {
      return Uses(terms, *after, scope, name).written_first();
    };
    Obligation positive = analysis::obligation("S2", at, site.facts(at), smt::le(0, site.lower().index(s.extent)),
                                               "the extent is not negative");
    return {{"S1", {{"", bounds}}, at, "the extent must be larger than every value of the index"},
            positive,
            {"S3",
             {{"", never}, {"written first", first}},
             at,
             "expand before the allocation is lifted out of the loops that the index mentions"}};
  }

  static void rewrite(Site&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    ir::Type type = s.buffer.type;
    type.shape.insert(type.shape.begin(), s.extent);
    edit.become(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, type, s.buffer.mem},
                                          cursor::stmt_at(edit.proc(), *s.buffer.alloc)->loc()));
  }
};

}  // namespace

Primitive expand_dim_primitive() {
  return describe<ExpandDim>("expand_dim", "buffers",
                             "give a buffer one more dimension, picked by an index at each access");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc expand_dim(const Proc& p, const Place& buffer, const std::string& extent, const std::string& index) {
  return rewrite::apply<rewrite::ExpandDim>("expand_dim", p, {{buffer}, {extent}, {index}});
}

}  // namespace tessera
