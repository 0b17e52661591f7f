#include "dsl/analysis/obligation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "dsl/analysis/recompute.hpp"
#include "dsl/ir/print.hpp"

namespace tessera::analysis {
namespace {

const char* verb(Access::Kind kind) {
  switch (kind) {
    case Access::Kind::read: return "reads";
    case Access::Kind::write: return "writes";
    case Access::Kind::reduce: return "adds to";
  }
  return "";
}

std::string text_of(const Access& a) {
  std::string place = a.stmt.loc() ? " at " + a.stmt.loc().text() : "";
  return fmt::format("the statement{} that {} {}", place, verb(a.kind), a.at.buffer.text());
}

}  // namespace

std::vector<smt::Query> does_not_apply(std::string why) { return {{"", std::move(why), {}, Formula::constant(false)}}; }

Obligation obligation(std::string id, cursor::Path place, std::vector<Formula> assumptions, Formula goal,
                      std::string text) {
  auto queries = [=] { return std::vector<smt::Query>{{"", text, assumptions, goal}}; };
  return {std::move(id), {{"", queries}}, std::move(place), ""};
}

namespace {

std::size_t hash_of(const Access& a) {
  std::size_t out = std::hash<ir::Sym>()(a.at.buffer) + static_cast<std::size_t>(a.kind);
  for (const Affine& i : a.at.idx) {
    out = out * 31 + static_cast<std::size_t>(i.constant());
    for (const auto& [v, k] : i.terms()) out = out * 31 + std::hash<ir::Sym>()(v) * static_cast<std::size_t>(k);
  }
  return out;
}

// Without those that do to an element what one before them does to it, under no condition of their own: unrolled code
// comes back to each element many times.
std::vector<const Access*> distinct(std::span<const Access> all) {
  std::vector<const Access*> out;
  std::unordered_multimap<std::size_t, const Access*> seen;
  for (const Access& a : all) {
    if (a.domain.is_true()) {
      auto [from, to] = seen.equal_range(hash_of(a));
      auto same = [&](const auto& entry) {
        const Access& b = *entry.second;
        return a.kind == b.kind && a.at.buffer == b.at.buffer && a.at.idx == b.at.idx;
      };
      if (std::any_of(from, to, same)) continue;
      seen.emplace(hash_of(a), &a);
    }
    out.push_back(&a);
  }
  return out;
}

}  // namespace

std::vector<smt::Query> no_conflict(std::span<const Access> first, std::span<const Access> second,
                                    const std::vector<Formula>& assumptions) {
  std::vector<smt::Query> out;
  const std::vector<const Access*> others = distinct(second);
  for (const Access* one : distinct(first))
    for (const Access* other : others) {
      const Access &a = *one, &b = *other;
      if (!(a.at.buffer == b.at.buffer) || !order_matters(a.kind, b.kind)) continue;
      smt::Query q;
      q.text = text_of(a) + " and " + text_of(b) + " never meet";
      q.assumptions = assumptions;
      q.assumptions.push_back(a.domain);
      q.assumptions.push_back(b.domain);
      q.goal = !same_element(a.at, b.at);
      out.push_back(std::move(q));
    }
  return out;
}

std::vector<smt::Query> idempotent(Lowering& lower, const ir::Block& block, const std::vector<Formula>& assumptions) {
  std::vector<smt::Query> out;
  std::vector<Access> all = accesses(lower, block);
  for (const Access& a : all) {
    if (a.kind == Access::Kind::reduce) out.push_back({"", text_of(a) + " never runs", assumptions, !a.domain});
    if (a.kind != Access::Kind::write) continue;
    for (const Access& b : all) {
      if (b.kind != Access::Kind::read) continue;
      Access other = instance(lower.terms(), b, {});
      auto more = no_conflict(std::span(&a, 1), std::span(&other, 1), assumptions);
      out.insert(out.end(), more.begin(), more.end());
    }
  }
  return out;
}

namespace {

using Queries = std::vector<smt::Query>;

Formula never_at(const Access& a, const Element& e) { return !same_element(a.at, e); }

// pre copies dst := src; `post` gives src := dst back, or leaves both alone.
class CopyIn {
 public:
  CopyIn(Lowering& lower, std::vector<Access> pre, std::vector<Access> post, std::vector<Formula> facts)
      : lower_(lower), pre_(std::move(pre)), post_(std::move(post)), facts_(std::move(facts)) {}

  Queries queries() {
    if (!only_copies()) return does_not_apply("the first part only copies elements between different buffers");
    for (const Access& copy : pre_) {
      if (!writes(copy)) continue;
      one_value(copy);
      stays_or_returns(copy);
    }
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
  void one_value(const Access& copy) {
    for (const Access& other : pre_) {
      if (!writes(other) || !(other.at.buffer == copy.at.buffer)) continue;
      Access b = instance(lower_.terms(), other, {});
      ask({copy.domain, b.domain, same_element(copy.at, b.at)}, same_element(*copy.source, *b.source),
          "copies to the same element copy the same value");
    }
  }

  void stays_or_returns(const Access& copy) {
    if (const Access* back = copy_back(copy)) return returns(copy, *back);
    for (const Access& m : post_)
      if (writes(m))
        ask({copy.domain, m.domain}, never_at(m, copy.at) && never_at(m, *copy.source),
            "the second part leaves the copied elements alone");
  }

  const Access* copy_back(const Access& copy) const {
    const Access* found = nullptr;
    for (const Access& a : post_)
      if (writes(a) && a.source && a.at.buffer == copy.source->buffer && a.source->buffer == copy.at.buffer &&
          a.loops.size() == copy.loops.size())
        found = &a;  // the last one is what remains
    return found;
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
    smt::Terms& terms = lower_.terms();
    Element to = renamed(back.at, witness), from = renamed(*back.source, witness);
    ask({copy.domain},
        rename(terms, back.domain, witness) && same_element(to, *copy.source) && same_element(from, copy.at),
        "every copied element is copied back");
    for (const Access& m : post_) {
      if (!writes(m)) continue;
      Access later = instance(terms, m, {});
      std::vector<Formula> when{back.domain, later.domain, runs_before(back, later)};
      Formula other_place = never_at(later, back.at) && never_at(later, *back.source);
      if (&m == &back)
        other_place =
            never_at(later, *back.source) && (never_at(later, back.at) || same_element(*later.source, *back.source));
      ask(when, other_place, "nothing changes the elements after they are copied back");
    }
  }

  Element renamed(Element e, const Renaming& map) {
    for (Affine& i : e.idx) i = rename(lower_.terms(), i, map);
    return e;
  }

  Lowering& lower_;
  std::vector<Access> pre_, post_;
  std::vector<Formula> facts_;
  Queries out_;
};

// Each run of pre leaves the same values, and `post` neither changes them nor what they are made of.
Queries repeat(Lowering& lower, const ir::Block& pre_block, const std::vector<Access>& pre,
               const std::vector<Access>& post, const std::vector<Formula>& facts) {
  Queries out = idempotent(lower, pre_block, facts);
  for (const Access& b : post) {
    if (!writes(b)) continue;
    for (const Access& a : pre) {
      if (!(a.at.buffer == b.at.buffer)) continue;
      Access other = instance(lower.terms(), a, {});
      std::vector<Formula> assumptions = facts;
      assumptions.push_back(other.domain);
      assumptions.push_back(b.domain);
      out.push_back(
          {"", text_of(b) + " and " + text_of(a) + " never meet", std::move(assumptions), never_at(other, b.at)});
    }
  }
  return out;
}

Queries copy_out(Lowering& lower, const std::vector<Access>& pre, const std::vector<Access>& post,
                 const std::vector<Formula>& facts) {
  Queries out;
  std::set<ir::Sym> read;
  for (const Access& b : post)
    if (b.kind == Access::Kind::read) read.insert(b.at.buffer);
  for (const Access& b : post) {
    if (b.kind == Access::Kind::read) continue;
    if (b.kind == Access::Kind::reduce || read.count(b.at.buffer))
      return does_not_apply("the second part overwrites what it writes, from other buffers");
    for (const Access& a : pre) {
      if (!(a.at.buffer == b.at.buffer)) continue;
      Access other = instance(lower.terms(), a, {});
      std::vector<Formula> assumptions = facts;
      assumptions.push_back(other.domain);
      assumptions.push_back(b.domain);
      out.push_back(
          {"", text_of(a) + " and " + text_of(b) + " never meet", std::move(assumptions), never_at(other, b.at)});
    }
  }
  return out;
}

}  // namespace

Obligation fission_is_safe(Lowering& lower, const ir::Procedure& proc, const cursor::Path& at, int split,
                           std::string id) {
  const ir::For loop = *cursor::stmt_at(proc, at)->as<ir::For>();
  const ir::Block pre(loop.body.begin(), loop.body.begin() + split), post(loop.body.begin() + split, loop.body.end());
  std::vector<Formula> facts = facts_at(lower, proc, at);
  facts.push_back(in_range(lower, loop));
  const ir::Sym later = ir::Sym::fresh(loop.iter.text() + "'");
  std::vector<Access> pre_all = accesses(lower, pre), post_all = accesses(lower, post);

  auto general = [=, &lower] {
    std::vector<Formula> assumptions = facts;
    Renaming to_later{{loop.iter, Affine::variable(later)}};
    assumptions.push_back(rename(lower.terms(), in_range(lower, loop), to_later));
    assumptions.push_back(smt::lt(Affine::variable(loop.iter), Affine::variable(later)));
    std::vector<Access> moved;
    for (const Access& a : pre_all) moved.push_back(instance(lower.terms(), a, to_later));
    return no_conflict(post_all, moved, assumptions);
  };
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
           {"recompute", again}},
          at,
          ""};
}

}  // namespace tessera::analysis
