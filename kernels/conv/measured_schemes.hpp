// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "kernels/conv/conv_job.hpp"
#include "tuning/store.hpp"

namespace tessera::kernels::conv {

/// The file that is given, else tessera/tuned.sqlite among the user's caches. InputError "store" where there is no such
/// folder.
std::filesystem::path store_file(const std::string& given);

/// This machine, with this compiler. InputError "compiler" when there is none.
tuning::Place tuning_place(const std::string& compiler);

/// What a convolution is known by in a store: as it is specified, for its target and so many threads, by this version
/// of Tessera.
std::string program_key(const ConvJob&);

/// The fastest scheme that was measured on this machine, of those timed in turns last if there are any; empty where
/// none was.
std::string tuned_scheme(const ConvJob&, const tuning::Store&);

/// What was measured for such jobs. InputError "store" where there is no such file.
tuning::Store measured_schemes(const ConvJob&);

/// Sets the scheme to the fastest that the job's store has of the convolution, on as many threads or else on one;
/// leaves it empty where there is none.
void take_measured_scheme(ConvJob&);

}  // namespace tessera::kernels::conv
