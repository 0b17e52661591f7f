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

std::string text_of(const TraceLine& line) {
  if (!line.is_step()) return fmt::format("{} = {}", line.target, line.source);
  std::string out = line.target;
  for (const std::string& made : line.made) out += ", " + made;
  out += fmt::format(" = {}({}", line.version->step.primitive, line.subject);
  for (const auto& [name, text] : line.args) out += fmt::format(", {}={}", name, text);
  return out + ")";
}

std::string text_of(const Trace& trace) {
  std::string out;
  for (const TraceLine& line : trace.lines) out += text_of(line) + "\n";
  return out;
}

const char* decider_name(smt::Decider d) {
  switch (d) {
    case smt::Decider::affine: return "affine";
    case smt::Decider::z3: return "z3";
    case smt::Decider::memo: return "memo";
  }
  return "";
}

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

// The text of a procedure (steps and C go by its names), its instruction, its memories and configurations, and what it
// calls.
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

ordered_json json_of(const TraceLine& line) {
  const StepRecord& step = line.version->step;
  ordered_json out{{"primitive", step.primitive}, {"call", text_of(line)}};
  if (step.loc) out["at"] = step.loc.text();
  if (step.reassociates) out["reassociates"] = true;
  if (!step.modulo.empty()) out["modulo"] = step.modulo;
  if (!step.unsafe.empty()) out["unsafe"] = step.unsafe;
  for (const Proof& proof : step.proofs)
    out["proofs"].push_back({{"condition", proof.condition},
                             {"way", proof.way},
                             {"statement", proof.query.text},
                             {"decided_by", decider_name(proof.answer.decider)},
                             {"seconds", proof.answer.seconds}});
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

std::string call_text(const StepRecord& step) {
  std::string out = fmt::format("p = {}(p", step.primitive);
  for (const auto& [name, text] : step.args) out += fmt::format(", {}={}", name, text);
  return out + ")";
}

std::string trace_text(const Proc& p) { return text_of(trace_of(p)); }

std::string trace_file(const Proc& p, const Inputs& inputs) {
  return print(head_of(p, inputs)) + text_of(trace_of(p, &inputs));
}

std::string trace_json(const Proc& p, const Inputs& inputs) {
  TraceHead head = head_of(p, inputs);
  ordered_json from = ordered_json::array(), starts = ordered_json::array(), steps = ordered_json::array();
  for (const auto& [source, hash] : head.from) from.push_back({{"procedure", source}, {"hash", hash}});
  for (const TraceLine& line : trace_of(p, &inputs).lines)
    if (line.is_step()) steps.push_back(json_of(line));
    else starts.push_back(text_of(line));
  ordered_json out{{"version", trace_version},
                   {"program", head.program},
                   {"hwlib", head.libraries},
                   {"from", from},
                   {"hash", head.hash},
                   {"result", head.result},
                   {"result_hash", head.result_hash},
                   {"starts", starts},
                   {"steps", steps}};
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

namespace {

// The C of an instruction is not its body: what its making leaned on counts wherever it is called. Other callees are
// emitted as they are.
void collect_instructions(const ir::Block& block, std::set<const ir::Procedure*>& seen, std::vector<ir::ProcRef>& out) {
  ir::for_each_stmt(block, [&](const ir::Stmt& s) {
    const auto* call = s.as<ir::Call>();
    if (!call || !seen.insert(call->callee.get()).second) return;
    if (call->callee->instr) out.push_back(call->callee);
    else collect_instructions(call->callee->body, seen, out);
  });
}

}  // namespace

std::vector<std::string> unsafe_conditions(const Proc& p) {
  std::vector<std::string> out;
  auto add = [&](const Proc& made) {
    for (const VersionRef& v : made.history())
      for (const std::string& id : v->step.unsafe)
        if (std::find(out.begin(), out.end(), id) == out.end()) out.push_back(id);
  };
  add(p);
  std::set<const ir::Procedure*> seen;
  std::vector<ir::ProcRef> instructions;
  collect_instructions(p.ir().body, seen, instructions);
  for (const ir::ProcRef& instruction : instructions) add(Proc(instruction, p.context()));
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

ir::Procedure reference(const Proc& p) {
  const Version* first = p.version().get();
  for (const Version* v = first; v && v->ir->args.size() == p.ir().args.size(); v = v->parent.get()) first = v;
  ir::Procedure out = *first->ir;
  out.asserts = p.ir().asserts;
  return out;
}

}  // namespace tessera::script
