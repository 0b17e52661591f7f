// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/proc.hpp"

namespace tessera {

/// While it lives, refusals say no more than that they are: the evidence takes long to find.
class SuppressDiagnostics {
 public:
  explicit SuppressDiagnostics(Context& context) : context_(context), before_(context.quiet) { context_.quiet = true; }
  ~SuppressDiagnostics() { context_.quiet = before_; }
  SuppressDiagnostics(const SuppressDiagnostics&) = delete;
  SuppressDiagnostics& operator=(const SuppressDiagnostics&) = delete;

 private:
  Context& context_;
  bool before_;
};

}  // namespace tessera
