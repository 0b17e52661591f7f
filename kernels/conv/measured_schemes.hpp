// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "kernels/conv/request.hpp"
#include "tuning/store.hpp"

namespace tessera::kernels::conv {

/// Measurements of `tessera tune`: the file, and the C compiler that they were made with.
struct MeasuredStore {
  std::string file;  ///< empty: the user's own
  std::string compiler = "cc";
};

/// The file that is given, else tessera/tuned.sqlite among the user's caches. InputError "store" where there is no such
/// folder.
std::filesystem::path store_file(const std::string& given);

/// This machine, with this compiler. InputError "compiler" when there is none.
tuning::HostId tuning_place(const std::string& compiler);

/// What a convolution is known by in a store: as it is specified, for its target and so many threads, by this version
/// of Tessera.
std::string program_key(const ConvRequest&);

/// The fastest scheme that was measured on this machine, of those timed in turns last if there are any.
std::optional<schemes::Scheme> best_known_scheme(const ConvRequest&, const tuning::Store&);

/// InputError "store" where there is no such file.
tuning::Store opened(const MeasuredStore&);

/// The fastest scheme that the store has of the convolution, on as many threads or else on one; nothing where there is
/// none.
std::optional<SourcedScheme> measured_scheme(const ConvRequest&, const MeasuredStore&);

}  // namespace tessera::kernels::conv
