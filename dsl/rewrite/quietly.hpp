// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/proc.hpp"

namespace tessera {

/// While it lives, refusals say no more than that they are: the evidence takes long to find.
class Quietly {
 public:
  explicit Quietly(Context& context) : context_(context), before_(context.quiet) { context_.quiet = true; }
  ~Quietly() { context_.quiet = before_; }
  Quietly(const Quietly&) = delete;
  Quietly& operator=(const Quietly&) = delete;

 private:
  Context& context_;
  bool before_;
};

}  // namespace tessera
