// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/context.hpp"

namespace tessera {

/// During its lifetime, refusals have no details: counterexamples take long to find.
class SuppressDiagnostics {
 public:
  explicit SuppressDiagnostics(Context& context) : context_(context), before_(context.diagnostics) {
    context_.diagnostics = DiagnosticMode::suppressed;
  }
  ~SuppressDiagnostics() { context_.diagnostics = before_; }
  SuppressDiagnostics(const SuppressDiagnostics&) = delete;
  SuppressDiagnostics& operator=(const SuppressDiagnostics&) = delete;

 private:
  Context& context_;
  DiagnosticMode before_;
};

}  // namespace tessera
