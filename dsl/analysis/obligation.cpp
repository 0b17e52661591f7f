// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/obligation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "dsl/analysis/aliasing.hpp"
#include "dsl/analysis/recompute.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/print.hpp"

namespace tessera::analysis {
namespace {

const char* noun(Access::Kind kind) {
  switch (kind) {
    case Access::Kind::read: return "read of";
    case Access::Kind::write: return "write of";
    case Access::Kind::reduce: return "addition to";
  }
  return "";
}

std::string text_of(const Access& a) {
  std::string place = a.stmt.loc() ? " at " + a.stmt.loc().text() : "";
  return fmt::format("the {} {}{}", noun(a.kind), a.at.buffer.text(), place);
}

}  // namespace

std::vector<smt::Query> does_not_apply(std::string why) { return {{"", std::move(why), {}, Formula::constant(false)}}; }

Obligation obligation(std::string id, ir::Path place, std::vector<Formula> assumptions, Formula goal,
                      std::string text) {
  auto queries = [=] { return std::vector<smt::Query>{{"", text, assumptions, goal}}; };
  return {std::move(id), {{"", queries}}, std::move(place), ""};
}

std::vector<smt::Query> no_conflict(smt::Terms& terms, std::span<const Access> first, std::span<const Access> second,
                                    const std::vector<Formula>& assumptions) {
  std::vector<smt::Query> out;
  const std::vector<Access> ones = distinct(terms, first), others = distinct(terms, second);
  for (const auto& [i, j] : may_alias(terms, ones, others)) {
    const Access &a = ones[i], &b = others[j];
    smt::Query q{"", text_of(a) + " and " + text_of(b) + " are independent", assumptions, !same_element(a.at, b.at)};
    q.assumptions.push_back(a.domain);
    q.assumptions.push_back(b.domain);
    out.push_back(std::move(q));
  }
  return out;
}

std::vector<smt::Query> idempotent(Lowering& lower, const ir::Block& block, const std::vector<Formula>& assumptions) {
  std::vector<smt::Query> out;
  std::vector<Access> written, read;
  for (const Access& a : accesses(lower, block)) {
    if (a.kind == Access::Kind::reduce) out.push_back({"", text_of(a) + " never runs", assumptions, !a.domain});
    if (a.kind == Access::Kind::write) written.push_back(a);
    if (a.kind == Access::Kind::read) read.push_back(instance(lower.terms(), a, {}));
  }
  std::vector<smt::Query> more = no_conflict(lower.terms(), written, read, assumptions);
  std::move(more.begin(), more.end(), std::back_inserter(out));
  return out;
}

namespace {

using Queries = std::vector<smt::Query>;

Formula never_at(const Access& a, const Element& e) { return !same_element(a.at, e); }

// pre copies dst := src; `post` gives src := dst back, or leaves both alone.
class CopyIn {
 public:
  CopyIn(Lowering& lower, std::vector<Access> pre, const std::vector<Access>& post, std::vector<Formula> facts)
      : lower_(lower), pre_(std::move(pre)), facts_(std::move(facts)) {
    std::copy_if(pre_.begin(), pre_.end(), std::back_inserter(copies_), writes);
    std::copy_if(post.begin(), post.end(), std::back_inserter(changes_), writes);
  }

  Queries queries() {
    if (!only_copies()) return does_not_apply("the first part only copies elements between different buffers");
    one_value();
    stay_or_return();
    return std::move(out_);
  }

 private:
  bool only_copies() const {
    std::set<ir::Sym> targets, sources;
    for (const Access& a : pre_) {
      if (a.kind == Access::Kind::reduce || (writes(a) && !a.source)) return false;
      if (writes(a)) targets.insert(a.at.buffer), sources.insert(a.source->buffer);
    }
    for (const Access& a : pre_)
      if (!writes(a) && !sources.count(a.at.buffer)) return false;
    for (ir::Sym s : sources)
      if (targets.count(s)) return false;
    return true;
  }

  void ask(std::vector<Formula> more, Formula goal, const char* text) {
    std::vector<Formula> assumptions = facts_;
    assumptions.insert(assumptions.end(), more.begin(), more.end());
    out_.push_back({"", text, std::move(assumptions), std::move(goal)});
  }

  // All copies to one element copy the same element.
  void one_value() {
    std::vector<Access> others;
    for (const Access& a : copies_) others.push_back(instance(lower_.terms(), a, {}));
    for (const auto& [i, j] : may_alias(lower_.terms(), copies_, others, any_kinds)) {
      const Access &copy = copies_[i], &b = others[j];
      ask({copy.domain, b.domain, same_element(copy.at, b.at)}, same_element(*copy.source, *b.source),
          "copies to the same element copy the same value");
    }
  }

  void stay_or_return() {
    const std::vector<const Access*> back = copied_back();
    std::vector<Access> later, kept = copies_;  // what must not be changed, once it is there
    for (const Access& m : changes_) later.push_back(instance(lower_.terms(), m, {}));
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      if (!back[i]) continue;
      returns(copies_[i], *back[i]);
      kept[i] = *back[i];
    }
    for (const auto& [i, j] : touching(kept, later)) {
      if (back[i]) stays_after(*back[i], changes_[j], later[j]);
      else stays(copies_[i], later[j]);
    }
  }

  void stays(const Access& copy, const Access& change) {
    ask({copy.domain, change.domain}, never_at(change, copy.at) && never_at(change, *copy.source),
        "the second part leaves the copied elements alone");
  }

  // For each copy the one that reverts it: the last one remains.
  std::vector<const Access*> copied_back() const {
    using Key = std::tuple<ir::Sym, ir::Sym, std::size_t>;  // from, to, loops
    std::map<Key, const Access*> last;
    for (const Access& a : changes_)
      if (a.source) last[{a.source->buffer, a.at.buffer, a.loops.size()}] = &a;
    std::vector<const Access*> out;
    for (const Access& copy : copies_) {
      auto found = last.find({copy.at.buffer, copy.source->buffer, copy.loops.size()});
      out.push_back(found == last.end() ? nullptr : found->second);
    }
    return out;
  }

  // Changes that may alias the target of a copy, or its source.
  std::vector<Pair> touching(const std::vector<Access>& copies, const std::vector<Access>& changes) const {
    std::vector<Access> sources = copies;
    for (Access& a : sources) a.at = *a.source;
    std::vector<Pair> out = may_alias(lower_.terms(), copies, changes, any_kinds);
    const std::vector<Pair> more = may_alias(lower_.terms(), sources, changes, any_kinds);
    out.insert(out.end(), more.begin(), more.end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // There and back is the identity: over the reals, rounding between floats does not count, but truncation does.
  bool same_values(const Access& copy) const {
    const ir::Declaration *to = lower_.declaration(copy.at.buffer), *from = lower_.declaration(copy.source->buffer);
    if (!to || !from) return false;
    const ir::Scalar a = to->type.scalar, b = from->type.scalar;
    return a == b || (ir::is_float(a) && ir::is_float(b));
  }

  void returns(const Access& copy, const Access& back) {
    if (!same_values(copy)) return ask({}, Formula::constant(false), "copying there and back keeps the value");
    Renaming witness;
    for (std::size_t i = 0; i < copy.loops.size(); ++i) witness[back.loops[i]] = Affine::variable(copy.loops[i]);
    rename_varying(back, witness);
    smt::Terms& terms = lower_.terms();
    Element to = renamed(back.at, witness), from = renamed(*back.source, witness);
    ask({copy.domain},
        rename(terms, back.domain, witness) && same_element(to, *copy.source) && same_element(from, copy.at),
        "every copied element is copied back");
  }

  // `later` is an instance of `change`.
  void stays_after(const Access& back, const Access& change, const Access& later) {
    std::vector<Formula> when{back.domain, later.domain, runs_before(back, later)};
    Formula other_place = never_at(later, back.at) && never_at(later, *back.source);
    if (&change == &back)
      other_place =
          never_at(later, *back.source) && (never_at(later, back.at) || same_element(*later.source, *back.source));
    ask(when, other_place, "nothing changes the elements after they are copied back");
  }

  Element renamed(Element e, const Renaming& map) {
    for (Affine& i : e.idx) i = rename(lower_.terms(), i, map);
    return e;
  }

  Lowering& lower_;
  std::vector<Access> pre_, copies_, changes_;  ///< changes_: what the second part writes
  std::vector<Formula> facts_;
  Queries out_;
};

// No instance of one meets one of the other, whatever they do there.
void apart(Lowering& lower, const std::vector<Access>& first, const std::vector<Access>& second,
           const std::vector<Formula>& facts, Queries& out) {
  std::vector<Access> others;
  for (const Access& b : second) others.push_back(instance(lower.terms(), b, {}));
  for (const auto& [i, j] : may_alias(lower.terms(), first, others, any_kinds)) {
    const Access &a = first[i], &b = others[j];
    smt::Query q{"", text_of(a) + " and " + text_of(b) + " are independent", facts, never_at(a, b.at)};
    q.assumptions.push_back(a.domain);
    q.assumptions.push_back(b.domain);
    out.push_back(std::move(q));
  }
}

// Each run of pre leaves the same values, and `post` changes neither them nor their operands.
Queries repeat(Lowering& lower, const ir::Block& pre_block, const std::vector<Access>& pre,
               const std::vector<Access>& post, const std::vector<Formula>& facts) {
  Queries out = idempotent(lower, pre_block, facts);
  std::vector<Access> changes;
  std::copy_if(post.begin(), post.end(), std::back_inserter(changes), writes);
  apart(lower, changes, pre, facts, out);
  return out;
}

Queries copy_out(Lowering& lower, const std::vector<Access>& pre, const std::vector<Access>& post,
                 const std::vector<Formula>& facts) {
  Queries out;
  std::set<ir::Sym> read;
  std::vector<Access> changes;
  for (const Access& b : post)
    if (b.kind == Access::Kind::read) read.insert(b.at.buffer);
  for (const Access& b : post) {
    if (b.kind == Access::Kind::read) continue;
    if (b.kind == Access::Kind::reduce || read.count(b.at.buffer))
      return does_not_apply("the second part overwrites what it writes, from other buffers");
    changes.push_back(b);
  }
  apart(lower, changes, pre, facts, out);
  return out;
}

// The literal written by an assignment or a write of a field.
const ir::Expr* written_literal(const Access& a) {
  const auto* assign = a.stmt.as<ir::Assign>();
  const auto* field = a.stmt.as<ir::WriteConfig>();
  const ir::Expr* value = assign ? &assign->rhs : field ? &field->rhs : nullptr;
  const bool is_literal = value && (value->as<ir::IntLit>() || value->as<ir::FloatLit>() || value->as<ir::BoolLit>());
  return is_literal && a.kind == Access::Kind::write ? value : nullptr;
}

// Buffers and fields to which all writes write the same literal: in which order does not matter.
std::set<ir::Sym> of_one_constant(const std::vector<Access>& all) {
  std::map<ir::Sym, const ir::Expr*> value;
  std::set<ir::Sym> out, others;
  for (const Access& a : all) {
    if (!writes(a)) continue;
    const ir::Expr* literal = written_literal(a);
    const ir::Expr* first = value.try_emplace(a.at.buffer, literal).first->second;
    (literal && first && ir::equal(*literal, *first) ? out : others).insert(a.at.buffer);
  }
  for (ir::Sym s : others) out.erase(s);
  return out;
}

// As for the general strategy, but for writes of one constant among each other.
Queries one_constant(smt::Terms& terms, const std::vector<Access>& post, const std::vector<Access>& pre,
                     const std::vector<Formula>& facts) {
  std::vector<Access> both = post;
  both.insert(both.end(), pre.begin(), pre.end());
  const std::set<ir::Sym> constant = of_one_constant(both);
  if (constant.empty()) return does_not_apply("what both parts write to one place is one constant");
  const auto sets = [&](const Access& a) { return writes(a) && constant.count(a.at.buffer) > 0; };
  std::vector<Access> set, other_post, other_pre;
  for (const Access& a : post) (sets(a) ? set : other_post).push_back(a);
  std::remove_copy_if(pre.begin(), pre.end(), std::back_inserter(other_pre), sets);
  Queries out = no_conflict(terms, other_post, pre, facts);
  Queries more = no_conflict(terms, set, other_pre, facts);
  std::move(more.begin(), more.end(), std::back_inserter(out));
  return out;
}

}  // namespace

Obligation fission_is_safe(Lowering& lower, const ir::Procedure& proc, const ir::Path& at, int split, std::string id) {
  const ir::For loop = *ir::stmt_at(proc, at)->as<ir::For>();
  const ir::Block pre(loop.body.begin(), loop.body.begin() + split), post(loop.body.begin() + split, loop.body.end());
  std::vector<Formula> facts = facts_at(lower, proc, at);
  facts.push_back(in_range(lower, loop));
  const ir::Sym later = ir::Sym::fresh(loop.iter.text() + "'");
  std::vector<Access> pre_all = accesses(lower, pre), post_all = accesses(lower, post);

  // Asks of the second part and the first part of a later iteration.
  auto ordered = [=, &lower](auto ask) {
    std::vector<Formula> assumptions = facts;
    Renaming to_later{{loop.iter, Affine::variable(later)}};
    assumptions.push_back(rename(lower.terms(), in_range(lower, loop), to_later));
    assumptions.push_back(smt::lt(Affine::variable(loop.iter), Affine::variable(later)));
    std::vector<Access> moved;
    for (const Access& a : pre_all) moved.push_back(instance(lower.terms(), a, to_later));
    return ask(lower.terms(), post_all, moved, assumptions);
  };
  auto general = [ordered] { return ordered(no_conflict); };
  auto constant = [ordered] { return ordered(one_constant); };
  auto copy_in = [=, &lower] {
    if (ir::mentions(pre, loop.iter)) return does_not_apply("the first part does not depend on the loop");
    return CopyIn(lower, pre_all, post_all, facts).queries();
  };
  auto repeated = [=, &lower] {
    if (ir::mentions(pre, loop.iter)) return does_not_apply("the first part does not depend on the loop");
    return repeat(lower, pre, pre_all, post_all, facts);
  };
  auto last_counts = [=, &lower] {
    if (ir::mentions(post, loop.iter)) return does_not_apply("the second part does not depend on the loop");
    if (!written_configs(pre).empty()) return does_not_apply("the first part does not decide what the second one does");
    // The iteration of pre may be any: rename its counter.
    std::vector<Access> any;
    Renaming to_other{{loop.iter, Affine::variable(later)}};
    for (const Access& a : pre_all) any.push_back(instance(lower.terms(), a, to_other));
    std::vector<Formula> assumptions = facts;
    assumptions.push_back(rename(lower.terms(), in_range(lower, loop), to_other));
    return copy_out(lower, any, post_all, assumptions);
  };
  auto again = [=, &lower] { return recomputed(lower, loop, split, facts); };
  return {std::move(id),
          {{"independent", general},
           {"copy-in", copy_in},
           {"repeat", repeated},
           {"copy-out", last_counts},
           {"recompute", again},
           {"constant", constant}},
          at,
          ""};
}

}  // namespace tessera::analysis
