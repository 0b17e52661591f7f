// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::testing {

/// A hand-written Markdown page with its examples made anew. A line "Refused: [what](….t)" names a test that is
/// refused, "Accepted: [what](….t)" one that is accepted, by its path from the page. What stands from there to the next
/// heading becomes the test's program and schedule; for a refusal what the step would make if it were not refused,
/// where the condition can be dropped, and the message; else the result. Throws InputError for a test that is not
/// there, that does the other, or that is named in another way.
std::string with_examples(const std::string& page, const std::string& folder);

}  // namespace tessera::testing
