// SPDX-License-Identifier: Apache-2.0
// Threads of what is loaded and runs on OpenMP.
#pragma once

namespace tessera::timing {

/// Asks the OpenMP runtime that a library brought in, so that none is linked twice; and by the environment those that
/// are loaded later.
void use_openmp_threads(int threads);

/// The same without the environment: cheap enough to be part of what is timed.
void switch_openmp_threads(int threads);

}  // namespace tessera::timing
