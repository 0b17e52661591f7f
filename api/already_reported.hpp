// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/support/diagnostic.hpp"

namespace tessera::api {

/// Thrown after the error was printed: only the exit code is left.
struct AlreadyReported {
  ExitCode code;
};

}  // namespace tessera::api
