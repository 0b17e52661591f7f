#include "dsl/rewrite/values.hpp"

#include <algorithm>
#include <set>

#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Access;
using analysis::Untold;

bool reads(const Access& a) { return a.kind != Access::Kind::write; }

// How many loops both are in, from the outermost on.
std::size_t common_loops(const Access& a, const Access& b) {
  auto ends = std::mismatch(a.loops.begin(), a.loops.end(), b.loops.begin(), b.loops.end());
  return static_cast<std::size_t>(ends.first - a.loops.begin());
}

// Fields that control something in the block: indices, bounds, conditions.
std::set<std::string> deciding_configs(const ir::Block& block) {
  std::set<std::string> out;
  ir::for_each_expr(block, [&](const ir::Expr& e) {
    if (const auto* n = e.as<ir::ReadConfig>(); n && !ir::is_data(n->type))
      out.insert(n->config->name + "." + n->field);
  });
  ir::for_each_stmt(block, [&](const ir::Stmt& s) {
    if (const auto* call = s.as<ir::Call>()) out.merge(deciding_configs(call->callee->body));
  });
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
  for (const Access& a : analysis::accesses(lower, block)) {
    if (std::find(buffers.begin(), buffers.end(), a.at.buffer) == buffers.end()) continue;
    if (writes(a)) writers_.push_back(a);
    if (reads(a)) readers_.push_back(a);
  }
}

std::vector<smt::Query> ValueFlow::kept(const AtOdds& at_odds, const std::string& text, std::size_t same_loops) const {
  if (changing_control_) return {{"", text, {}, Formula::constant(false)}};
  std::vector<smt::Query> out;
  for (const Access& w : writers_)
    for (const Access& r : readers_) {
      Access write = analysis::instance(terms_, w, {});
      bool known = w.at.idx.size() == r.at.idx.size();  // else they may meet anywhere
      Formula odds = known ? at_odds(write, r) : Formula::constant(true);
      Formula meet = write.domain && r.domain && odds && analysis::runs_before(write, r);
      if (meet.is_false()) continue;
      std::vector<Formula> assumptions = facts_;
      assumptions.push_back(std::move(meet));
      out.push_back({"", text, std::move(assumptions), written_between(write, r, same_loops)});
    }
  return out;
}

Formula ValueFlow::written_between(const Access& write, const Access& read, std::size_t same_loops) const {
  std::vector<Formula> any;
  for (const Access& candidate : writers_) {
    bool same_rank = candidate.at.idx.size() == read.at.idx.size();
    if (!(candidate.at.buffer == read.at.buffer) || !same_rank) continue;
    // In its own iterations of the outer loops, and in those of the inner ones that the element tells.
    for (std::size_t same = common_loops(candidate, read) + 1; same-- > same_loops;)
      for (Untold end : {Untold::first, Untold::last}) any.push_back(written_by(candidate, same, end, write, read));
  }
  return Formula::any(std::move(any));
}

Formula ValueFlow::written_by(const Access& candidate, std::size_t same, Untold end, const Access& write,
                              const Access& read) const {
  Access own = analysis::instance(terms_, candidate, {});
  analysis::Renaming iteration;
  for (std::size_t i = 0; i < same; ++i) iteration[own.loops[i]] = Affine::variable(read.loops[i]);
  Access kept = own;
  for (Affine& i : kept.at.idx) i = analysis::rename(terms_, i, iteration);
  kept.domain = analysis::rename(terms_, own.domain, iteration);
  iteration.merge(writer_of(terms_, kept, same, read.at, end));
  Formula between = own.domain && analysis::same_element(own.at, read.at) && analysis::runs_before(write, own) &&
                    analysis::runs_before(own, read);
  return analysis::rename(terms_, between, iteration);
}

Formula equal_but_for(const analysis::Element& a, const analysis::Element& b, std::size_t except) {
  std::vector<Formula> equal;
  for (std::size_t d = 0; d < a.idx.size() && d < b.idx.size(); ++d)
    if (d != except) equal.push_back(smt::eq(a.idx[d], b.idx[d]));
  return Formula::all(std::move(equal));
}

}  // namespace tessera::rewrite
