// SPDX-License-Identifier: Apache-2.0
// The number of threads of loaded code on OpenMP.
#pragma once

namespace tessera::timing {

/// Sets it in the OpenMP runtime loaded by a library, so that none is linked twice; and in the environment for runtimes
/// loaded later.
void use_openmp_threads(int threads);

/// The same without the environment: cheap enough inside of a timed section.
void switch_openmp_threads(int threads);

}  // namespace tessera::timing
