// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dsl/ir/walk.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/script/steps.hpp"

namespace tessera::script {
namespace {

using nlohmann::ordered_json;

template <class Visit> void for_each_step(const Proc& p, Visit visit) {
  for (const VersionRef& v : steps_of(p)) visit(v->step);
}

// FNV-1a.
class Hash {
 public:
  void add(std::string_view text) {
    for (char c : text) step(static_cast<unsigned char>(c));
    step(0xff);
  }
  std::string text() const { return fmt::format("{:016x}", state_); }

 private:
  void step(unsigned char byte) { state_ = (state_ ^ byte) * 1099511628211ull; }
  std::uint64_t state_ = 14695981039346656037ull;
};

// Hashes the text of a procedure (steps and C depend on its names), its instruction, its memories and configurations,
// and its callees.
class DefinitionHash {
 public:
  std::string of(const ir::Procedure& p) {
    if (auto it = known_.find(&p); it != known_.end()) return it->second;
    Hash h;
    h.add(ir::print(p));
    if (p.instr) add(h, *p.instr);
    for (const ir::Arg& a : p.args)
      if (a.mem) h.add(ir::print(*a.mem));
    ir::for_each_stmt(p.body, [&](const ir::Stmt& s) {
      if (const auto* alloc = s.as<ir::Alloc>()) h.add(ir::print(*alloc->mem));
      if (const auto* call = s.as<ir::Call>()) h.add(of(*call->callee));
      if (const auto* write = s.as<ir::WriteConfig>()) h.add(ir::print(*write->config));
      for (const ir::Expr& top : ir::expressions(s))
        ir::for_each_expr(top, [&](const ir::Expr& e) {
          if (const auto* read = e.as<ir::ReadConfig>()) h.add(ir::print(*read->config));
        });
    });
    return known_[&p] = h.text();
  }

 private:
  static void add(Hash& h, const ir::InstrInfo& instr) {
    h.add(instr.c_template);
    h.add(fmt::format("{} {} {}", fmt::join(instr.headers, " "), fmt::join(instr.flags, " "), instr.feature));
  }

  std::map<const ir::Procedure*, std::string> known_;
};

ordered_json json_of(const Proof& proof) {
  ordered_json out{{"condition", proof.condition},
                   {"way", proof.strategy},
                   {"statement", proof.query.text},
                   {"decided_by", smt::decider_name(proof.answer.decider)}};
  if (!proof.answer.origin.empty()) out["origin"] = proof.answer.origin;
  out["seconds"] = proof.answer.seconds;
  return out;
}

ordered_json json_of(const TraceRecord::Step& of) {
  const StepRecord& step = of.made->step;
  ordered_json out{{"primitive", step.primitive}, {"call", of.call}};
  if (step.loc) out["at"] = step.loc.text();
  if (step.reassociates) out["reassociates"] = true;
  if (!step.modulo.empty()) out["modulo"] = step.modulo;
  if (!step.unsafe.empty()) out["unsafe"] = step.unsafe;
  for (const Proof& proof : step.proofs) out["proofs"].push_back(json_of(proof));
  return out;
}

}  // namespace

ProofCount count_proofs(const Proc& p) {
  ProofCount out;
  for_each_step(p, [&](const StepRecord& step) {
    for (const Proof& proof : step.proofs) {
      std::size_t& kind = proof.answer.decider == smt::Decider::affine ? out.affine
                          : proof.answer.decider == smt::Decider::z3   ? out.z3
                                                                       : out.memo;
      ++kind;
      out.disk += proof.answer.decider == smt::Decider::disk;
      out.seconds += proof.answer.seconds;
    }
  });
  return out;
}

std::size_t count_steps(const Proc& p) { return steps_of(p).size(); }

std::vector<VersionRef> steps_of(const Proc& p) {
  std::vector<VersionRef> out;
  for (const TraceLine& line : trace_of(p).lines)
    if (line.is_step()) out.push_back(line.version);
  return out;
}

std::string call_text(const Version& made) {
  std::string out = fmt::format("p = {}(p", made.step.primitive);
  for (const auto& [name, value] : made.step.args)
    out += fmt::format(", {}={}", name, rewrite::text_of(value, *made.parent));
  return out + ")";
}

std::string trace_text(const Proc& p) { return text_of(trace_of(p)); }

std::string trace_file(const Proc& p, const Inputs& inputs) {
  return print(head_of(p, inputs)) + text_of(trace_of(p, &inputs));
}

std::string trace_file(const Proc& p, const Inputs& inputs, const std::string& program,
                       const std::vector<std::string>& libraries) {
  TraceHead head = head_of(p, inputs);
  head.program = program;
  head.libraries = libraries;
  return print(head) + text_of(trace_of(p, &inputs));
}

TraceRecord trace_record(const Proc& p, const Inputs& inputs) {
  TraceRecord out{head_of(p, inputs), {}, {}};
  const Trace trace = trace_of(p, &inputs);
  for (const TraceLine& line : trace.lines)
    if (line.is_step()) out.steps.push_back({text_of(trace, line), line.version});
    else out.starts.push_back(text_of(trace, line));
  return out;
}

std::string trace_json(const Proc& p, const Inputs& inputs) {
  const TraceRecord record = trace_record(p, inputs);
  const TraceHead& head = record.head;
  ordered_json from = ordered_json::array(), steps = ordered_json::array();
  for (const auto& [source, hash] : head.from) from.push_back({{"procedure", source}, {"hash", hash}});
  for (const TraceRecord::Step& step : record.steps) steps.push_back(json_of(step));
  ordered_json out{{"version", trace_version},
                   {"program", head.program},
                   {"hwlib", head.libraries},
                   {"from", from},
                   {"hash", head.hash},
                   {"result", head.result},
                   {"result_hash", head.result_hash},
                   {"starts", record.starts},
                   {"steps", steps}};
  if (head.length) out["lanes"] = *head.length;
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string definition_hash(const ir::Procedure& p) { return DefinitionHash().of(p); }

std::string trace_hash(const Proc& p) {
  Trace trace = trace_of(p);
  Hash h;
  for (const TraceRoot& root : trace.roots) h.add(definition_hash(*root.ir));
  h.add(text_of(trace));
  return h.text();
}

std::vector<std::string> unsafe_conditions(const Proc& p) {
  std::vector<std::string> out;
  auto add = [&](const Proc& made) {
    for (const VersionRef& v : made.history())
      for (const std::string& id : v->step.unsafe)
        if (std::find(out.begin(), out.end(), id) == out.end()) out.push_back(id);
  };
  add(p);
  // The C of an instruction is not its body: the assumptions of its definition count for every caller. Others are
  // emitted from their bodies.
  for (const ir::ProcRef& called : ir::all_called(p.ir().body))
    if (called->instr) add(Proc(called, p.context()));
  return out;
}

std::string remarks(const StepRecord& step) {
  std::string out = step.reassociates ? "  (may reassociate sums)" : "";
  if (!step.modulo.empty()) out += fmt::format("  (equal but for {} afterwards)", fmt::join(step.modulo, ", "));
  return out;
}

std::set<std::string> changed_fields(const Proc& p) {
  std::set<std::string> out;
  for (const VersionRef& v : p.history()) out.insert(v->step.modulo.begin(), v->step.modulo.end());
  return out;
}

std::vector<std::string> reassociating_steps(const Proc& p) {
  std::vector<std::string> out;
  int number = 0;
  for_each_step(p, [&](const StepRecord& step) {
    ++number;
    if (step.reassociates) out.push_back(fmt::format("{} {}", number, step.primitive));
  });
  return out;
}

namespace {

// The items of a recorded list; none without such an argument.
template <class T> std::vector<T> items(const StepRecord& step, std::string_view argument) {
  std::vector<T> out;
  for (const auto& [name, value] : step.args)
    if (name == argument)
      for (const RecordedValue& item : std::get<RecordedValues>(value.data)) out.push_back(std::get<T>(item.data));
  return out;
}

// The values that a step fixed: in the order of the signature, or of the names that it gives.
std::vector<std::int64_t> values_fixed_by(const Version& v) {
  const std::vector<std::int64_t> values = items<std::int64_t>(v.step, "values");
  const std::vector<std::string> names = items<std::string>(v.step, "names");
  if (names.empty()) return values;
  std::vector<std::int64_t> in_order;
  for (const ir::Arg& a : v.parent->ir->args)
    if (const auto at = std::find(names.begin(), names.end(), a.name.text()); at != names.end())
      in_order.push_back(values.at(static_cast<std::size_t>(at - names.begin())));
  return in_order;
}

// The arguments removed by a step, with their fixed values.
ir::Substitution fixed_by(const Version& v) {
  ir::Substitution out;
  if (v.ir->args.size() == v.parent->ir->args.size()) return out;
  const std::vector<std::int64_t> values = values_fixed_by(v);
  for (const ir::Arg& a : v.parent->ir->args) {
    auto same = [&](const ir::Arg& b) { return a.name == b.name; };
    if (std::any_of(v.ir->args.begin(), v.ir->args.end(), same)) continue;
    std::int64_t value = values.at(out.size());
    out[a.name] = a.type.scalar == ir::Scalar::bool_ ? ir::bool_lit(value != 0) : ir::int_lit(value);
  }
  return out;
}

}  // namespace

ir::Procedure reference(const Proc& p) {
  const Version* first = p.version().get();
  ir::Substitution fixed;
  for (; first->parent; first = first->parent.get()) fixed.merge(fixed_by(*first));
  ir::Procedure out = *first->ir;
  std::erase_if(out.args, [&](const ir::Arg& a) { return fixed.count(a.name) != 0; });
  for (ir::Arg& a : out.args)
    for (ir::Expr& e : a.type.shape) e = ir::fold_literals(ir::substitute(e, fixed));
  out.body = ir::map_exprs(ir::substitute(out.body, fixed), ir::fold_literals);
  out.asserts = p.ir().asserts;
  return out;
}

}  // namespace tessera::script
