// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::cli {

/// `tessera hwlib host`: what this CPU is, which features it has, and which shipped libraries run on it.
void tell_host(bool json);

/// `tessera hwlib features`: the words for features that all libraries share, and which of them this CPU has.
void tell_features(bool json);

/// `tessera hwlib runs`: has this CPU all that instructions of the library need? Says so; throws
/// AlreadyReported{refused} where it has not.
void tell_whether_it_runs(const std::string& library, bool json);

}  // namespace tessera::cli
