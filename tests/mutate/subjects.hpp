// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/rewrite/proc.hpp"

namespace tessera::mutate {

/// A shipped kernel, scheduled.
struct Subject {
  std::string name;    ///< "gemm avx512"
  std::string target;  ///< its hardware library
  Proc scheduled;
};

/// What the lines of the file name (its comment says how), all steps proved.
std::vector<Subject> read_subjects(const std::string& path);

}  // namespace tessera::mutate
