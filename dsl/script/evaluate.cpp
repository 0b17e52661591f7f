// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/evaluate.hpp"

#include <fmt/format.h>

#include "dsl/script/expressions.hpp"
#include "dsl/script/schedule_error.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::script {
namespace {

using syntax::ScheduleExpr;
using Kind = ScheduleExpr::Kind;

class Evaluator {
 public:
  Evaluator(const Inputs& inputs, ContextRef context, Progress& progress)
      : context_(std::move(context)),
        scope_(inputs, context_),
        lineage_(inputs),
        calls_(scope_, inputs.operations, lineage_, progress),
        expressions_(scope_, calls_),
        is_whole_(inputs.whole) {
    if (inputs.configs.empty() && inputs.libraries.empty()) return;  // those that the context has stay
    context_->configs = inputs.configs;
    for (auto l = inputs.libraries.rbegin(); l != inputs.libraries.rend(); ++l)
      context_->configs.insert(context_->configs.end(), l->module.configs.begin(), l->module.configs.end());
  }

  Proc run(const syntax::Schedule& schedule) {
    for (const syntax::ScheduleLine& line : schedule.lines) {
      context_->line = line.loc;
      lineage_.begin(line);
      try {
        run_line(line);
      } catch (const Error& e) {
        context_->line = {};
        rethrow_at(e, line.loc, &line);
      }
    }
    context_->line = {};
    if (is_whole_) scope_.check_settings_used();
    const Value* p = scope_.find("p");
    if (!p || !std::holds_alternative<Proc>(p->data)) no_result(schedule);
    const Proc result = std::get<Proc>(p->data);
    if (is_whole_) lineage_.check(result, scope_);
    return result;
  }

 private:
  [[noreturn]] static void no_result(const syntax::Schedule& schedule) {
    fail_at(schedule.lines.empty() ? nullptr : &schedule.lines.back(), "the schedule leaves no procedure in `p`",
            "assign the result to p");
  }

  // A step makes another procedure and leaves its own as it was: on a line of its own it does nothing.
  [[noreturn]] static void thrown_away(const syntax::ScheduleLine& line) {
    const std::string scheduled = procedure_of(line.value);
    fail_at(line.loc, fmt::format("this step's result goes nowhere: {} stays as it was", scheduled),
            fmt::format("{} = {}", scheduled, line.text));
  }

  // The name that the call is about: q in q.rename('r') and in rename(q, 'r').
  static std::string procedure_of(const ScheduleExpr& call) {
    const ScheduleExpr& callee = call.items.front();
    const ScheduleExpr* of = callee.kind == Kind::attribute ? &callee.items.front() : nullptr;
    if (!of && call.items.size() > 1) of = &call.items[1];
    return of && of->kind == Kind::name ? of->text : "p";
  }

  void run_line(const syntax::ScheduleLine& line) {
    Value v = expressions_.eval(line.value);
    if (line.targets.empty() && line.value.kind == Kind::call && std::holds_alternative<Proc>(v.data))
      thrown_away(line);
    if (line.targets.size() == 1) return assign(line.targets[0], std::move(v));
    if (line.targets.empty()) return;
    Values parts = std::holds_alternative<Values>(v.data) ? std::get<Values>(v.data) : with_created(v);
    if (parts.size() != line.targets.size())
      fail_at(line.loc, fmt::format("{} names on the left, {} on the right", line.targets.size(),
                                    syntax::counted(parts.size(), "value", "values")));
    for (std::size_t i = 0; i < parts.size(); ++i) assign(line.targets[i], parts[i]);
  }

  void assign(const std::string& name, Value v) {
    if (name == "p") lineage_.result_here();
    scope_.set(name, std::move(v));
  }

  // `p, micro = extract_subproc(…)`: the procedure, then the step's further results.
  Values with_created(const Value& v) {
    const Proc* p = std::get_if<Proc>(&v.data);
    if (!p) return {v};
    Values out{v};
    for (const ir::ProcRef& c : p->version()->step.created) out.push_back(Value{Proc(c, context_)});
    return out;
  }

  ContextRef context_;
  Scope scope_;
  Lineage lineage_;
  Calls calls_;
  Expressions expressions_;
  bool is_whole_;
};

}  // namespace

const ir::Lanes* lanes_of(const Inputs& inputs) {
  const auto declared = [](const std::vector<ir::MemoryRef>& memories) -> const ir::Lanes* {
    for (const ir::MemoryRef& m : memories)
      if (m->lanes) return &*m->lanes;
    return nullptr;
  };
  for (const Library& l : inputs.libraries)
    if (const ir::Lanes* found = declared(l.module.memories)) return found;
  return declared(inputs.memories);
}

Proc evaluate(const syntax::Schedule& schedule, const Inputs& inputs, const ContextRef& context, Progress* progress) {
  Progress own;
  return Evaluator(inputs, context, progress ? *progress : own).run(schedule);
}

}  // namespace tessera::script
