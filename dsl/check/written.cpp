// SPDX-License-Identifier: Apache-2.0
#include "dsl/check/written.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/coverage.hpp"
#include "dsl/check/inputs.hpp"
#include "dsl/ir/path.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/smt/solver.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::check {
namespace {

using analysis::Access;
using analysis::Formula;
using analysis::Lowering;

constexpr std::size_t max_pairs = 20'000;  // of a read and a write: what is longer is left to validation
constexpr double max_looked_at = 1e6;      // statements, once for each allocation: likewise
constexpr std::int64_t largest_size = 64;
constexpr std::uint64_t max_steps = 200'000;                              // of the interpreter, of all runs together
constexpr double max_elements = 1e6;                                      // of the arguments
constexpr std::int64_t tried_sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17};  // where the question was not decided

class WrittenWalk {
 public:
  explicit WrittenWalk(const ir::Procedure& proc) : proc_(proc) { fuel_.limit = max_steps; }

  void run() {
    if (!can_look()) return;
    declared_ = std::make_shared<const analysis::Declared>(proc_);
    block(proc_.body, {});
    if (undecided_) try_sizes();
  }

 private:
  // There are new buffers, and not too many: the statements after each are analysed anew.
  bool can_look() const {
    std::size_t buffers = 0;
    ir::for_each_stmt(proc_.body, [&](const ir::Stmt& s) { buffers += s.as<ir::Alloc>() != nullptr; });
    return buffers > 0 && ir::statements_with_calls(proc_.body) * static_cast<double>(buffers) <= max_looked_at;
  }

  void block(const ir::Block& list, const ir::Path& parent, ir::Branch branch = ir::Branch::body) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const ir::Path at = parent.child(branch, static_cast<int>(i));
      if (const auto* n = list[i].as<ir::Alloc>())
        buffer(n->name, {list.begin() + static_cast<long>(i) + 1, list.end()}, at);
      for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
        if (const ir::Block* inner = ir::branch(list[i], b)) block(*inner, at, b);
    }
  }

  // `rest`: the statements after the allocation at the path, in its list.
  void buffer(ir::Sym name, const ir::Block& rest, const ir::Path& at) {
    Lowering lower(solver_.terms(), declared_);
    const std::vector<Formula> facts = analysis::facts_at(lower, proc_, at);
    std::vector<Access> reads, writes;
    for (Access& a : analysis::accesses(lower, rest)) {
      if (!(a.at.buffer == name)) continue;
      (a.kind == Access::Kind::write ? writes : reads).push_back(std::move(a));
    }
    if (reads.size() * writes.size() > max_pairs) return;
    for (const Access& read : reads) element(lower, read, writes, facts);
  }

  void element(Lowering& lower, const Access& read, const std::vector<Access>& writes,
               const std::vector<Formula>& facts) {
    std::vector<Formula> reasons;
    for (const Access& w : writes) add_reasons(w, read, reasons);
    smt::Query q{"check.unwritten", "the element is written before it is read", facts,
                 Formula::any(std::move(reasons))};
    q.assumptions.push_back(read.domain);
    const smt::Answer answer = solver_.prove(q);
    if (answer.status == smt::Status::proved) return;
    undecided_ = true;
    if (answer.status == smt::Status::refuted) try_model(inputs(lower, proc_, answer.model));
  }

  // An iteration of the write that comes first and meets the element: one of the same iteration of the loops around
  // both, or any.
  void add_reasons(const Access& write, const Access& read, std::vector<Formula>& reasons) {
    std::size_t common = 0;
    while (common < write.loops.size() && common < read.loops.size() && write.loops[common] == read.loops[common])
      ++common;
    for (const std::size_t kept : {common, std::size_t{0}}) {
      const Access w = with_own_loops(write, kept);
      for (const analysis::IterationChoice end : {analysis::IterationChoice::first, analysis::IterationChoice::last})
        reasons.push_back(writes_before(w, kept, read, end));
      if (common == 0) return;
    }
  }

  Access with_own_loops(const Access& write, std::size_t kept) {
    Access inner = write;
    inner.loops.erase(inner.loops.begin(), inner.loops.begin() + static_cast<long>(kept));
    Access out = analysis::instance(solver_.terms(), inner, {});
    out.loops.insert(out.loops.begin(), write.loops.begin(), write.loops.begin() + static_cast<long>(kept));
    return out;
  }

  Formula writes_before(const Access& w, std::size_t kept, const Access& read, analysis::IterationChoice end) {
    const Formula does = analysis::runs_before(w, read) && w.domain && analysis::same_element(w.at, read.at);
    return analysis::rename(solver_.terms(), does, analysis::writer_of(solver_.terms(), w, kept, read.at, end));
  }

  // ---- runs

  void try_model(const interp::Inputs& inputs) {
    run_with(inputs);
    run_with_larger(inputs);
  }

  // A later write may hide it at the sizes of the model, but not at others near them.
  void run_with_larger(const interp::Inputs& inputs) {
    for (const ir::Arg& a : proc_.args)
      for (std::int64_t more = 1; a.type.scalar == ir::Scalar::size && more <= 4; ++more) {
        interp::Inputs larger = inputs;
        larger.control[a.name] += more;
        run_with(larger);
      }
  }

  // All sizes equal: short runs for open queries. Indices may have to be below a size.
  void try_sizes() {
    for (const std::int64_t size : tried_sizes)
      for (const std::int64_t index : {size, size - 1, size / 2, std::int64_t{0}, std::int64_t{1}}) {
        const interp::Inputs inputs(all_alike(size, index));
        run_with(inputs);
        run_with_fields(inputs);
        if (inputs.control.empty()) return;
        if (!has_index()) break;
      }
  }

  // Initial values of fields, all equal too.
  void run_with_fields(interp::Inputs inputs) {
    for (const std::int64_t value : {0, 1, 2, 4, 8, 1024}) {
      for (const auto& [config, field] : interp::config_fields(proc_)) {
        const ir::Scalar type = config->field(field).value_or(ir::Scalar::f32);
        if (type == ir::Scalar::bool_) inputs.fields[analysis::field_name(*config, field)] = value % 2;
        else if (!ir::is_data(type)) inputs.fields[analysis::field_name(*config, field)] = value;
      }
      if (inputs.fields.empty()) return;
      run_with(inputs);
    }
  }

  bool has_index() const {
    return std::any_of(proc_.args.begin(), proc_.args.end(), [](const ir::Arg& a) {
      return ir::is_integer_control(a.type.scalar) && a.type.scalar != ir::Scalar::size;
    });
  }

  interp::ControlValues all_alike(std::int64_t size, std::int64_t index) const {
    interp::ControlValues out;
    for (const ir::Arg& a : proc_.args) {
      if (!a.type.is_control()) continue;
      const bool is_size = a.type.scalar == ir::Scalar::size, is_flag = a.type.scalar == ir::Scalar::bool_;
      out[a.name] = is_flag ? size % 2 : is_size ? size : index;
    }
    return out;
  }

  void run_with(const interp::Inputs& inputs) {
    for (const auto& [name, value] : inputs.control)
      if (value > largest_size) return;
    if (interp::elements(proc_, inputs.control) > max_elements) return;
    try {
      auto arguments = interp::random_arguments<interp::Field>(proc_, inputs, 1);
      const auto failed = interp::failure<interp::Field>(proc_, arguments, interp::Uninitialised::error, &fuel_);
      if (failed && failed->unwritten) refuse_unwritten(*failed, proc_, inputs);
    } catch (const interp::InterpError&) {  // no such arguments
    } catch (const interp::OutOfFuel&) {}
  }

  const ir::Procedure& proc_;
  analysis::DeclaredRef declared_;
  smt::Solver solver_{smt::Limits{std::chrono::milliseconds(0)}};
  interp::Fuel fuel_;
  bool undecided_ = false;
};

}  // namespace

void check_written(const ir::Procedure& proc) {
  try {
    WrittenWalk(proc).run();
  } catch (const smt::Overflow&) {}  // bounds are checked too, and say so
}

namespace {

// Masked lanes are never written. The first such write to a buffer of the procedure itself.
std::string missing_else(const ir::Procedure& proc) {
  const auto is_taken = [&](ir::Sym s) {
    return std::any_of(proc.args.begin(), proc.args.end(), [&](const ir::Arg& a) { return a.name == s; });
  };
  std::string out;
  ir::for_each_stmt_and_called(proc.body, [&](const ir::Stmt& s) {
    const auto* masked = s.as<ir::If>();
    const bool one = masked && masked->orelse.empty() && masked->body.size() == 1;
    const auto* write = one ? masked->body.front().as<ir::Assign>() : nullptr;
    if (!write || write->idx.empty() || is_taken(write->name) || !out.empty()) return;
    const ir::Expr element = ir::read(write->name, write->idx, write->type);
    out = fmt::format("; or give `if {}:` the rest to write: `else: {} = 0.0`", ir::print(masked->cond),
                      ir::print(element));
  });
  return out;
}

}  // namespace

void refuse_unwritten(const interp::Failure& failed, const ir::Procedure& proc, const interp::Inputs& inputs) {
  Diagnostic d = *failed.unwritten;
  d.code = "unwritten";
  d.rule = "a value is written before it is used in arithmetic or stored to an argument";
  if (d.counterexample) {
    for (const auto& [field, value] : inputs.fields) d.counterexample->values.push_back({field, value});
    d.message += fmt::format(" ({})", d.counterexample->values_text());
    d.counterexample->replay = "replayed: " + failed.text;
  }
  d.hint = "write it first, read it only where it was written, or `assert` what keeps such sizes out";
  d.hint += missing_else(proc);
  throw CheckError(std::move(d));
}

}  // namespace tessera::check
