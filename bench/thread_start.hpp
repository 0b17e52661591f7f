// SPDX-License-Identifier: Apache-2.0
// Threads of the libraries that are measured, each on a core of its own from its start.
#pragma once

namespace tessera::bench {

/// pin_to_cores(), and from now on binds every new thread of this process to a chosen core of its own, other than its
/// creator's: OpenMP threads of any runtime, threads of other pools, and threads started anew in each call. Except
/// threads of runtimes that the user configured, and all with OMP_PROC_BIND=false.
void take_cores(int count);

}  // namespace tessera::bench
