// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schedules/caches.hpp"
#include "schedules/vectorize.hpp"

// A family: many procedures from one schedule, for every sensible tile, operand form and target. The parts of a family
// are in the folder of its name; kernels/families/write.cpp writes the files of all.
namespace tessera::kernels {

/// The cover of rows beyond the whole tiles.
enum class Edges {
  even,  ///< with the last whole tile's rows: two tiles of nearly equal height
  last   ///< one low tile after the whole ones
};

/// The request for a family.
struct Request {
  ir::Scalar type = ir::Scalar::f32;
  std::string target;                        ///< the name of the library, for the names of the procedures
  schedules::VectorTarget vectors;           ///< its vectors of the type
  std::vector<std::string> tiles, variants;  ///< as on the command line; empty: the family's default
  schedules::Caches caches;                  ///< of the machine that the code is for
  /// The source of buffers: a header that declares `void *tessera_workspace_take(size_t bytes)` and `void
  /// tessera_workspace_give(void *)`. Empty: malloc at each call.
  std::string workspace;
  Edges edges = Edges::even;  ///< of a family that covers whole operands
  /// Of A, of B, and of the sums, which have the type of the request, and perhaps of the results; empty where all are
  /// of one type.
  std::vector<ir::Scalar> types = {};
  std::vector<Proc> instructions = {};  ///< of the library, on all types
  bool chooses_lanes = false;           ///< the machine does, and the family is for all numbers that it may choose
};

/// The family's program, as written.
struct Program {
  std::function<Proc(const std::string& name)> procedure;
  std::function<ir::MemoryRef(const std::string& name)> memory;
  std::vector<Proc> instructions = {};  ///< of the hardware library, on all types
};

/// One procedure of a family.
struct Member {
  std::string name;           ///< of the C function and its files
  std::string specification;  ///< its procedure in the family's program
  /// Schedules it on the target of the request.
  std::function<Proc(const Program&, const schedules::VectorTarget&)> schedule;
  std::vector<std::pair<std::string, std::string>> facts;  ///< tile, variant, …: for the manifest
  bool may_spill = false;  ///< it may need more registers than there are, outside of its loops: a warning, not an error
};

/// Hand-written C that calls procedures of a family: entries.h and entries.c in a folder of templates/, copied to the
/// output. In them TESSERA_STEM and so on stand for names (kernels/families/entries.hpp).
struct Entries {
  std::string folder;
  std::map<std::string, std::string> calls;  ///< the member for TESSERA_ADD, by "ADD"
};

/// The vectors of a family, where their number of lanes is the machine's choice.
struct MachineLanes {
  ir::MemoryRef memory;              ///< read for one of the numbers
  std::int64_t lanes = 0;            ///< of the family's type in one of its registers, read so
  std::vector<std::int64_t> proved;  ///< the machine's numbers that the members are proved for
  bool in_vectors = false;           ///< tiles are counted in vectors: the members are for all numbers
};

struct Family {
  std::string stem;     ///< "gemm_f32_avx512": of the files about the whole family
  std::string program;  ///< text of a program file with the specifications
  std::vector<Member> members;
  std::optional<Entries> entries = {};  ///< written if all called members are
  std::optional<MachineLanes> lanes = {};
};

}  // namespace tessera::kernels
