#include "dsl/script/trace.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "dsl/ir/equal.hpp"

namespace tessera::script {
namespace {

std::string call_text(const StepRecord& step) {
  std::string out = fmt::format("p = {}(p", step.primitive);
  for (const auto& [name, text] : step.args) out += fmt::format(", {}={}", name, text);
  return out + ")";
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
  for (const VersionRef& v : p.history())
    if (v->parent) visit(v->step);
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

std::string trace_text(const Proc& p) {
  std::string out = fmt::format("p = {}\n", p.history().front()->ir->name);
  for_each_step(p, [&](const StepRecord& step) { out += call_text(step) + "\n"; });
  return out;
}

std::string trace_json(const Proc& p) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for_each_step(p, [&](const StepRecord& step) {
    nlohmann::ordered_json s{{"primitive", step.primitive}, {"call", call_text(step)}};
    if (step.loc) s["at"] = step.loc.text();
    if (step.reassociates) s["reassociates"] = true;
    if (!step.unsafe.empty()) s["unsafe"] = step.unsafe;
    for (const Proof& proof : step.proofs)
      s["proofs"].push_back({{"condition", proof.condition}, {"way", proof.way}, {"statement", proof.query.text},
                             {"decided_by", decider_name(proof.answer.decider)}, {"seconds", proof.answer.seconds}});
    steps.push_back(std::move(s));
  });
  nlohmann::ordered_json out{{"version", 1}, {"procedure", p.history().front()->ir->name}, {"result", p.name()}, {"hash", trace_hash(p)}, {"steps", steps}};
  return out.dump(2) + "\n";
}

std::string trace_hash(const Proc& p) {
  std::uint64_t h = ir::hash(*p.history().front()->ir);
  for (char c : trace_text(p)) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return fmt::format("{:016x}", h);
}

std::vector<std::string> unsafe_conditions(const Proc& p) {
  std::vector<std::string> out;
  for_each_step(p, [&](const StepRecord& step) { out.insert(out.end(), step.unsafe.begin(), step.unsafe.end()); });
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

}  // namespace tessera::script
