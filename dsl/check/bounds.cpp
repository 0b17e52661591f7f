// SPDX-License-Identifier: Apache-2.0
#include "dsl/check/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/analysis/aliasing.hpp"
#include "dsl/analysis/call.hpp"
#include "dsl/analysis/field_values.hpp"
#include "dsl/check/index_range.hpp"
#include "dsl/check/inputs.hpp"
#include "dsl/check/masked_tail.hpp"
#include "dsl/interp/arguments.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/smt/closure.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::check {
namespace {

using analysis::Affine;
using analysis::Formula;
using analysis::Lowering;

constexpr std::int64_t largest_replayed_size = 64;
constexpr double max_replayed_elements = 1e6;
constexpr std::uint64_t max_replayed_steps = 1000000;  // literal sizes may be large

// Forms the queries of each place of the procedure.
class AccessWalk {
 public:
  AccessWalk(const ir::Procedure& proc, smt::Terms& terms)
      : proc_(proc), terms_(terms), lower_(terms, proc), fields_(lower_, proc), names_(proc) {}
  virtual ~AccessWalk() = default;
  AccessWalk(const AccessWalk&) = delete;

  void run() {
    facts_ = analysis::preconditions(lower_, proc_);
    for (const ir::Arg& a : proc_.args)
      for (const ir::Expr& e : a.type.shape)
        ask("bounds", a.loc, smt::le(0, lower_.index(e)),
            fmt::format("the extent {} of {} is not negative", ir::print(e, names_), names_.of(a.name)));
    block(proc_.body);
  }

 protected:
  virtual void meet(const char* code, SrcLoc loc, smt::Query query) = 0;

  const ir::Procedure& proc_;
  smt::Terms& terms_;
  Lowering lower_;
  analysis::FieldFlow fields_;
  ir::Names names_;
  std::vector<Formula> facts_;
  ir::Stmt current_;

 private:
  void block(const ir::Block& list) {
    for (const ir::Stmt& s : list) {
      current_ = s;
      const analysis::FieldValues before = fields_.values();
      statement(s);
      fields_.resume(before);
      fields_.pass(s);
    }
  }

  void statement(const ir::Stmt& s) {
    if (!s.as<ir::Call>())
      for (const ir::Expr& e : ir::expressions(s)) reads(e, s.loc());
    s.match([&](const ir::Assign& n) { element(n.name, n.idx, s.loc()); },
            [&](const ir::Reduce& n) { element(n.name, n.idx, s.loc()); },
            [&](const ir::Alloc& n) { alloc(n, s.loc()); }, [](const ir::WindowStmt&) {}, [](const ir::WriteConfig&) {},
            [](const ir::Pass&) {}, [&](const ir::For& n) { loop(n, s); }, [&](const ir::If& n) { cond(n); },
            [&](const ir::Call& n) { call(n, s.loc()); });
  }

  void reads(const ir::Expr& top, SrcLoc fallback) {
    ir::for_each_expr(top, [&](const ir::Expr& e) {
      SrcLoc loc = e.loc() ? e.loc() : fallback;
      if (const auto* n = e.as<ir::Read>(); n && !n->idx.empty()) element(n->name, n->idx, loc);
      if (const auto* w = e.as<ir::WindowExpr>())
        ask("bounds", loc, analysis::window_in_bounds(lower_, *w),
            fmt::format("the window {} lies in {}", ir::print(e, names_), names_.of(w->base)));
    });
  }

  void element(ir::Sym name, const std::vector<ir::Expr>& idx, SrcLoc loc) {
    if (idx.empty()) return;
    ask("bounds", loc, analysis::element_in_bounds(lower_, name, idx),
        fmt::format("{} lies in {}", ir::print(ir::read(name, idx, ir::Scalar::R), names_), names_.of(name)));
  }

  void alloc(const ir::Alloc& n, SrcLoc loc) {
    for (const ir::Expr& e : n.type.shape)
      ask("bounds", loc, smt::le(0, lower_.index(e)),
          fmt::format("the extent {} of {} is not negative", ir::print(e, names_), names_.of(n.name)));
  }

  void loop(const ir::For& n, const ir::Stmt& stmt) {
    facts_.push_back(analysis::in_range(lower_, n));
    if (n.mode == ir::LoopMode::par) independent(n, stmt);
    fields_.enter(n);
    block(n.body);
    facts_.pop_back();
  }

  // Iterations of a parallel loop may run in any order, at once: sums into one place conflict as well.
  void independent(const ir::For& n, const ir::Stmt& stmt) {
    Lowering lower = lower_;
    ir::Sym other = ir::Sym::fresh(n.iter.text() + "'");
    analysis::Renaming to_other{{n.iter, Affine::variable(other)}};
    const Formula pair = analysis::rename(terms_, analysis::in_range(lower, n), to_other) &&
                         smt::lt(Affine::variable(n.iter), Affine::variable(other));
    const std::vector<analysis::Access> here = analysis::distinct(terms_, analysis::accesses(lower, n.body));
    std::vector<analysis::Access> there;
    for (const analysis::Access& a : here) there.push_back(analysis::instance(terms_, a, to_other));
    for (const auto& [i, j] : analysis::may_alias(terms_, here, there, one_writes)) {
      const analysis::Access &a = here[i], &b = there[j];
      ask("parallel", stmt.loc(), !(a.domain && b.domain && pair) || !analysis::same_element(a.at, b.at),
          fmt::format("iterations of the parallel loop {} share no element of {}", n.iter.text(), a.at.buffer.text()));
    }
  }

  static bool one_writes(analysis::Access::Kind a, analysis::Access::Kind b) {
    using Kind = analysis::Access::Kind;
    return a != Kind::read || b != Kind::read;
  }

  void cond(const ir::If& n) {
    Formula c = lower_.condition(n.cond);
    const analysis::FieldValues before = fields_.values();
    under(c, n.body);
    fields_.resume(before);
    under(!c, n.orelse);
  }

  void under(const Formula& guard, const ir::Block& list) {
    facts_.push_back(guard);
    block(list);
    facts_.pop_back();
  }

  void call(const ir::Call& n, SrcLoc loc) {
    for (std::size_t i = 0; i < n.args.size(); ++i)
      if (!n.args[i].as<ir::WindowExpr>() && !n.args[i].as<ir::Read>()) reads(n.args[i], loc);
    analysis::CallConditions c = analysis::call_conditions(lower_, n, known());
    for (const smt::Query& q : c.bounds) ask("bounds", loc, q);
    for (std::size_t i = 0; i < c.asserts.size(); ++i)
      ask(c.of_addresses.count(i) ? "align" : "assert", loc, c.asserts[i]);
    for (const smt::Query& q : c.aliasing) ask("alias", loc, q);
  }

  void ask(const char* code, SrcLoc loc, Formula goal, std::string text) {
    if (!goal.is_true()) ask(code, loc, smt::Query{"", std::move(text), known(), std::move(goal)});
  }

  std::vector<Formula> known() const {
    std::vector<Formula> out = facts_;
    const std::vector<Formula>& more = fields_.values().facts;
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }

  void ask(const char* code, SrcLoc loc, smt::Query query) {
    query.name = std::string("check.") + code;
    meet(code, loc, std::move(query));
  }
};

class BoundsCheck : public AccessWalk {
 public:
  BoundsCheck(const ir::Procedure& proc, smt::Solver& solver) : AccessWalk(proc, solver.terms()), solver_(solver) {}

  void run() {
    possible();
    AccessWalk::run();
  }

 private:
  // Where no arguments meet the asserts, everything would be proved.
  void possible() {
    const auto proves_false = [&](std::vector<Formula> known) {
      const smt::Query query{"check.contradiction", "no arguments meet the asserts", std::move(known),
                             Formula::constant(false)};
      return solver_.prove(query).status == smt::Status::proved;
    };
    if (const auto index = analysis::first_contradiction(lower_, proc_, {}, proves_false)) refuse_assert(*index);
  }

  [[noreturn]] void refuse_assert(std::size_t index) const {
    const ir::Expr& e = proc_.asserts[index];
    Diagnostic d;
    d.code = "contradiction";
    d.loc = e.loc() ? e.loc() : proc_.loc;
    d.message = fmt::format("no arguments of {} meet this assert{}", proc_.name, index ? " and those before it" : "");
    d.notes.push_back({{}, "assert " + ir::print(e, names_)});
    d.hint = "state what callers can meet: from asserts that cannot hold, anything would be proved";
    throw CheckError(d);
  }

  void meet(const char* code, SrcLoc loc, smt::Query query) override {
    const smt::Answer answer = solver_.prove(query);
    if (answer.status != smt::Status::proved) refuse(code, loc, query, answer);
  }

  [[noreturn]] void refuse(const char* code, SrcLoc loc, const smt::Query& query, const smt::Answer& answer) {
    Diagnostic d;
    d.code = code;
    d.loc = loc ? loc : current_.loc();
    if (current_) d.notes.push_back({{}, first_line(ir::print(current_, names_))});  // not so for extents of arguments
    if (answer.status == smt::Status::unknown) {
      d.message = fmt::format("undecided: {} ({})", query.text, answer.reason);
      d.hint = "literal sizes, an `assert` with the intended condition, or a longer --time-limit help";
      throw Error(ExitCode::undecided, d);
    }
    d.message = "not always true: " + query.text;
    d.counterexample = smt::counterexample(query, answer.model, terms_);
    // A sequential run on arguments of its own shows neither a race nor an overlap.
    if (std::string_view(code) != "alias" && std::string_view(code) != "parallel")
      d.counterexample->replay = replayed(answer.model);
    if (!shown_ && rests_on_open(query)) refuse_open(query, d);
    d.hint = hint_for(code);
    if (const auto* call = current_ ? current_.as<ir::Call>() : nullptr; call && d.code == "bounds")
      if (const std::string tail = masked_tail_hint(*call->callee); !tail.empty()) d.hint = tail;
    throw CheckError(d);
  }

  // The model's value of such a variable need not occur in a run.
  bool rests_on_open(const smt::Query& query) const {
    std::vector<Formula> all = facts_;
    all.push_back(query.goal);
    const std::vector<smt::Var> variables = smt::closure(all, terms_);
    return std::any_of(variables.begin(), variables.end(), [&](smt::Var v) { return lower_.is_open(v); });
  }

  [[noreturn]] static void refuse_open(const smt::Query& query, Diagnostic d) {
    d.message = fmt::format("undecided: {} (a value that it rests on is not known here)", query.text);
    d.counterexample.reset();
    d.hint =
        "little is known of a field after a loop or branch that writes it, and nothing of a quotient by no literal: "
        "write the field once more in front of its use";
    throw Error(ExitCode::undecided, d);
  }

  static const char* hint_for(std::string_view code) {
    if (code == "bounds") return "state what the sizes must satisfy with `assert`, or guard the access";
    if (code == "assert") return "pass other arguments, guard the call, or `assert` the same in the caller";
    if (code == "align")
      return "`assert aligned(A, 64)` of the argument A that it lies in, and of strides and sizes what keeps its start "
             "a "
             "multiple, `assert stride(A, 0) % 16 == 0`; or call an instruction for any address";
    if (code == "alias") return "pass parts that do not overlap, or copy one of them first";
    return "use seq, or let each iteration write elements of its own";
  }

  // Else the run ended before it came to the place: integers cannot hold a literal, say.
  static bool shows_it(const Error& e) {
    const std::string& code = e.diagnostic().code;
    return code == "interp.bounds" || code == "interp.assert" || code == "interp.shape";
  }

  // With the strides that were found, where such a layout is known, else with others. Nothing where the asserts refuse
  // them: a run on them would end at the assert, and say nothing of the place.
  std::optional<interp::Arguments<interp::Integers>> arguments_for(interp::Inputs with) const {
    ir::Procedure head = proc_;
    head.body = {};
    for (const bool is_as_found : {true, false}) {
      if (!is_as_found) with.strides.clear();
      try {
        auto out = interp::random_arguments<interp::Integers>(proc_, with, 1);
        interp::run(head, out);
        return out;
      } catch (const interp::InterpError& e) {
        if (e.diagnostic().code != "interp.layout" && e.diagnostic().code != "interp.assert") throw;
      }
    }
    return std::nullopt;
  }

  // Runs the procedure with the found sizes in the interpreter and returns the failure.
  std::string replayed(const smt::Model& model) {
    const interp::Inputs found = inputs(lower_, proc_, model);
    for (const auto& [name, value] : found.control)
      if (value > largest_replayed_size) return "not replayed: the sizes are too large to run";
    if (interp::elements(proc_, found.control) > max_replayed_elements)
      return "not replayed: the sizes are too large to run";
    try {
      auto arguments = arguments_for(found);
      if (!arguments) return "not replayed: no arguments with these strides are known that meet the asserts";
      interp::Fuel fuel{.limit = max_replayed_steps};
      interp::run(proc_, *arguments, interp::Uninitialised::arbitrary, &fuel);
    } catch (const Error& e) {
      shown_ = shows_it(e);
      return (shown_ ? "replayed: " : "not replayed: ") + e.diagnostic().message;
    } catch (const interp::OutOfFuel&) { return "not replayed: the sizes are too large to run"; }
    return "replayed: a run with these sizes, on random data, does not show it";
  }

  smt::Solver& solver_;
  bool shown_ = false;  ///< a run showed what is asked not to be so
};

class Questions : public AccessWalk {
 public:
  using AccessWalk::AccessWalk;
  std::vector<smt::Query> take() { return std::move(all_); }

 private:
  void meet(const char*, SrcLoc, smt::Query query) override { all_.push_back(std::move(query)); }

  std::vector<smt::Query> all_;
};

void check_callees(const ir::Procedure& proc, smt::Solver& solver, Proved& proved) {
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const auto* call = s.as<ir::Call>()) check_reachable(call->callee, solver, proved);
  });
}

}  // namespace

void check_accesses(const ir::Procedure& proc, smt::Solver& solver) {
  check_index_range(proc);
  try {
    BoundsCheck(proc, solver).run();
  } catch (const smt::Overflow&) {
    Diagnostic d;
    d.code = "bounds";
    d.loc = proc.loc;
    d.message = "undecided: an index or extent of " + proc.name + " does not fit into 64 bits";
    throw Error(ExitCode::undecided, d);
  }
}

std::vector<smt::Query> access_conditions(const ir::Procedure& proc, smt::Terms& terms) {
  Questions walk(proc, terms);
  walk.run();
  return walk.take();
}

void check_reachable(const ir::Procedure& proc, smt::Solver& solver) {
  Proved proved;
  check_accesses(proc, solver);
  check_callees(proc, solver, proved);
}

void check_reachable(const ir::ProcRef& proc, smt::Solver& solver, Proved& proved) {
  if (proved.contains(proc)) return;
  check_accesses(*proc, solver);
  check_callees(*proc, solver, proved);
  proved.insert(proc);
}

}  // namespace tessera::check
