// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/run_step.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/check/scope.hpp"
#include "dsl/ir/around_change.hpp"
#include "dsl/rewrite/alignment.hpp"
#include "dsl/rewrite/contract.hpp"
#include "dsl/rewrite/replay.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::rewrite {
namespace {

struct Outcome {
  smt::Status status = smt::Status::proved;
  std::vector<Proof> proofs;  // of the strategy that proved it
  Proof failed;               // the first question of the first strategy that was not proved
};

// All queries of one strategy. Stops at the first that is not proved.
Outcome try_strategy(smt::Solver& solver, const Primitive& primitive, const Obligation& o,
                     const analysis::ProofStrategy& strategy) {
  Outcome out;
  for (smt::Query& query : strategy.queries()) {
    query.name = primitive.name + "." + o.id;
    smt::Answer answer = solver.prove(query);
    Proof proof{o.id, strategy.name, std::move(query), std::move(answer)};
    if (proof.answer.status != smt::Status::proved) {
      out.status = proof.answer.status;
      out.failed = std::move(proof);
      return out;
    }
    out.proofs.push_back(std::move(proof));
  }
  return out;
}

Outcome try_strategies(smt::Solver& solver, const Primitive& primitive, const Obligation& o) {
  std::optional<Outcome> general;
  for (const analysis::ProofStrategy& strategy : o.strategies) {
    Outcome out = try_strategy(solver, primitive, o, strategy);
    if (out.status == smt::Status::proved) return out;
    if (!general) general = std::move(out);
  }
  return *std::move(general);
}

[[noreturn]] void report(StepContext& step, const Primitive& primitive, const Obligation& o, const Proof& failed,
                         const Plan& plan) {
  Diagnostic d;
  d.code = primitive.name + "." + o.id;
  d.hint = o.hint;
  for (const Condition& c : primitive.conditions)
    if (c.id == o.id) d.rule = c.text;
  if (d.rule.empty()) bug("condition " + d.code + " is not declared");
  const bool undecided = failed.answer.status == smt::Status::unknown;
  const bool quiet = step.proc().context()->diagnostics == DiagnosticMode::suppressed && !undecided;
  if (const ir::Stmt* s = ir::stmt_at(step.ir(), o.place.stmt()); s && !quiet)
    d.notes.push_back({s->loc(), first_line(ir::print(*s, ir::Names(step.ir())))});
  if (undecided) {
    d.message = fmt::format("undecided: {} ({})", failed.query.text, failed.answer.reason);
    d.hint =
        "nothing is known, so the step is not done; smaller steps, literal sizes, a further `assert` or a longer "
        "--time-limit help";
    throw SchedulingError(d, ExitCode::undecided);
  }
  d.message = fmt::format("does not hold: {}", failed.query.text);
  if (quiet) throw SchedulingError(d);
  auto rewritten = [&] {
    Edit edit(step.proc().ref());
    plan.rewrite(edit);
    return edit.result();
  };
  d.counterexample = smt::counterexample(failed.query, failed.answer.model, step.terms());
  if (o.replays) d.counterexample->replay = replay(step.ir(), failed.answer.model, rewritten, plan.modulo);
  throw SchedulingError(d);
}

// By a condition of every step, which the user may have assumed.
void check_instruction(const StepContext& step, const Edit& edit, const Primitive& primitive, StepRecord& record) {
  if (!step.ir().instr) return;
  std::string why = outdates_its_c(step.ir(), edit.proc());
  if (why.empty() && !record.modulo.empty()) why = "it would leave another value in " + *record.modulo.begin();
  if (why.empty()) return;
  const Condition& fixed = condition_of_every_step("S1");
  const std::string id = "step." + std::string(fixed.id);
  if (step.proc().context()->hooks.assumed.count(id)) return record.unsafe.push_back(id);
  Diagnostic d;
  d.code = id;
  d.message = fmt::format("{} would leave the instruction {} with C that does not fit: {}", primitive.name,
                          step.ir().name, why);
  d.rule = fixed.text;
  d.notes.push_back({step.ir().loc, fmt::format("@instr {}", step.ir().name)});
  d.hint =
      "derive the procedure first and give it its C by make_instr, or add such an instruction to the hardware library";
  throw SchedulingError(d);
}

[[noreturn]] void refuse_alignment(StepContext& step, const Edit& edit, const Primitive& primitive,
                                   const AlignmentQuery& asked, const smt::Answer& answer) {
  const bool undecided = answer.status == smt::Status::unknown;
  Diagnostic d;
  d.code = "step.S2";
  d.rule = condition_of_every_step("S2").text;
  d.message = fmt::format("{} would leave a call without the alignment that it needs: {}: {}{}", primitive.name,
                          undecided ? "undecided" : "not always true", asked.query.text,
                          undecided ? " (" + answer.reason + ")" : "");
  const ir::Stmt& call = *ir::stmt_at(edit.proc(), asked.call);
  d.notes.push_back({call.loc(), first_line(ir::print(call, ir::Names(edit.proc())))});
  if (!undecided) d.counterexample = smt::counterexample(asked.query, answer.model, step.terms());
  d.hint =
      "choose a memory with `align` and a layout whose strides are multiples, or call_eqv an instruction for any "
      "address "
      "first";
  throw SchedulingError(d, undecided ? ExitCode::undecided : ExitCode::refused);
}

// By a condition of every step, which the user may have assumed.
void check_alignments(StepContext& step, const Edit& edit, const Primitive& primitive,
                      const std::vector<ir::Difference>& all, StepRecord& record) {
  if (!may_move_buffers(step.ir(), edit.proc(), all)) return;
  for (AlignmentQuery& asked : alignment_queries(step.terms(), edit.proc())) {
    if (step.proc().context()->hooks.assumed.count("step.S2")) return record.unsafe.push_back("step.S2");
    asked.query.name = "step.S2";
    const smt::Answer answer = step.proc().context()->solver.prove(asked.query);
    if (answer.status != smt::Status::proved) refuse_alignment(step, edit, primitive, asked, answer);
  }
}

// The general limit, for steps whose result's size is only known afterwards.
void check_size(const StepContext& step, const std::vector<ir::Difference>& all, Version& made) {
  const std::size_t before = step.proc().version()->size();
  const std::size_t most = std::max(before, step.proc().context()->largest_result);
  std::size_t size = before;
  for (const ir::Difference& d : all) size -= ir::size(d.before);
  for (const ir::Difference& d : all) {
    size += ir::size(d.after, most - size);
    if (size > most) step.refuse_size(fmt::format("more than {}", most), "work on a smaller part");
  }
  made.sized(size);
}

// Checks the differences alone, where possible: a step changes little of a long program.
void check_result(const StepContext& step, const Edit& edit, const Primitive& primitive,
                  const std::vector<ir::Difference>& all, Version& made) {
  check_size(step, all, made);
  if (!ir::have_same_head(step.ir(), edit.proc())) return check::well_formed(edit.proc(), primitive.name);
  const analysis::DeclaredRef& declared = step.proc().version()->declared();
  check::well_formed(
      edit.proc(), all, [&](ir::Sym s) { return declared->find(s) != nullptr; }, primitive.name);
  if (analysis::DeclaredRef now = analysis::Declared::after(declared, all)) made.declared_as(std::move(now));
}

// The innermost statement that holds all that changes.
Path around_change(const ir::Block& before, const Edit& edit) {
  Path out;
  for (const ir::Turn& t : ir::around_change(before, edit.proc().body))
    out.steps.push_back({t.branch, static_cast<int>(t.index)});
  return out;
}

// A node beside the change stays in place: most steps of a long schedule do not affect a cursor.
cursor::ForwardStep of_changed(const Path& inside, const Edit& edit) {
  return [inside, forward = edit.forward()](const Path& p) { return ir::passes(p, inside) ? forward(p) : p; };
}

// Where the step itself says so for the nearest ones beside its change.
cursor::Untouched untouched(const ir::Block& before, const ir::Block& after, const cursor::Forward& forward) {
  const std::size_t front = ir::Block::common_front(before, after);
  const std::size_t back = ir::Block::common_back(before, after, std::min(before.size(), after.size()) - front);
  const auto goes = [&](std::size_t from, std::size_t to) {
    const auto at = [](std::size_t i) { return Path{{{ir::Branch::body, static_cast<int>(i)}}, {}}; };
    return forward(at(from)) == at(to);
  };
  if (front > 0 && !goes(front - 1, front - 1)) return {};
  if (back > 0 && !goes(before.size() - back, after.size() - back)) return {};
  return {static_cast<int>(front), static_cast<int>(before.size() - back),
          static_cast<int>(after.size()) - static_cast<int>(before.size())};
}

}  // namespace

void prove_accesses(const Proc& proc, const Primitive& primitive) {
  if (!proc) return;  // an argument left out
  Context& context = *proc.context();
  if (proc.version()->parent || context.proved.contains(proc.ref()) || context.history.maker_of(proc.ir())) return;
  try {
    check::check_reachable(proc.ref(), context.solver, context.proved);
  } catch (const Error& e) {
    Diagnostic d = e.diagnostic();
    d.notes.push_back({context.line, fmt::format("{} takes {}", primitive.name, proc.name())});
    throw Error(e.exit_code(), std::move(d));
  }
}

Proc run_step(StepContext& step, const Primitive& primitive, const std::function<RecordedArguments()>& args,
              const Plan& plan) {
  const ContextRef& context = step.proc().context();
  StepRecord record;
  record.primitive = primitive.name;
  record.reassociates = plan.reassociates;
  record.may_wrap = plan.may_wrap || plan.reassociates;
  record.modulo = plan.modulo;
  record.created = plan.created;
  record.unsafe = plan.unsafe;
  record.loc = context->line;
  record.proofs = step.recorded();
  record.unsafe.insert(record.unsafe.end(), step.assumed().begin(), step.assumed().end());
  for (const Obligation& o : plan.safety()) {
    std::string id = primitive.name + "." + o.id;
    if (context->hooks.assumed.count(id)) {
      record.unsafe.push_back(id);
      continue;
    }
    Outcome out = try_strategies(context->solver, primitive, o);
    if (out.status != smt::Status::proved) report(step, primitive, o, out.failed, plan);
    record.proofs.insert(record.proofs.end(), std::make_move_iterator(out.proofs.begin()),
                         std::make_move_iterator(out.proofs.end()));
  }
  Edit edit(step.proc().ref());
  plan.rewrite(edit);
  auto version = std::make_shared<Version>();
  const std::vector<ir::Difference> differences = ir::differences(step.ir().body, edit.proc().body);
  check_result(step, edit, primitive, differences, *version);
  check_instruction(step, edit, primitive, record);
  check_alignments(step, edit, primitive, differences, record);
  record.equivalent = may_stand_for_each_other(step.ir(), edit.proc());
  record.args = args();
  record.uses = procedures_in(record.args);
  const Path inside = around_change(step.ir().body, edit);
  record.forward.then(of_changed(inside, edit));
  // A remaining statement may have new expressions: paths that lead nowhere in them are gone.
  record.forward.if_there([after = edit.result()](const Path& p) { return !p.is_expr() || ir::expr_at(*after, p); });
  // A step that finds nothing to change makes a procedure of its own too: procedures name their versions.
  const bool same = edit.result() == step.proc().ref();
  version->ir = same ? std::make_shared<const ir::Procedure>(edit.proc()) : edit.result();
  version->parent = step.proc().version();
  version->step = std::move(record);
  context->history.keep(version, untouched(step.ir().body, version->ir->body, version->step.forward));
  return Proc(std::move(version), context);
}

void too_large(const Primitive& primitive) {
  Diagnostic d;
  d.code = primitive.name;
  d.message = "undecided: an index or bound does not fit into 64 bits";
  d.hint = "use smaller numbers";
  throw SchedulingError(d, ExitCode::undecided);
}

}  // namespace tessera::rewrite
