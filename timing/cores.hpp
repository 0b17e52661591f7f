// SPDX-License-Identifier: Apache-2.0
// The cores that a measurement has, and which of its threads runs on which.
#pragma once

#include <vector>

namespace tessera::timing {

/// The choice of a thread's core: by the measurement, one core each; by the user, with the variables of OpenMP's
/// runtimes; or none, with OMP_PROC_BIND=false.
enum class Placing { each_its_own, by_user, by_nobody };

/// Records the cores that this process may use, if not yet known. To be called before an OpenMP runtime is loaded: if
/// the environment tells it to bind threads, loading binds the first one.
void note_allowed_cores();
int allowed_cores();

/// Chooses `count` of them, the one that this thread runs on first, and as few as possible that share a core of the
/// processor. This thread, and those that it starts, stay on them, unless the user places them. Throws
/// std::runtime_error when the process may not use as many. Does nothing where the system has no such call.
void pin_to_cores(int count);
inline void pin_to_current_core() { pin_to_cores(1); }

/// Those that were chosen last; none before.
const std::vector<int>& chosen_cores();
Placing placing_of_threads();

/// Binds the calling thread to the chosen core of this number, modulo their count, unless the user chose no binding.
void bind_to_chosen(int number);

/// Which chosen core is for a thread that the calling one starts: counted round, but for the core that the latter is
/// bound to, or the first where it is bound to none.
int core_beside(int number);
void bind_to_core(int core);

/// While it lives the thread that made it stays on the first of several chosen cores, if each thread is to have its
/// own. Not longer: libraries count the cores that the first thread may use.
class OnFirstCore {
 public:
  OnFirstCore();
  ~OnFirstCore();
  OnFirstCore(const OnFirstCore&) = delete;
  OnFirstCore& operator=(const OnFirstCore&) = delete;
};

/// Makes later loaded OpenMP runtimes bind each thread to one of the chosen cores, by environment variables, unless the
/// user has set them.
void bind_threads_of_openmp();

/// The number of the processor's core that this one belongs to: two of them may be hardware threads of one.
int physical_core(int core);

}  // namespace tessera::timing
