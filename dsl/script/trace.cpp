#include "dsl/script/trace.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>

#include "dsl/ir/equal.hpp"

namespace tessera::script {
namespace {

// The call as a schedule line, with `subject` for the procedure. Cursors in the record are written as `p.find(…)`.
std::string call_text(const StepRecord& step, const std::string& subject = "p", const std::string& used = "") {
  std::string out = fmt::format("{} = {}({}", subject, step.primitive, subject);
  for (const auto& [name, text] : step.args) {
    bool is_search = text.starts_with("p.find(");
    bool is_used = !used.empty() && step.uses.size() == 1 && text == step.uses[0]->ir->name;
    out += fmt::format(", {}={}", name, is_used ? used : is_search ? subject + text.substr(1) : text);
  }
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

namespace {

std::vector<const Version*> versions_up_to(const Version* last) {
  std::vector<const Version*> out;
  for (const Version* v = last; v; v = v->parent.get()) out.insert(out.begin(), v);
  return out;
}

// The steps from the procedure as written to `last`, on the variable `subject`. Before them stand the steps of
// scheduled procedures that they take as arguments, each on a variable of its own.
class TraceWriter {
 public:
  void steps(const Version* last, const std::string& subject) {
    std::vector<const Version*> versions = versions_up_to(last);
    for (const Version* v : versions)
      for (const VersionRef& used : v->step.uses)
        if (used->parent && !names_.count(used.get())) {
          std::string name = fmt::format("used_{}", names_.size() + 1);
          names_[used.get()] = name;
          steps(used.get(), name);
        }
    text_ += fmt::format("{} = {}\n", subject, versions.front()->ir->name);
    for (const Version* v : versions)
      if (v->parent) text_ += call_text(v->step, subject, name_of_used(v->step)) + "\n";
  }
  std::string take() { return std::move(text_); }

 private:
  std::string name_of_used(const StepRecord& step) const {
    auto it = step.uses.size() == 1 ? names_.find(step.uses[0].get()) : names_.end();
    return it == names_.end() ? "" : it->second;
  }
  std::map<const Version*, std::string> names_;
  std::string text_;
};

}  // namespace

std::string trace_text(const Proc& p) {
  TraceWriter writer;
  writer.steps(p.version().get(), "p");
  return writer.take();
}

std::string trace_json(const Proc& p) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for_each_step(p, [&](const StepRecord& step) {
    nlohmann::ordered_json s{{"primitive", step.primitive}, {"call", call_text(step)}};
    if (step.loc) s["at"] = step.loc.text();
    if (step.reassociates) s["reassociates"] = true;
    if (!step.unsafe.empty()) s["unsafe"] = step.unsafe;
    for (const Proof& proof : step.proofs)
      s["proofs"].push_back({{"condition", proof.condition},
                             {"way", proof.way},
                             {"statement", proof.query.text},
                             {"decided_by", decider_name(proof.answer.decider)},
                             {"seconds", proof.answer.seconds}});
    steps.push_back(std::move(s));
  });
  nlohmann::ordered_json out{{"version", 1},
                             {"procedure", p.history().front()->ir->name},
                             {"result", p.name()},
                             {"hash", trace_hash(p)},
                             {"steps", steps}};
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
