// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/scope.hpp"

namespace tessera::script {

/// The schedule line of each version. At the end it reports lost steps: a step is a value, and one that the result does
/// not derive from has no effect, most likely by mistake.
class Lineage {
 public:
  explicit Lineage(const Inputs&);

  void begin(const syntax::ScheduleLine& line) { line_ = &line; }
  /// The line calls this primitive or operation, with this result.
  void made(const std::string& step, const Proc&);
  /// The line assigns `p`.
  void result_here() { result_line_ = line_; }

  /// Throws InputError when a step is lost, or the result does not derive from the initial `p`.
  void check(const Proc& result, const Scope&) const;

 private:
  struct Step {
    const syntax::ScheduleLine* line;
    std::string name;
    VersionRef version;
  };
  void check_start(const Proc& result) const;
  [[noreturn]] void lost(const Step&, const Scope&) const;

  ir::ProcRef start_;               ///< null: any procedure
  std::vector<std::string> procs_;  ///< of the program
  std::vector<Step> steps_;
  const syntax::ScheduleLine* line_ = nullptr;
  const syntax::ScheduleLine* result_line_ = nullptr;
};

}  // namespace tessera::script
