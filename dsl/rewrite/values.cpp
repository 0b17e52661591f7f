// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/values.hpp"

#include <algorithm>
#include <set>

#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Access;
using analysis::IterationChoice;

bool reads(const Access& a) { return a.kind != Access::Kind::write; }

// How many loops both are in, from the outermost on.
std::size_t common_loops(const Access& a, const Access& b) {
  auto ends = std::mismatch(a.loops.begin(), a.loops.end(), b.loops.begin(), b.loops.end());
  return static_cast<std::size_t>(ends.first - a.loops.begin());
}

// Fields that control something in the block: indices, bounds, conditions.
std::set<std::string> deciding_configs(const ir::Block& block) {
  std::set<std::string> out;
  const auto add = [&](const ir::Expr& e) {
    if (const auto* n = e.as<ir::ReadConfig>(); n && !ir::is_data(n->type))
      out.insert(n->config->name + "." + n->field);
  };
  ir::for_each_expr(block, add);
  for (const ir::ProcRef& p : ir::all_called(block)) ir::for_each_expr(p->body, add);
  return out;
}

bool changes_its_control(const ir::Block& block) {
  std::set<std::string> written = analysis::written_configs(block);
  for (const std::string& field : deciding_configs(block))
    if (written.count(field)) return true;
  return false;
}

}  // namespace

ValueFlow::ValueFlow(Lowering& lower, const ir::Procedure& proc, const Range& range, std::span<const ir::Sym> buffers)
    : terms_(lower.terms()), facts_(analysis::facts_at(lower, proc, range.first)) {
  const ir::Block block = statements(proc, range);
  changing_control_ = changes_its_control(block);
  for (Access& a : analysis::accesses(lower, block)) {
    if (std::find(buffers.begin(), buffers.end(), a.at.buffer) == buffers.end()) continue;
    if (writes(a)) writers_.push_back(accesses_.size());
    if (reads(a)) readers_.push_back(accesses_.size());
    accesses_.push_back(std::move(a));
  }
  reach_ = analysis::reach(terms_, accesses_);
}

namespace {

// One more dimension, in which the access is at all the numbers of the span.
void add_dim(Access& a, const analysis::AccessSpan& span) {
  const ir::Sym number = ir::Sym::fresh("position");
  const Affine at = Affine::variable(number);
  a.at.idx.push_back(at);
  a.loops.push_back(number);
  a.domain =
      a.domain && smt::le(static_cast<std::int64_t>(span.from), at) && smt::le(at, static_cast<std::int64_t>(span.to));
}

}  // namespace

// Pairs of writers' instances and readers that may alias. Reach adds two more dimensions.
std::vector<analysis::Pair> ValueFlow::within_reach(const std::vector<Access>& writes,
                                                    const std::vector<Access>& reads) const {
  std::vector<Access> first = writes, second = reads;
  for (std::size_t i = 0; i < first.size(); ++i) {
    add_dim(first[i], {writers_[i], writers_[i]});
    add_dim(first[i], reach_.readers_of[writers_[i]]);
  }
  for (std::size_t i = 0; i < second.size(); ++i) {
    add_dim(second[i], reach_.writers_of[readers_[i]]);
    add_dim(second[i], {readers_[i], readers_[i]});
  }
  return analysis::may_alias(terms_, first, second, analysis::any_kinds);
}

std::vector<smt::Query> ValueFlow::kept(const Clash& clash, const std::string& text, std::size_t same_loops) const {
  if (changing_control_) return {{"", text, {}, Formula::constant(false)}};
  std::vector<Access> writes, in_writes, in_reads;
  auto placed = [&](Access a) {
    a.at = clash.place(std::move(a.at));
    return a;
  };
  for (std::size_t w : writers_) {
    writes.push_back(analysis::instance(terms_, accesses_[w], {}));
    in_writes.push_back(placed(writes.back()));
  }
  for (std::size_t r : readers_) in_reads.push_back(placed(accesses_[r]));
  const std::vector<Candidates> between = candidates();
  std::vector<smt::Query> out;
  for (const auto& [i, j] : within_reach(in_writes, in_reads)) {
    const Access &w = writes[i], &r = accesses_[readers_[j]];
    const bool known = w.at.idx.size() == r.at.idx.size();  // else they may meet anywhere
    Formula clashes = known ? clash.formula(w, r) : Formula::constant(true);
    Formula meet = w.domain && r.domain && clashes && analysis::runs_before(w, r);
    if (meet.is_false()) continue;
    std::vector<Formula> assumptions = facts_;
    assumptions.push_back(std::move(meet));
    out.push_back({"", text, std::move(assumptions), written_between(w, r, between[j], same_loops)});
  }
  return out;
}

std::vector<ValueFlow::Candidates> ValueFlow::candidates() const {
  std::vector<Access> writes, reads;
  for (std::size_t w : writers_) writes.push_back(accesses_[w]);
  for (std::size_t r : readers_) reads.push_back(accesses_[r]);
  std::vector<Candidates> out(reads.size());
  for (const auto& [i, j] : within_reach(writes, reads))
    if (writes[i].at.idx.size() == reads[j].at.idx.size()) out[j].push_back(&accesses_[writers_[i]]);
  return out;
}

Formula ValueFlow::written_between(const Access& write, const Access& read, const Candidates& candidates,
                                   std::size_t same_loops) const {
  std::vector<Formula> any;
  for (const Access* candidate : candidates) {
    // In its own iterations of the outer loops, and in the inner ones that the element determines.
    for (std::size_t same = common_loops(*candidate, read) + 1; same-- > same_loops;)
      for (IterationChoice end : {IterationChoice::first, IterationChoice::last})
        any.push_back(written_by(*candidate, same, end, &write, read));
  }
  return Formula::any(std::move(any));
}

std::vector<smt::Query> ValueFlow::written(const std::function<bool(const Access&)>& meant,
                                           const std::string& text) const {
  if (changing_control_) return {{"", text, {}, Formula::constant(false)}};
  const std::vector<Candidates> writers = candidates();
  std::vector<smt::Query> out;
  for (std::size_t j = 0; j < readers_.size(); ++j) {
    const Access& read = accesses_[readers_[j]];
    if (!meant(read)) continue;
    std::vector<Formula> assumptions = facts_;
    assumptions.push_back(read.domain);
    out.push_back({"", text, std::move(assumptions), written_before(read, writers[j])});
  }
  return out;
}

Formula ValueFlow::written_before(const Access& read, const Candidates& candidates) const {
  std::vector<Formula> any;
  for (const Access* candidate : candidates)
    for (std::size_t same = common_loops(*candidate, read) + 1; same-- > 0;)
      for (IterationChoice end : {IterationChoice::first, IterationChoice::last})
        any.push_back(written_by(*candidate, same, end, nullptr, read));
  return Formula::any(std::move(any));
}

Formula ValueFlow::written_by(const Access& candidate, std::size_t same, IterationChoice end, const Access* write,
                              const Access& read) const {
  Access own = analysis::instance(terms_, candidate, {});
  analysis::Renaming iteration;
  for (std::size_t i = 0; i < same; ++i) iteration[own.loops[i]] = Affine::variable(read.loops[i]);
  Access kept = own;
  for (Affine& i : kept.at.idx) i = analysis::rename(terms_, i, iteration);
  kept.domain = analysis::rename(terms_, own.domain, iteration);
  iteration.merge(writer_of(terms_, kept, same, read.at, end));
  Formula between = own.domain && analysis::same_element(own.at, read.at) && analysis::runs_before(own, read);
  if (write) between = between && analysis::runs_before(*write, own);
  return analysis::rename(terms_, between, iteration);
}

std::function<analysis::Element(analysis::Element)> without_dim(std::size_t dim) {
  return [dim](analysis::Element e) {
    if (dim < e.idx.size()) e.idx.erase(e.idx.begin() + static_cast<std::ptrdiff_t>(dim));
    else e.idx.clear();  // of unknown rank
    return e;
  };
}

Formula equal_but_for(const analysis::Element& a, const analysis::Element& b, std::size_t except) {
  std::vector<Formula> equal;
  for (std::size_t d = 0; d < a.idx.size() && d < b.idx.size(); ++d)
    if (d != except) equal.push_back(smt::eq(a.idx[d], b.idx[d]));
  return Formula::all(std::move(equal));
}

}  // namespace tessera::rewrite
