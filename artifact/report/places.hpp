// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/report/listing.hpp"
#include "dsl/rewrite/primitive.hpp"

namespace tessera::report {

/// A place among the arguments of a step: before the step, and after it.
struct StepPlace {
  std::string argument;  ///< name of the parameter
  std::string text;      ///< its text, first line
  std::vector<Span> before;
  std::vector<Span> after;  ///< empty when the step removed it
};

/// The places among the arguments of `version`'s step, in the order of its parameters.
std::vector<StepPlace> places(const Version& version, const ContextRef& context, const Listing& before,
                              const Listing& after);

}  // namespace tessera::report
