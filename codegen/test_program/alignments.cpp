// SPDX-License-Identifier: Apache-2.0
// Operands whose addresses are asserted: they get the asserted alignment, never less, and no larger one by chance.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/test_program/harness.hpp"
#include "codegen/test_program/kernel_program.hpp"
#include "dsl/ir/alignment.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::codegen {
namespace {

const char* const allocated = "o->expected = test_allocate(o->span);";
const char* const allocated_at = "o->expected = test_allocate_at(o->span, test_alignments[k]);";

// The reference may have instructions too, and computes in memory of its own.
const char* const allocation =
    "static void *test_allocate_at(size_t bytes, size_t alignment) {\n"
    "  if (alignment == 1) return test_allocate(bytes);\n"
    "  void *memory = aligned_alloc(alignment, (bytes / alignment + 1) * alignment);\n"
    "  if (!memory) test_give_up(\"out of memory\");\n"
    "  return memory;\n"
    "}\n\n";

}  // namespace

bool KernelProgram::has_alignments() const {
  return ir::asserts_alignment(reference_) || ir::asserts_alignment(scheduled_);
}

std::string KernelProgram::alignments() const {
  if (!has_alignments()) return "";
  std::vector<int> bytes(arguments(false).size(), 1);
  for (const ir::Procedure* p : {&reference_, &scheduled_})
    for (const ir::Arg& a : p->args) {
      if (a.type.is_control()) continue;
      int& known = bytes.at(number_.at(a.name));
      known = std::max(known, ir::asserted_alignment(*p, a.name));
    }
  return fmt::format(
      "/* Bytes that the operands' addresses are multiples of. */\n"
      "static const size_t test_alignments[] = {{{}}};\n\n{}",
      fmt::join(bytes, ", "), allocation);
}

std::string KernelProgram::layouts() const {
  std::string prepared(harness::layouts);
  if (has_alignments()) {
    const std::size_t at = prepared.find(allocated);
    if (at == std::string::npos) bug("the test program allocates no memory for the reference");
    prepared.replace(at, std::string_view(allocated).size(), allocated_at);
  }
  const std::string_view place = has_alignments() ? harness::place_aligned : harness::place;
  return fmt::format("{}\n{}\n{}", prepared, place, harness::unset);
}

}  // namespace tessera::codegen
