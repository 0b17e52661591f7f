// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/scope.hpp"

namespace tessera::script {

/// Which line of a schedule made which version. At the end it tells steps that were lost: a step is a value, and one
/// that the result does not come from changed nothing, most likely against what was meant.
class Lineage {
 public:
  explicit Lineage(const Inputs&);

  void begin(const syntax::ScheduleLine& line) { line_ = &line; }
  /// The line calls a primitive or an operation of this name, which gave this.
  void made(const std::string& step, const Proc&);
  /// The line says what `p` is.
  void result_here() { result_line_ = line_; }

  /// Throws InputError when a step is lost, or when the result does not come from what `p` started as.
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
