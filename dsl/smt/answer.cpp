// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/answer.hpp"

namespace tessera::smt {

const char* decider_name(Decider decider) {
  switch (decider) {
    case Decider::affine: return "affine";
    case Decider::z3: return "z3";
    case Decider::memo: return "memo";
    case Decider::disk: return "disk memo";
  }
  return "";
}

}  // namespace tessera::smt
