// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/recompute.hpp"

#include "dsl/analysis/aliasing.hpp"
#include "dsl/analysis/coverage.hpp"
#include "dsl/analysis/obligation.hpp"
#include "dsl/analysis/same.hpp"

namespace tessera::analysis {
namespace {

using Queries = std::vector<smt::Query>;

class Recompute {
 public:
  Recompute(Lowering& lower, const ir::For& loop, int split, std::vector<Formula> facts)
      : lower_(lower),
        pre_(loop.body.begin(), loop.body.begin() + split),
        post_(loop.body.begin() + split, loop.body.end()),
        facts_(std::move(facts)) {
    const ir::Sym later = ir::Sym::fresh(loop.iter.text() + "'");
    facts_.push_back(rename(lower.terms(), in_range(lower, loop), {{loop.iter, Affine::variable(later)}}));
    facts_.push_back(smt::lt(Affine::variable(loop.iter), Affine::variable(later)));
    computed_ = accesses(lower, pre_);
    used_ = accesses(lower, post_);
    later_ = accesses(lower,
                      ir::substitute(ir::with_fresh_binders(pre_), {{loop.iter, ir::read(later, ir::Scalar::index)}}));
  }

  Queries queries() {
    if (!written_configs(pre_).empty() || !written_configs(post_).empty())
      return does_not_apply("neither part writes configuration");
    find_buffers();
    if (buffers_.empty()) return does_not_apply("the first part alone computes what the second one reads");
    const std::vector<Candidates> writers = writers_of_what_is_used();
    for (const auto& [i, j] : may_alias(lower_.terms(), used_, later_)) in_order(used_[i], later_[j], writers[i]);
    for (const auto& [i, j] : may_alias(lower_.terms(), computed_, later_, any_kinds))
      if (writes(computed_[i]) && writes(later_[j]) && buffers_.count(later_[j].at.buffer))
        same_value(computed_[i], later_[j]);
    return std::move(out_);
  }

 private:
  // Buffers that pre assigns from unchanging values, and post only reads.
  void find_buffers() {
    std::set<ir::Sym> changing, others;
    for (const Access& a : computed_)
      if (writes(a)) changing.insert(a.at.buffer);
    for (const Access& a : used_)
      if (writes(a)) changing.insert(a.at.buffer), others.insert(a.at.buffer);
    ir::for_each_stmt(pre_, [&](const ir::Stmt& s) {
      if (const auto* local = s.as<ir::Alloc>()) changing.insert(local->name);
    });
    for (const Access& a : computed_)
      if (writes(a) && !(a.kind == Access::Kind::write && is_made_of_others(a.stmt, changing)))
        others.insert(a.at.buffer);
    for (const Access& a : used_)
      if (!others.count(a.at.buffer) && changing.count(a.at.buffer)) buffers_.insert(a.at.buffer);
  }

  bool is_made_of_others(const ir::Stmt& stmt, const std::set<ir::Sym>& changing) const {
    const auto* assign = stmt.as<ir::Assign>();
    if (!assign) return false;
    bool ok = true;
    ir::for_each_expr(assign->rhs, [&](const ir::Expr& e) {
      const auto* r = e.as<ir::Read>();
      if (r && ir::is_data(r->type)) ok = ok && !changing.count(element(*r).buffer);
    });
    return ok;
  }

  Element element(const ir::Read& r) const {
    std::vector<Affine> idx;
    for (const ir::Expr& e : r.idx) idx.push_back(lower_.index(e));
    return lower_.element(r.name, std::move(idx));
  }

  void same_value(const Access& one, const Access& other) {
    std::vector<Formula> meet = facts_;
    for (const Formula& f : {one.domain, other.domain, same_element(one.at, other.at)}) meet.push_back(f);
    std::optional<Queries> same = same_program(lower_, {one.stmt}, {other.stmt}, meet);
    const char* text = "an element that is computed again gets the same value";
    if (!same) same = Queries{{"", text, meet, Formula::constant(false)}};
    for (smt::Query& q : *same) out_.push_back({"", text, std::move(q.assumptions), std::move(q.goal)});
  }

  using Candidates = std::vector<const Access*>;

  // For each use the writers, in the same iteration, of its element.
  std::vector<Candidates> writers_of_what_is_used() const {
    std::vector<Candidates> out(used_.size());
    for (const auto& [i, j] : may_alias(lower_.terms(), used_, computed_, any_kinds))
      if (writes(computed_[j]) && computed_[j].at.idx.size() == used_[i].at.idx.size()) out[i].push_back(&computed_[j]);
    return out;
  }

  void in_order(const Access& now, const Access& later, const Candidates& writers) {
    std::vector<Formula> assumptions = facts_;
    assumptions.push_back(now.domain);
    assumptions.push_back(later.domain);
    Formula apart = !same_element(now.at, later.at);
    const bool computed = !writes(now) && buffers_.count(now.at.buffer);
    out_.push_back({"", "what a later run of the first part changes is read only where this run has written it",
                    std::move(assumptions), computed ? apart || written_now(now.at, writers) : apart});
  }

  Formula written_now(const Element& e, const Candidates& writers) const {
    std::vector<Formula> any;
    for (const Access* w : writers) {
      smt::Terms& terms = lower_.terms();
      const Renaming iteration = writer_of(terms, *w, 0, e);
      Element at = w->at;
      for (Affine& i : at.idx) i = rename(terms, i, iteration);
      any.push_back(rename(terms, w->domain, iteration) && same_element(at, e));
    }
    return Formula::any(std::move(any));
  }

  Lowering& lower_;
  ir::Block pre_, post_;
  std::vector<Formula> facts_;
  std::vector<Access> computed_, used_, later_;  // of pre(k), post(k), pre(k')
  std::set<ir::Sym> buffers_;
  Queries out_;
};

}  // namespace

std::vector<smt::Query> recomputed(Lowering& lower, const ir::For& loop, int split, const std::vector<Formula>& facts) {
  if (loop.mode == ir::LoopMode::par) return does_not_apply("the loop is sequential");
  return Recompute(lower, loop, split, facts).queries();
}

}  // namespace tessera::analysis
