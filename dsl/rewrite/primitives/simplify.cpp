// SPDX-License-Identifier: Apache-2.0
// simplify — shorten index expressions and drop what control flow never reaches.
//   4 * (io + 1) + ii - 4  -->  4 * io + ii        (4 * io + ii) / 4  -->  io           where 0 <= ii < 4
//   if c: A else: B        -->  A or B             where c is decided by what holds there
//   for i in seq(a, a): A  -->  nothing            for i in seq(a, a + 1): A(i)  -->  A(a)
//   if n == 4: A(n)        -->  if n == 4: A(4)       and so for a size of which asserts and ifs leave one value
// Expressions keep the order of first occurrence, and stay as they are when nothing gets shorter. Data is not touched.
// Args:    statement: what to work on; without it, the whole procedure.
//          keep_loops: loops of one iteration stay: a schedule for all sizes finds them at 1 too.
// Safety:  S1 each change keeps the value under the facts that hold there; where that is not proved nothing changes.
// Forward: statements stay unless they are dropped. A loop of one iteration and a decided if are gone;
//          their bodies stay.
// Example: shortens_index_expressions
#include <map>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

using ir::Branch;

/// The new statements of a list, and where each old one of it and below went, relative to the list.
struct Outcome {
  struct Moved {
    std::vector<ir::Step> from, to;
    ir::Stmt before, after;
  };
  ir::Block block;
  std::vector<Moved> moved;
};

/// Simplifies statements: substitutes variables with one value, collects terms with ranges proved from the facts, and
/// drops unreachable code.
class FactSimplifier {
 public:
  FactSimplifier(StepContext& step, std::vector<Formula> facts, bool keep_loops)
      : step_(step),
        facts_(std::move(facts)),
        keep_loops_(keep_loops),
        asserts_remainders_(asserts_remainders(step.ir())) {}

  /// The statements that are given stand in a branch where this holds.
  void know(const ir::Expr& condition) {
    const auto* n = condition.as<ir::Binary>();
    if (n && n->op == ir::BinOp::and_) {
      know(n->lhs);
      know(n->rhs);
    } else if (n && n->op == ir::BinOp::eq) {
      know_value(n->lhs, n->rhs);
      know_value(n->rhs, n->lhs);
    }
  }

  /// The condition is among the facts, or its opposite: sizes in it may have one value left.
  void look_at_sizes(const ir::Expr& condition) {
    ir::for_each_expr(condition, [this](const ir::Expr& e) {
      const auto* n = e.as<ir::Read>();
      if (!n || n->type != ir::Scalar::size || known_.count(n->name)) return;
      const Affine size = step_.lower().index(e);
      const std::optional<std::int64_t> value = step_.possible_size(facts_, size);
      if (value && holds(smt::eq(size, *value))) known_.emplace(n->name, ir::int_lit(*value));
    });
  }

  /// `branch` names the list in the steps of the outcome.
  Outcome list(const ir::Block& block, Branch branch) {
    Outcome out;
    for (std::size_t i = 0; i < block.size(); ++i) {
      Outcome one = statement(block[i]);
      const int shift = static_cast<int>(out.block.size());
      for (Outcome::Moved& m : one.moved) {
        m.from.front() = {branch, static_cast<int>(i)};
        m.to.front().branch = branch;
        m.to.front().index += shift;
        out.moved.push_back(std::move(m));
      }
      out.block.append(one.block);
    }
    return out;
  }

 private:
  // Steps in the outcome of one statement start with a step of that statement's list; its own index there is 0.
  Outcome statement(const ir::Stmt& s) {
    const ir::Stmt collected = with_collected_terms(s);
    if (const auto* loop = collected.as<ir::For>()) return of_loop(s, collected, *loop);
    if (const auto* choice = collected.as<ir::If>()) return of_if(s, collected, *choice);
    if (const auto* window = s.as<ir::WindowStmt>())
      step_.lower().alias(window->name, step_.lower().view(*window->rhs.as<ir::WindowExpr>()));
    return {{collected}, {{{{}}, {{}}, s, collected}}};
  }

  ir::Stmt with_collected_terms(const ir::Stmt& s) {
    std::vector<ir::Expr> all = ir::expressions(s);
    for (ir::Expr& e : all)
      e = collect_terms(without_remainders(known_.empty() ? e : ir::substitute(e, known_)),
                        [this](const ir::Expr& rest, std::int64_t bound) { return in_range(rest, bound); });
    return ir::with_expressions(s, std::move(all));
  }

  // Of `assert n % 4 == 0`. Asked only where asserts speak of remainders.
  ir::Expr without_remainders(const ir::Expr& e) {
    if (!asserts_remainders_) return e;
    return ir::map_expr(e, [this](const ir::Expr& node) {
      const bool is_zero = is_remainder(node) && holds(smt::eq(step_.lower().index(node), 0));
      return is_zero ? ir::int_lit(0).at(node.loc()) : node;
    });
  }

  static bool is_remainder(const ir::Expr& e) {
    const auto* n = e.as<ir::Binary>();
    return n && n->op == ir::BinOp::mod && ir::is_integer_control(e.type()) && ir::literal(n->rhs);
  }

  static bool asserts_remainders(const ir::Procedure& proc) {
    bool found = false;
    for (const ir::Expr& top : proc.asserts)
      ir::for_each_expr(top, [&](const ir::Expr& e) { found = found || is_remainder(e); });
    return found;
  }

  bool in_range(const ir::Expr& e, std::int64_t bound) {
    const Affine value = step_.lower().index(e);
    return holds(smt::le(0, value) && smt::lt(value, bound));
  }

  bool holds(const Formula& goal) {
    if (goal.is_true() || goal.is_false()) return goal.is_true();
    return step_.prove_and_record("S1", {{"", "the shorter form means the same", facts_, goal}});
  }

  Outcome of_loop(const ir::Stmt& was, const ir::Stmt& now, const ir::For& loop) {
    const Affine lo = step_.lower().index(loop.lo), hi = step_.lower().index(loop.hi);
    if (holds(smt::le(hi, lo))) return {};
    if (!keep_loops_ && holds(smt::eq(hi, lo + 1)) && !changes_own_header(now)) {
      Outcome once = list(ir::substitute(loop.body, {{loop.iter, loop.lo}}), Branch::body);
      return lifted(std::move(once));
    }
    Outcome body = under(analysis::in_range(step_.lower(), loop), loop.body, Branch::body);
    if (body.block.empty()) return {};
    ir::Stmt changed = ir::with_branch(now, Branch::body, body.block);
    return around(was, changed, {std::move(body)});
  }

  Outcome of_if(const ir::Stmt& was, const ir::Stmt& now, const ir::If& choice) {
    const Formula condition = step_.lower().condition(choice.cond);
    if (holds(condition)) return lifted(list(choice.body, Branch::body));
    if (holds(!condition)) return lifted(list(choice.orelse, Branch::orelse));
    Outcome body = in_branch(condition, choice, Branch::body);
    Outcome orelse = in_branch(!condition, choice, Branch::orelse);
    if (body.block.empty() && orelse.block.empty()) return {};
    ir::Block kept = body.block.empty() ? ir::Block{ir::Pass{}} : body.block;
    ir::Stmt changed =
        ir::with_branch(ir::with_branch(now, Branch::body, std::move(kept)), Branch::orelse, orelse.block);
    return around(was, changed, {std::move(body), std::move(orelse)});
  }

  Outcome in_branch(const Formula& fact, const ir::If& choice, Branch branch) {
    const ir::Block* block = branch == Branch::body ? &choice.body : &choice.orelse;
    if (block->empty()) return {};
    const ir::Substitution outer = known_;
    facts_.push_back(fact);
    if (branch == Branch::body) know(choice.cond);
    look_at_sizes(choice.cond);
    Outcome out = list(*block, branch);
    facts_.pop_back();
    known_ = outer;
    return out;
  }

  // A variable that is as good as a number there.
  void know_value(const ir::Expr& variable, const ir::Expr& number) {
    const auto* n = variable.as<ir::Read>();
    const std::int64_t* value = ir::literal(number);
    if (n && n->idx.empty() && ir::is_integer_control(variable.type()) && value &&
        holds(smt::eq(step_.lower().index(variable), *value)))
      known_.insert_or_assign(n->name, number);
  }

  Outcome under(const Formula& fact, const ir::Block& block, Branch branch) {
    facts_.push_back(fact);
    Outcome out = list(block, branch);
    facts_.pop_back();
    return out;
  }

  // The scope stays around the outcomes of its branches.
  static Outcome around(const ir::Stmt& was, const ir::Stmt& now, std::vector<Outcome> branches) {
    Outcome out{{now}, {{{{}}, {{}}, was, now}}};
    for (Outcome& b : branches)
      for (Outcome::Moved& m : b.moved) {
        m.from.insert(m.from.begin(), ir::Step{});
        m.to.insert(m.to.begin(), ir::Step{});
        out.moved.push_back(std::move(m));
      }
    return out;
  }

  // The scope goes, the outcome of its branch takes its place.
  static Outcome lifted(Outcome once) {
    for (Outcome::Moved& m : once.moved) m.from.insert(m.from.begin(), ir::Step{});
    return once;
  }

  StepContext& step_;
  std::vector<Formula> facts_;
  bool keep_loops_, asserts_remainders_;
  ir::Substitution known_;  ///< variables that have one value here
};

struct Simplify {
  struct Args {
    StmtPlace statement;  ///< all of the procedure when none is given
    bool keep_loops = false;
    static constexpr auto fields() {
      return std::tuple{optional_field("statement", &Args::statement), optional_field("keep_loops", &Args::keep_loops)};
    }
  };
  static constexpr Condition conditions[] = {
      {"S1", "a change keeps the value under the facts that hold at its place", true}};

  struct Shape {
    Path list;  ///< of the first statement that is simplified
    int count;
    Outcome out;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const auto* text = std::get_if<std::string>(&a.statement.place);
    const bool all = text && text->empty();
    const auto [first, count] = all ? Range::whole_body(step.ir()) : Range{step.stmt(a.statement)};
    const ir::Block& whole = *ir::list_at(step.ir(), first);
    const auto begin = whole.begin() + first.steps.back().index;
    FactSimplifier simplifier(step, step.facts(first), a.keep_loops);
    know_around(step, first, simplifier);
    Outcome out = simplifier.list({begin, begin + count}, first.steps.back().branch);
    if (out.block.empty() && static_cast<std::size_t>(count) == whole.size() &&
        first.steps.back().branch == Branch::body)
      out.block = {ir::Pass{}};
    return {first, count, std::move(out)};
  }

  static void know_around(const StepContext& step, const Path& at, FactSimplifier& simplifier) {
    for (const ir::Expr& e : step.ir().asserts) simplifier.look_at_sizes(e);
    for (const Path& p : ir::ancestor_paths(at)) {
      const auto* choice = ir::stmt_at(step.ir(), p)->as<ir::If>();
      if (!choice) continue;
      if (at.steps[p.steps.size()].branch == Branch::body) simplifier.know(choice->cond);
      simplifier.look_at_sizes(choice->cond);
    }
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    Edit plain(edit.result());
    plain.replace({s.list, s.count}, s.out.block);
    auto places = std::make_shared<std::map<std::vector<ir::Step>, const Outcome::Moved*>>();
    auto kept = std::make_shared<const Outcome>(s.out);
    for (const Outcome::Moved& m : kept->moved) (*places)[m.from] = &m;
    const int grown = static_cast<int>(s.out.block.size()) - s.count;
    edit.set_body(plain.proc().body, [places, kept, grown, first = s.list, count = s.count](const Path& p) {
      return moved(p, *places, first, count, grown);
    });
  }

  static std::optional<Path> moved(const Path& p, const std::map<std::vector<ir::Step>, const Outcome::Moved*>& places,
                                   const Path& first, int count, int grown) {
    const std::size_t depth = first.steps.size() - 1;
    Path up{{first.steps.begin(), first.steps.end() - 1}, {}};
    if (!ir::passes(p, up) || p.steps.size() <= depth || p.steps[depth].branch != first.steps[depth].branch) return p;
    const int offset = p.steps[depth].index - first.steps[depth].index;
    Path out = p;
    if (offset < 0) return out;
    if (offset >= count) {
      out.steps[depth].index += grown;
      return out;
    }
    std::vector<ir::Step> from(p.steps.begin() + static_cast<long>(depth), p.steps.end());
    from.front().index = offset;
    auto found = places.find(from);
    if (found == places.end()) return std::nullopt;
    const Outcome::Moved& m = *found->second;
    if (p.is_expr() && !expression_survives(m.before, m.after, p.exprs)) return std::nullopt;
    out.steps.resize(depth);
    out.steps.insert(out.steps.end(), m.to.begin(), m.to.end());
    out.steps[depth].index += first.steps[depth].index;
    return out;
  }
};

}  // namespace

Primitive simplify_primitive() {
  return describe<Simplify>("simplify", "expressions",
                            "shorten index expressions, and drop code that is never reached");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc simplify(const Proc& p, UnitLoops loops) { return simplify(p, StmtPlace(""), loops); }
Proc simplify(const Proc& p, const StmtPlace& statement, UnitLoops loops) {
  return rewrite::apply<rewrite::Simplify>("simplify", p, {{statement}, loops == UnitLoops::keep});
}

}  // namespace tessera
