// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schedules/caches.hpp"
#include "schedules/vectorize.hpp"

// A family: many procedures from one schedule, for every tile, operand form and target that makes sense. What a family
// is made of stands in the folder of its name; writing it out (kernels/families/write.cpp) is the same for all.
namespace tessera::kernels {

/// How rows that no whole tile covers are covered.
enum class Edges {
  even,  ///< with the last whole tile's: two tiles of nearly equal height
  last   ///< by one low tile after the whole ones
};

/// What is asked for.
struct Request {
  ir::Scalar type = ir::Scalar::f32;
  std::string target;                        ///< the name of the library, for the names of the procedures
  schedules::VectorTarget vectors;           ///< its vectors of the type
  std::vector<std::string> tiles, variants;  ///< as on the command line; empty: the family's choice
  schedules::Caches caches;                  ///< of the machine that the code is for
  /// A header that declares `void *tessera_workspace_take(size_t bytes)` and `void tessera_workspace_give(void *)`:
  /// where buffers come from. Empty: from malloc, at each call.
  std::string workspace;
  Edges edges = Edges::even;  ///< of a family that covers whole operands
};

/// The family's program, as written.
struct Program {
  std::function<Proc(const std::string& name)> procedure;
  std::function<ir::MemoryRef(const std::string& name)> memory;
};

/// One procedure of a family.
struct Member {
  std::string name;           ///< of the C function and its files
  std::string specification;  ///< the procedure of the family's program that it comes from
  /// Makes it, on the target that the request was for.
  std::function<Proc(const Program&, const schedules::VectorTarget&)> schedule;
  std::vector<std::pair<std::string, std::string>> facts;  ///< tile, variant, …: for the manifest
};

/// C by hand that calls procedures of a family: entries.h and entries.c in a folder of templates/, which are copied
/// into what is written. In them TESSERA_STEM and so on stand for names (kernels/families/entries.hpp).
struct Entries {
  std::string folder;
  std::map<std::string, std::string> calls;  ///< the member for TESSERA_ADD, by "ADD"
};

struct Family {
  std::string stem;     ///< "gemm_f32_avx512": of the files about the whole
  std::string program;  ///< text of a program file that holds the specifications
  std::vector<Member> members;
  std::optional<Entries> entries = {};  ///< written where all members that it calls are
};

}  // namespace tessera::kernels
