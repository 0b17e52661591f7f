// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "schedules/caches.hpp"

namespace tessera::api {

/// A data type by its name. InputError "usage".
ir::Scalar data_type(const std::string& name);

/// "ui8,i8,i32": the types of both factors and of the sums of products; "ui8,i8,i32,ui8": also of the results, where
/// they are not the sums. InputError "usage".
std::vector<ir::Scalar> product_types(const std::string& text);

/// "48,1024" or "48,1024,32768" in KiB, "host" for this machine's, "" for the default. InputError.
schedules::Caches caches(const std::string& text);
/// Back to text: "48,1024,32768".
std::string text_of(const schedules::Caches&);

}  // namespace tessera::api
