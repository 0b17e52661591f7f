// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::cli {

/// `tessera hwlib host`: this CPU, its features, and the shipped libraries that run on it.
void tell_host(bool json);

/// `tessera hwlib features`: the feature words shared by all libraries, and which ones this CPU has.
void tell_features(bool json);

/// `tessera hwlib runs`: prints whether this CPU has all features of the library's instructions; throws
/// AlreadyReported{refused} if not.
void tell_whether_it_runs(const std::string& library, bool json);

}  // namespace tessera::cli
