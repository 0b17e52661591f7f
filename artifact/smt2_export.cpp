// SPDX-License-Identifier: Apache-2.0
#include "artifact/smt2_export.hpp"

#include <fmt/format.h>

#include "artifact/report/facts.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/smt/smtlib.hpp"
#include "dsl/support/files.hpp"

namespace tessera::artifact {
namespace {

class Export {
 public:
  explicit Export(const smt::Terms& terms) : terms_(terms) {}

  void add(const std::string& file, const smt::Query& query, report::Json facts, const std::string& origin) {
    facts["name"] = query.name;
    facts["sentence"] = query.text;
    facts["logic"] = smt::logic(query, terms_);
    facts["expected"] = "unsat";
    facts["file"] = file;
    index_.push_back(std::move(facts));
    files_.push_back({file, smt::to_smtlib(query, terms_, smt::Status::proved, origin)});
  }

  std::size_t write(const std::string& folder, const std::string& procedure) {
    const std::size_t count = files_.size();
    const report::Json index{{"version", 1}, {"procedure", procedure}, {"obligations", index_}};
    files_.push_back({"index.json", report::text_of(index) + "\n"});
    write_files(folder, files_);
    return count;
  }

 private:
  const smt::Terms& terms_;
  std::vector<OutputFile> files_;
  std::vector<report::Json> index_;
};

// Only the proved strategy is recorded with a step.
void add_steps(Export& out, const Proc& p) {
  int step = 0;
  for (const VersionRef& v : script::steps_of(p)) {
    ++step;
    int n = 0;
    for (const Proof& proof : v->step.proofs) {
      report::Json facts{{"step", step}, {"primitive", v->step.primitive}};
      if (!proof.strategy.empty()) facts["way"] = proof.strategy;
      out.add(fmt::format("{:03}_{}_{}_{}.smt2", step, v->step.primitive, proof.condition, ++n), proof.query,
              std::move(facts), fmt::format("step {} of {}", step, p.name()));
    }
  }
}

// Runs the check again: its queries are not recorded. It passed before, so every answer is a proof, except for the
// queries whether asserts contradict each other, whose answer is no.
void add_final_check(Export& out, const api::Loaded& loaded) {
  const std::string origin = "check of the final procedure " + loaded.scheduled.name();
  auto asked = std::make_shared<std::vector<smt::Query>>();
  loaded.context->solver.on_answer([asked](const smt::Query& query, const smt::Answer& answer) {
    if (answer.status == smt::Status::proved) asked->push_back(query);
  });
  check::check_reachable(loaded.scheduled.ir(), loaded.context->solver);
  int n = 0;
  for (const smt::Query& query : *asked)
    out.add(fmt::format("final_{:04}_{}.smt2", ++n, query.name), query, report::Json::object(), origin);
}

}  // namespace

std::size_t export_smt2(const api::Loaded& loaded, const std::string& folder) {
  Export out(loaded.context->solver.terms());
  add_steps(out, loaded.scheduled);
  add_final_check(out, loaded);
  return out.write(folder, loaded.scheduled.name());
}

}  // namespace tessera::artifact
