// SPDX-License-Identifier: Apache-2.0
#include "validate/contributions.hpp"

#include <algorithm>
#include <map>

#include "dsl/analysis/coverage.hpp"

namespace tessera::validate {
namespace {

constexpr std::size_t max_undecided_questions = 8;  // questions, before no more are asked

using analysis::Access;
using analysis::Element;
using smt::Formula;
using Kind = Access::Kind;

std::size_t common_loops(const Access& a, const Access& b) {
  std::size_t n = 0;
  while (n < a.loops.size() && n < b.loops.size() && a.loops[n] == b.loops[n]) ++n;
  return n;
}

const Term* plain_read(const Store& s) { return s.value->kind == Term::Kind::read ? s.value.get() : nullptr; }

class Resolver {
 public:
  Resolver(Prover& prover, const Flow& flow) : prover_(prover), terms_(prover.terms()), flow_(flow) {
    for (std::size_t i = 0; i < flow.stores.size(); ++i) {
      const Access& a = flow.stores[i].access;
      writers_[a.at.buffer].push_back(i);
      if (!flow.locals.count(a.at.buffer)) outputs_.insert(a.at.buffer);
      else if (a.kind == Kind::reduce) accumulators_.insert(a.at.buffer);
    }
  }

  std::vector<Store> run() {
    for (ir::Sym acc : in_order(accumulators_)) accumulator(acc);
    for (std::size_t i = 0; i < flow_.stores.size(); ++i)
      if (outputs_.count(flow_.stores[i].access.at.buffer) && !taken_.count(i))
        for (const Store& s : resolved(i)) add(s);
    return std::move(out_);
  }

 private:
  // In the order of their first store: the order of names must not matter.
  std::vector<ir::Sym> in_order(const std::set<ir::Sym>& buffers) const {
    std::vector<ir::Sym> out;
    for (const Store& s : flow_.stores)
      if (buffers.count(s.access.at.buffer) && std::find(out.begin(), out.end(), s.access.at.buffer) == out.end())
        out.push_back(s.access.at.buffer);
    return out;
  }

  void add(Store s) {
    if (find_read(s.value, outputs_)) throw NotApplicable{"a value that is stored depends on an output"};
    out_.push_back(std::move(s));
  }

  // The store with reads of temporaries replaced by the written values; several cases where several writes are
  // possible.
  const std::vector<Store>& resolved(std::size_t i) {
    if (auto it = resolved_.find(i); it != resolved_.end()) return it->second;
    if (!running_.insert(i).second) throw NotApplicable{"a temporary is computed from itself"};
    std::vector<Store> open{flow_.stores[i]}, done;
    while (!open.empty()) {
      Store s = std::move(open.back());
      open.pop_back();
      const Term* read = find_read(s.value, flow_.locals);
      if (!read) done.push_back(std::move(s));
      else
        for (Store& part : expanded(s, read)) open.push_back(std::move(part));
    }
    running_.erase(i);
    return resolved_[i] = std::move(done);
  }

  std::vector<Store> expanded(const Store& s, const Term* read) {
    if (accumulators_.count(read->at.buffer)) throw NotApplicable{"a sum in a temporary is used in another value"};
    std::vector<Store> out;
    for (std::size_t j : writers_[read->at.buffer])
      for (const Store& w : resolved(j))
        if (std::optional<Store> part = with_write(s, read, w)) out.push_back(std::move(*part));
    return out;
  }

  // The case that the read sees the instance of w determined by its loops and the element.
  std::optional<Store> with_write(const Store& s, const Term* read, const Store& w) {
    analysis::Renaming digits = analysis::writer_of(terms_, w.access, common_loops(w.access, s.access), read->at);
    Element written = w.access.at;
    for (analysis::Affine& i : written.idx) i = analysis::rename(terms_, i, digits);
    Formula guard = analysis::rename(terms_, w.access.domain, digits) && analysis::same_element(written, read->at) &&
                    analysis::rename(terms_, analysis::runs_before(w.access, s.access), digits);
    if (guard.is_false() || prover_.impossible({s.access.domain, guard})) return std::nullopt;
    for (std::size_t j : writers_[read->at.buffer]) {
      Store other = instance(terms_, flow_.stores[j], 0);
      Formula between = analysis::same_element(other.access.at, read->at) &&
                        analysis::rename(terms_, analysis::runs_before(w.access, other.access), digits) &&
                        analysis::runs_before(other.access, s.access);
      prover_.require(between.is_false() || prover_.impossible({s.access.domain, guard, other.access.domain, between}),
                      "that a temporary is not written between a write and a read of " + read->at.buffer.text());
    }
    Store out = s;
    out.access.domain = s.access.domain && guard;
    out.value = replaced(s.value, read, rename(terms_, w.value, digits));
    return out;
  }

  // The stores that concern an accumulator. All share their first `kept` loops and differ in order from `level` on.
  struct Parts {
    std::vector<const Store*> loads, backs;
    std::vector<std::size_t> updates;
    std::size_t level = 0, kept = 0;
    std::set<const Store*> own;
  };

  void accumulator(ir::Sym acc) {
    Parts p = parts(acc);
    place(p);
    bool copies = p.backs.front()->access.kind == Kind::write;
    for (const Store* back : p.backs) {
      if ((back->access.kind == Kind::write) != copies)
        throw NotApplicable{"a sum is stored both by assignments and by reductions"};
      loaded(p, *back, copies);
      for (const Store* other : p.backs) stores_agree(p, *back, *other, copies);
      if (copies) undisturbed(p, *back);
    }
    for (std::size_t i : p.updates)
      for (const Store& u : resolved(i))
        for (const Store* back : p.backs) contribute(p, u, *back);
  }

  Parts parts(ir::Sym acc) {
    Parts p;
    for (std::size_t i = 0; i < flow_.stores.size(); ++i) {
      const Store& s = flow_.stores[i];
      bool to = s.access.at.buffer == acc, from = find_read(s.value, {acc}) != nullptr;
      if (!to && !from) continue;
      if (to && from) throw NotApplicable{"a sum in a temporary is used in another value"};
      if (to && s.access.kind == Kind::reduce) p.updates.push_back(i);
      else if (to) p.loads.push_back(&s);
      else if (plain_read(s) && outputs_.count(s.access.at.buffer)) p.backs.push_back(&s), taken_.insert(i);
      else throw NotApplicable{"a sum in a temporary is used in another value"};
      p.own.insert(&s);
    }
    if (p.backs.empty() || p.loads.empty()) throw NotApplicable{"a sum in a temporary is not stored or not started"};
    return p;
  }

  // Loads, then updates, then stores back, in one list of statements.
  void place(Parts& p) {
    const Access& first = (*p.own.begin())->access;
    p.level = first.order.size();
    p.kept = first.loops.size();
    for (const Store* s : p.own) {
      std::size_t same = 0;
      while (same < p.level && same < s->access.order.size() && s->access.order[same].index == first.order[same].index)
        ++same;
      p.level = std::min(p.level, same);
      p.kept = std::min(p.kept, common_loops(first, s->access));
    }
    int last_load = INT32_MIN, first_update = INT32_MAX, last_update = INT32_MIN, first_back = INT32_MAX;
    for (const Store* s : p.loads) last_load = std::max(last_load, index(p, *s));
    for (const Store* s : p.backs) first_back = std::min(first_back, index(p, *s));
    for (std::size_t i : p.updates) {
      first_update = std::min(first_update, index(p, flow_.stores[i]));
      last_update = std::max(last_update, index(p, flow_.stores[i]));
    }
    if (last_load >= first_update || last_update >= first_back)
      throw NotApplicable{"a sum in a temporary is not loaded, added to and stored in this order"};
  }

  static int index(const Parts& p, const Store& s) {
    if (p.level >= s.access.order.size()) throw NotApplicable{"a sum in a temporary is in one statement"};
    return s.access.order[p.level].index;
  }

  // Every element that is stored was loaded: from the same element of the output, or with zero.
  void loaded(const Parts& p, const Store& back, bool copies) {
    std::vector<Formula> loads;
    for (const Store* load : p.loads) {
      const Term* from = plain_read(*load);
      bool zero = load->value->kind == Term::Kind::literal && load->value->value == 0;
      if (copies ? !from : !zero) throw NotApplicable{"a sum in a temporary starts from a computed value"};
      analysis::Renaming digits = analysis::writer_of(terms_, load->access, p.kept, back.value->at);
      Element at = load->access.at;
      for (analysis::Affine& i : at.idx) i = analysis::rename(terms_, i, digits);
      loads.push_back(analysis::rename(terms_, load->access.domain, digits) &&
                      analysis::same_element(at, back.value->at));
      Store any = instance(terms_, *load, p.kept);
      Formula meets = analysis::same_element(any.access.at, back.value->at);
      if (copies && !meets.is_false())
        prover_.require(prover_.holds({back.access.domain, any.access.domain, meets},
                                      analysis::same_element(any.value->at, back.access.at)),
                        "that a temporary is stored where it was loaded from");
    }
    prover_.require(prover_.holds({back.access.domain}, Formula::any(std::move(loads))),
                    "that all that is stored from a temporary was loaded");
  }

  // Copies: elements of the temporary and of the output correspond one to one. Sums: each is added once.
  void stores_agree(const Parts& p, const Store& a, const Store& b, bool copies) {
    Store other = instance(terms_, b, p.kept);
    Formula same_sum = analysis::same_element(a.value->at, other.value->at);
    Formula same_output = analysis::same_element(a.access.at, other.access.at);
    std::vector<Formula> both{a.access.domain, other.access.domain};
    if (copies) {
      prover_.require(same_sum.is_false() || prover_.holds({both[0], both[1], same_sum}, same_output),
                      "that a temporary is stored to one place");
      prover_.require(same_output.is_false() || prover_.holds({both[0], both[1], same_output}, same_sum),
                      "that a place is stored to from one temporary");
      return;
    }
    std::vector<Formula> equal{Formula::constant(&a == &b)};
    for (std::size_t i = p.kept; &a == &b && i < a.access.loops.size(); ++i)
      equal.push_back(smt::eq(smt::Affine::variable(a.access.loops[i]), smt::Affine::variable(other.access.loops[i])));
    prover_.require(same_sum.is_false() || prover_.holds({both[0], both[1], same_sum}, Formula::all(equal)),
                    "that a sum in a temporary is added once");
  }

  // Nothing else touches the stored elements, from the first load to the last store.
  void undisturbed(const Parts& p, const Store& back) {
    int first = INT32_MAX, last = INT32_MIN;
    for (const Store* s : p.loads) first = std::min(first, index(p, *s));
    for (const Store* s : p.backs) last = std::max(last, index(p, *s));
    for (const Store& s : flow_.stores) {
      if (p.own.count(&s) || !in_run(p, s, back) || index(p, s) < first || index(p, s) > last) continue;
      Store other = instance(terms_, s, p.kept);
      Formula meets = analysis::same_element(other.access.at, back.access.at);
      prover_.require(meets.is_false() || prover_.impossible({back.access.domain, other.access.domain, meets}),
                      "that an output is not written while a temporary holds it");
    }
  }

  // In the same run of the list that loads and stores the temporary.
  static bool in_run(const Parts& p, const Store& s, const Store& back) {
    if (s.access.order.size() <= p.level) return false;
    for (std::size_t i = 0; i < p.level; ++i)
      if (s.access.order[i].index != back.access.order[i].index) return false;
    return true;
  }

  // The case that the addition u reaches the output by the instance of `back` determined by the element.
  void contribute(const Parts& p, const Store& u, const Store& back) {
    Access by_sum = back.access;
    by_sum.at = back.value->at;
    analysis::Renaming digits = analysis::writer_of(terms_, by_sum, p.kept, u.access.at);
    Element sum = by_sum.at, output = back.access.at;
    for (analysis::Affine& i : sum.idx) i = analysis::rename(terms_, i, digits);
    for (analysis::Affine& i : output.idx) i = analysis::rename(terms_, i, digits);
    Formula guard = analysis::rename(terms_, back.access.domain, digits) && analysis::same_element(sum, u.access.at);
    if (guard.is_false()) return;
    Store out = u;
    out.access.at = std::move(output);
    out.access.domain = u.access.domain && guard;
    if (!prover_.impossible({out.access.domain})) add(std::move(out));
  }

  Prover& prover_;
  smt::Terms& terms_;
  const Flow& flow_;
  std::map<ir::Sym, std::vector<std::size_t>> writers_;
  std::set<ir::Sym> outputs_, accumulators_;
  std::set<std::size_t> taken_, running_;
  std::map<std::size_t, std::vector<Store>> resolved_;
  std::vector<Store> out_;
};

}  // namespace

bool Prover::holds(std::vector<Formula> assumptions, const Formula& goal) {
  assumptions.insert(assumptions.begin(), facts_.begin(), facts_.end());
  const smt::Status answer = solver_.prove({"equivalence", "", std::move(assumptions), goal}).status;
  if (answer == smt::Status::unknown && ++undecided_ > max_undecided_questions)
    throw Undecided{"the solver failed at too many questions"};
  proved_ += answer == smt::Status::proved;
  return answer == smt::Status::proved;
}

void Prover::require(bool proved, const std::string& what) const {
  if (!proved) throw Undecided{"not proved: " + what};
}

std::vector<Store> contributions(Prover& prover, const Flow& flow) { return Resolver(prover, flow).run(); }

}  // namespace tessera::validate
