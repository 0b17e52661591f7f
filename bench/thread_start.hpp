// SPDX-License-Identifier: Apache-2.0
// Threads of the libraries that are measured, each on a core of its own from its start.
#pragma once

namespace tessera::bench {

/// pin_to_cores(), and from now on every thread that anything in this process starts is bound to a chosen core of its
/// own beside the one who starts it: OpenMP's threads, whoever's runtime it is, those of other
/// pools, and those that are started anew in each call. Not those whose runtime was told by the user where they belong,
/// and none where OMP_PROC_BIND=false says that nobody is to place them.
void take_cores(int count);

}  // namespace tessera::bench
