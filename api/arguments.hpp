// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "schedules/caches.hpp"

namespace tessera::api {

/// A data type by its name. InputError "usage".
ir::Scalar data_type(const std::string& name);

/// "ui8,i8,i32": the types of A, of B and of the sums of a product. InputError "family".
std::vector<ir::Scalar> product_types(const std::string& text);
/// "ui8,i8,i32", or with the type of the results "ui8,i8,i32,ui8": those of a convolution. InputError "usage".
std::vector<ir::Scalar> conv_types(const std::string& text);

/// "48,1024" or "48,1024,32768" in KiB, "host" for this machine's, "" for the default. InputError.
schedules::Caches caches(const std::string& text);
/// Back to text: "48,1024,32768".
std::string text_of(const schedules::Caches&);

}  // namespace tessera::api
