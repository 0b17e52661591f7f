// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/scalar.hpp"
#include "schedules/caches.hpp"

namespace tessera::api {

/// A type of data by its name. InputError "family".
ir::Scalar data_type(const std::string& name);

/// "48,1024" or "48,1024,32768" in KiB, "host" for those of this machine, "" for the default. InputError.
schedules::Caches caches(const std::string& text);
/// The same again: "48,1024,32768".
std::string text_of(const schedules::Caches&);

}  // namespace tessera::api
