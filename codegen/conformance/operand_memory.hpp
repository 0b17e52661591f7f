// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

// C of a test program: operands in memory, with something around them that shows writes outside.
namespace tessera::conformance {

/// Between unmapped pages, which reads outside do not survive either; or between bytes that must stay as they are.
enum class Around { guard_pages, canaries };

/// "guard pages", "canaries"
std::string in_words(Around);

/// `#include`s, and tessera_run, which reads one case (case_program.hpp) and runs it.
std::string operand_memory(Around);

/// A program that compiles and links where there are guard pages.
std::string guard_page_question();

}  // namespace tessera::conformance
