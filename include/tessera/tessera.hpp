// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tessera as a C++ library: procedures as values, primitives as functions, hardware libraries by name.
//
//   using namespace tessera;
//   Session session;
//   HardwareLibrary neon = session.hwlib("neon");
//   Proc p = session.proc_from_file("ukernel.tess");
//   p = rename(p, "uk_8x12").partial_eval(8, 12);
//   p = divide_loop(p, "i", 4, {"it", "itt"}, Tail::perfect);
//   …
//   p = replace(p, "for itt in _: _", neon["neon_vld_4xf32"]);
//   std::string c = c_source(p);
//
// Everything throws Error (InputError, CheckError, SchedulingError): what() is the whole message.
#include <memory>
#include <optional>
#include <string>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/vectorize.hpp"
#include "tessera/builder.hpp"

namespace tessera {

/// The instructions and memories of one target, or the procedures and memories of a program file.
class HardwareLibrary {
 public:
  /// A procedure or instruction by name, or the first instruction with that role. Throws InputError for an unknown one.
  Proc operator[](const std::string& name_or_role) const;
  /// `hw.f64` of schedule files: the instructions of one element type (of their first data argument, the result) and
  /// the memories that hold it. Throws InputError when the library lacks it.
  HardwareLibrary of(ir::Scalar) const;
  ir::MemoryRef memory(const std::string& name) const;
  ir::ConfigRef config(const std::string& name) const;
  /// The first register memory for the type, with the instructions whose registers are of it. Throws InputError when
  /// the target has no vectors of it.
  schedules::VectorTarget vectors(ir::Scalar) const;
  /// The vectors of the type given to `of`, else of f32.
  schedules::VectorTarget vectors() const;
  /// `hw.memory` and `hw.lanes` of schedule files: the first register memory, and the number of f32 in a register;
  /// after `of`, for that type.
  ir::MemoryRef memory() const;
  int lanes() const;

 private:
  friend class Session;
  struct State;
  std::string text() const;  ///< in schedule syntax: avx512, avx512.f64
  std::shared_ptr<const State> state_;
  std::optional<ir::Scalar> type_;
};

/// One compilation: a solver and its answers, shared by all its procedures.
class Session {
 public:
  Session();
  /// A shipped library by name, or one of your own by the path of its folder.
  HardwareLibrary hwlib(const std::string& name_or_path);
  /// All definitions of a program file, types and bounds checked.
  HardwareLibrary program(const std::string& path);
  /// The last procedure of a program text, or the one of that name; its types and bounds checked.
  Proc proc(const std::string& text);
  Proc proc_from_file(const std::string& path, const std::string& name = "");
  /// A procedure made with the builder, bounds checked.
  Proc proc(const ir::ProcRef&);

  /// The procedure's steps from the program read last, as a schedule file for `tessera replay`.
  std::string trace(const Proc&) const;
  /// The same as C++: `Proc schedule(const Proc& start, const HardwareLibrary& neon, …)`.
  std::string trace_cpp(const Proc&) const;

 private:
  Proc read(const std::string& text, const std::string& path, const std::string& name);
  void declare(const std::vector<ir::ConfigRef>& configs);
  ContextRef context_;
  std::vector<HardwareLibrary> libraries_;
  HardwareLibrary program_;  ///< read last
};

/// The procedure's steps as a schedule file: replayed on the same program, it gives the same procedure.
std::string trace(const Proc&);
/// A built-in memory: DRAM, DRAM_STACK, DRAM_STATIC. Throws InputError for another one.
ir::MemoryRef memory(const std::string& name);

/// The C of a procedure, after the checks of its accesses, memories and precisions.
std::string c_source(const Proc&);

}  // namespace tessera
