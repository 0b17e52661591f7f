// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "kernels/conv/request.hpp"
#include "tuning/store.hpp"

namespace tessera::kernels::conv {

/// The store of `tessera tune`: the file, and the C compiler of the measurements.
struct MeasuredStore {
  std::string file;  ///< empty: the user's own
  std::string compiler = "cc";
};

/// The given file, else tessera/tuned.sqlite in the user's cache folder. InputError "store" without such a folder.
std::filesystem::path store_file(const std::string& given);

/// This machine, with this compiler. InputError "compiler" when there is none.
tuning::HostId tuning_place(const std::string& compiler);

/// The key of a convolution in a store: its specification, target, number of threads, and the version of Tessera.
std::string program_key(const ConvRequest&);

/// The fastest scheme measured on this machine, among those timed in turns last, if any.
std::optional<schemes::Scheme> best_known_scheme(const ConvRequest&, const tuning::Store&);

/// InputError "store" for a missing file.
tuning::Store opened(const MeasuredStore&);

/// The convolution's fastest scheme in the store, on as many threads or else on one; nothing without one.
std::optional<SourcedScheme> measured_scheme(const ConvRequest&, const MeasuredStore&);

}  // namespace tessera::kernels::conv
