// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera {

/// The CPU of this machine, as it names itself, its family and model, and its caches: "AMD EPYC, family 25 model 17, 32
/// and 1024 KiB".
std::string host_cpu();

/// Its vendor and family: "AuthenticAMD-25". Empty where it does not say.
std::string host_family();

}  // namespace tessera
