// SPDX-License-Identifier: Apache-2.0
#include "validate/all_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/coverage.hpp"
#include "validate/contributions.hpp"

namespace tessera::validate {
namespace {

using analysis::Access;
using analysis::Affine;
using analysis::Element;
using smt::Formula;

// For each question: the same on every machine, so that all come to the same verdict; time only as a last resort.
constexpr smt::Limits limits{std::chrono::seconds(20), 4'000'000};
constexpr std::size_t max_pairings = 512;  // of the operands of two values

// Pairs of index expressions that must be equal, reference first.
using Pairs = std::vector<std::pair<Affine, Affine>>;

bool pair_elements(const Element& a, const Element& b, Pairs& out) {
  if (!(a.buffer == b.buffer) || a.idx.size() != b.idx.size()) return false;
  for (std::size_t d = 0; d < a.idx.size(); ++d) out.emplace_back(a.idx[d], b.idx[d]);
  return true;
}

void require_few(const std::vector<Pairs>& pairings) {
  if (pairings.size() > max_pairings) throw Undecided{"too many pairings of the operands of a stored value"};
}

bool same(const TermRef& a, const TermRef& b) {
  if (a == b) return true;
  const bool alike = a->kind == b->kind && a->name == b->name && a->value == b->value && a->at.buffer == b->at.buffer &&
                     a->at.idx == b->at.idx && a->parts.size() == b->parts.size();
  return alike && std::equal(a->parts.begin(), a->parts.end(), b->parts.begin(), same);
}

// The same operations on the same buffers; all pairings of the operands of `+` and `*`.
std::vector<Pairs> pairings(const TermRef& a, const TermRef& b) {
  if (a->kind != b->kind) return {};
  if (a->kind == Term::Kind::literal) return a->value == b->value ? std::vector<Pairs>{{}} : std::vector<Pairs>{};
  if (a->kind == Term::Kind::read) {
    Pairs one;
    return pair_elements(a->at, b->at, one) ? std::vector<Pairs>{one} : std::vector<Pairs>{};
  }
  if (a->name != b->name || a->parts.size() != b->parts.size()) return {};
  auto in_order = [&](const std::vector<TermRef>& right) {
    std::vector<Pairs> all{{}};
    for (std::size_t i = 0; i < right.size(); ++i) {
      std::vector<Pairs> longer;
      for (const Pairs& more : pairings(a->parts[i], right[i]))
        for (Pairs so_far : all) {
          so_far.insert(so_far.end(), more.begin(), more.end());
          longer.push_back(std::move(so_far));
          require_few(longer);
        }
      all = std::move(longer);
    }
    return all;
  };
  std::vector<Pairs> out = in_order(b->parts);
  const bool commutes = (a->name == "+" || a->name == "*") && !same(b->parts[0], b->parts[1]);
  if (commutes)
    for (Pairs& swapped : in_order({b->parts[1], b->parts[0]})) out.push_back(std::move(swapped));
  require_few(out);
  return out;
}

class Comparison {
 public:
  Comparison(const ir::Procedure& reference, const ir::Procedure& scheduled)
      : reference_(reference),
        scheduled_(analysis::with_own_names(scheduled)),
        solver_(limits),
        left_(solver_.terms(), reference_),
        right_(solver_.terms(), scheduled_),
        prover_(solver_, analysis::preconditions(left_, reference_)) {}

  AllSizes run() {
    AllSizes out;
    try {
      out.text = compare();
      out.verdict = AllSizes::Verdict::proved;
    } catch (const NotApplicable& e) { out.text = e.why; } catch (const Undecided& e) {
      out.verdict = AllSizes::Verdict::undecided;
      out.text = e.what;
    } catch (const smt::Overflow&) {
      out.verdict = AllSizes::Verdict::undecided;
      out.text = "numbers do not fit 64 bits";
    }
    out.queries = prover_.proved();
    return out;
  }

 private:
  // A contribution of the scheduled procedure as an instance of a store of the reference.
  struct Instance {
    const Store* store;
    std::vector<Affine> counters;  ///< of the reference's loops, over the store's own
  };

  std::string compare() {
    Flow wanted = flow(left_, reference_);
    if (!wanted.locals.empty()) throw NotApplicable{"the reference has temporaries"};
    check_reference(wanted);
    match_arguments();
    const Flow taken_apart = flow(right_, scheduled_);
    std::vector<Store> found = contributions(prover_, taken_apart);
    std::vector<std::vector<Instance>> instances(wanted.stores.size());
    for (const Store& s : found) {
      auto [i, instance] = instance_of(wanted, s);
      instances[i].push_back(std::move(instance));
    }
    for (std::size_t i = 0; i < wanted.stores.size(); ++i) one_to_one(wanted.stores[i], instances[i]);
    return fmt::format(
        "{} statement{} of the scheduled procedure make the instances of {} of the reference, one to one", found.size(),
        found.size() == 1 ? "" : "s", wanted.stores.size());
  }

  void match_arguments() {
    if (scheduled_.args.size() != reference_.args.size()) throw NotApplicable{"the signatures differ"};
    for (std::size_t i = 0; i < reference_.args.size(); ++i) {
      const ir::Arg &a = reference_.args[i], &b = scheduled_.args[i];
      if (a.type.is_control()) {
        if (a.type.scalar == ir::Scalar::bool_) right_.bind(b.name, left_.condition(ir::read(a.name, a.type.scalar)));
        else right_.bind(b.name, Affine::variable(a.name));
        continue;
      }
      analysis::View whole{a.name, {}};
      whole.dims.resize(a.type.shape.size(), {0, false});
      right_.alias(b.name, whole);
    }
  }

  // Outputs are sums, or assigned once; values are made of inputs.
  void check_reference(const Flow& wanted) {
    std::set<ir::Sym> outputs;
    for (const Store& s : wanted.stores) outputs.insert(s.access.at.buffer);
    for (const Store& s : wanted.stores) {
      if (find_read(s.value, outputs)) throw NotApplicable{"a value that the reference stores depends on an output"};
      for (const Store& other : wanted.stores) {
        if (!(s.access.at.buffer == other.access.at.buffer)) continue;
        if (s.access.kind != other.access.kind)
          throw NotApplicable{"the reference both assigns and adds to " + s.access.at.buffer.text()};
        if (s.access.kind == Access::Kind::write) assigned_once(s, other);
      }
    }
  }

  void assigned_once(const Store& a, const Store& b) {
    Store other = instance(solver_.terms(), b, 0);
    std::vector<Formula> same{Formula::constant(&a == &b)};
    for (std::size_t i = 0; &a == &b && i < a.access.loops.size(); ++i)
      same.push_back(equal_counters(a.access.loops[i], other.access.loops[i]));
    if (!prover_.holds({a.access.domain, other.access.domain, analysis::same_element(a.access.at, other.access.at)},
                       Formula::all(same)))
      throw NotApplicable{"the reference may assign an element of " + a.access.at.buffer.text() + " twice"};
  }

  static Formula equal_counters(ir::Sym a, ir::Sym b) { return smt::eq(Affine::variable(a), Affine::variable(b)); }

  std::pair<std::size_t, Instance> instance_of(const Flow& wanted, const Store& s) {
    for (std::size_t i = 0; i < wanted.stores.size(); ++i) {
      const Store& w = wanted.stores[i];
      Pairs at;
      if (w.access.kind != s.access.kind || !pair_elements(w.access.at, s.access.at, at)) continue;
      for (Pairs pairs : pairings(w.value, s.value)) {
        pairs.insert(pairs.end(), at.begin(), at.end());
        if (std::optional<std::vector<Affine>> counters = solved(w, pairs))
          if (is_instance(w, s, pairs, *counters)) return {i, {&s, std::move(*counters)}};
      }
    }
    throw Undecided{"not proved: that what is stored to " + s.access.at.buffer.text() +
                    " is an instance of the reference's"};
  }

  // The counters of w from equations, one unknown after the other. To be checked.
  std::optional<std::vector<Affine>> solved(const Store& w, const Pairs& pairs) {
    analysis::Renaming known;
    for (bool progress = true; progress && known.size() < w.access.loops.size();) {
      progress = false;
      for (const auto& [left, right] : pairs) progress = solve(w, left, right, known) || progress;
    }
    std::vector<Affine> out;
    for (ir::Sym loop : w.access.loops) {
      if (!known.count(loop)) return std::nullopt;
      out.push_back(known.at(loop));
    }
    return out;
  }

  bool solve(const Store& w, const Affine& left, const Affine& right, analysis::Renaming& known) {
    ir::Sym unknown;
    for (ir::Sym loop : w.access.loops) {
      if (known.count(loop) || !depends(left, loop)) continue;
      if (unknown) return false;
      unknown = loop;
    }
    if (!unknown) return false;
    const std::int64_t k = left.coefficient(unknown);
    Affine rest = left - Affine::variable(unknown, k);
    if (k == 0 || depends(rest, unknown)) return false;
    Affine value = (right - analysis::rename(solver_.terms(), rest, known)) * (k < 0 ? -1 : 1);
    known[unknown] = solver_.terms().quotient(value, std::abs(k));
    return true;
  }

  bool depends(const Affine& a, ir::Sym v) {
    for (const auto& [term, k] : a.terms()) {
      if (term == v) return true;
      if (const smt::Definition* d = solver_.terms().definition(term))
        if (depends(d->a, v) || depends(d->b, v)) return true;
    }
    return false;
  }

  bool is_instance(const Store& w, const Store& s, const Pairs& pairs, const std::vector<Affine>& counters) {
    analysis::Renaming map;
    for (std::size_t i = 0; i < counters.size(); ++i) map[w.access.loops[i]] = counters[i];
    std::vector<Formula> goal{analysis::rename(solver_.terms(), w.access.domain, map)};
    for (const auto& [left, right] : pairs)
      goal.push_back(smt::eq(analysis::rename(solver_.terms(), left, map), right));
    return prover_.holds({s.access.domain}, Formula::all(std::move(goal)));
  }

  // No instance is made twice, and each is made.
  void one_to_one(const Store& w, const std::vector<Instance>& made) {
    const std::string what = w.access.at.buffer.text();
    ir::Sym iterations = ir::Sym::fresh("iteration");
    std::vector<Formula> writers;
    Element any{iterations, {}};
    for (ir::Sym loop : w.access.loops) any.idx.push_back(Affine::variable(loop));
    for (std::size_t i = 0; i < made.size(); ++i) {
      for (std::size_t j = i; j < made.size(); ++j)
        prover_.require(differ(made[i], made[j], i == j), "that nothing is added or written twice to " + what);
      Access as_write = made[i].store->access;
      as_write.at = {iterations, made[i].counters};
      analysis::Renaming digits = analysis::writer_of(solver_.terms(), as_write, 0, any);
      std::vector<Formula> parts{analysis::rename(solver_.terms(), as_write.domain, digits)};
      for (std::size_t d = 0; d < any.idx.size(); ++d)
        parts.push_back(smt::eq(analysis::rename(solver_.terms(), made[i].counters[d], digits), any.idx[d]));
      writers.push_back(Formula::all(std::move(parts)));
    }
    prover_.require(prover_.holds({w.access.domain}, Formula::any(std::move(writers))),
                    "that nothing that the reference stores to " + what + " is missing");
  }

  bool differ(const Instance& a, const Instance& b, bool same_store) {
    Store other = instance(solver_.terms(), *b.store, 0);
    analysis::Renaming map;
    for (std::size_t i = 0; i < other.access.loops.size(); ++i)
      map[b.store->access.loops[i]] = Affine::variable(other.access.loops[i]);
    std::vector<Formula> assumptions{a.store->access.domain, other.access.domain};
    for (std::size_t d = 0; d < a.counters.size(); ++d)
      assumptions.push_back(smt::eq(a.counters[d], analysis::rename(solver_.terms(), b.counters[d], map)));
    if (Formula::all(assumptions).is_false()) return true;
    std::vector<Formula> same{Formula::constant(same_store)};
    for (std::size_t i = 0; same_store && i < other.access.loops.size(); ++i)
      same.push_back(equal_counters(a.store->access.loops[i], other.access.loops[i]));
    return prover_.holds(assumptions, Formula::all(same));
  }

  const ir::Procedure& reference_;
  const ir::Procedure scheduled_;
  smt::Solver solver_;
  analysis::Lowering left_, right_;
  Prover prover_;
};

}  // namespace

AllSizes compare_for_all_sizes(const ir::Procedure& reference, const ir::Procedure& scheduled) {
  return Comparison(reference, scheduled).run();
}

}  // namespace tessera::validate
