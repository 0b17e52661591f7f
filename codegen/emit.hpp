// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "codegen/arguments.hpp"
#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

struct Options {
  std::string stem = "kernels";   ///< of stem.c and stem.h; also of the include guard and the context struct
  std::string prefix = "";        ///< of the names of public functions
  std::string export_macro = "";  ///< "MYLIB_API": before every public declaration; empty unless the user defines it
  std::string function_attributes = "";  ///< before every function, as `__attribute__((target("avx2")))`
  std::string banner = "";               ///< lines at the top of both files: proofs, the trace's hash
  /// Of arguments of public functions, where known more precisely than "may be written" (analysis::directions).
  std::map<const ir::Procedure*, std::vector<analysis::Direction>> directions = {};
  std::set<std::string> own_headers = {};  ///< headers that lie beside the C: included as "h", others as <h>
  bool allow_spills = false;  ///< more vectors alive than the machine has registers: a warning, not an error
  /// The numbers of lanes that the C was proved for, of memories that declare some; none: the one it was read for. On a
  /// machine with another number it ends the program.
  std::vector<std::int64_t> lengths = {};
  /// At least so many elements for the arrays of C, in their order: the C of another length has as many.
  std::vector<std::int64_t> array_sizes = {};
  bool is_part = false;  ///< the source is included in another C file: all functions static, with the prefix; no header
};

struct Emitted {
  std::string source, header;
  std::vector<Interface> interfaces;      ///< of the public functions, in the order of the header
  std::vector<std::string> flags;         ///< required compiler flags, sorted
  std::vector<std::string> link_flags;    ///< "-lm"
  std::vector<std::string> features;      ///< required CPU features, sorted
  std::vector<std::string> own_headers;   ///< those of Options::own_headers that the C includes, sorted
  std::vector<std::string> sources;       ///< C files that the memories are linked with, sorted
  std::vector<std::int64_t> array_sizes;  ///< of constant size, in their order
  std::vector<std::string> warnings;      ///< causes of slow code, one line each
};

/// C11 for these procedures, one public function each, in this order; callees that are not instructions become static
/// functions. The same input gives the same bytes. Throws CheckError: `memory` (a register is used as plain memory, or
/// memories of a call do not match), `registers` (more vectors are alive than there are registers), `precision`,
/// `instruction` (a template cannot be filled in), `window`, `config`.
///
/// Arguments in C, in order: `struct STEM_ctxt *ctxt` when a config is used; then sizes and indices as int64_t, bool,
/// data scalars by value (by pointer when written), tensors as pointers to dense row-major data, const when only read,
/// windows as `struct tessera_win_<rank><type>` (with a final c when only read).
Emitted emit(std::span<const ir::ProcRef> procs, const Options& = {});

}  // namespace tessera::codegen
