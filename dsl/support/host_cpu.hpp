// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera {

/// This machine's CPU: "AMD EPYC, family 25 model 17"; "unknown" where the system does not say it.
std::string host_cpu_name();

/// With its caches: "AMD EPYC, family 25 model 17, 32 and 1024 KiB".
std::string host_cpu();

/// Vendor and family: "AuthenticAMD-25". Empty if unknown.
std::string host_family();

}  // namespace tessera
