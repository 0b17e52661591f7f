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
#include <string>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/support/diagnostic.hpp"
#include "tessera/builder.hpp"

namespace tessera {

/// The instructions and memories of one target.
class HardwareLibrary {
 public:
  /// A procedure or instruction by name, or the first instruction with that role. Throws InputError for an unknown one.
  Proc operator[](const std::string& name_or_role) const;
  ir::MemoryRef memory(const std::string& name) const;

 private:
  friend class Session;
  struct State;
  std::shared_ptr<const State> state_;
};

/// One compilation: a solver and its answers, shared by all procedures that come out of it.
class Session {
 public:
  Session();
  /// A shipped library by name, or one of your own by the path of its folder.
  HardwareLibrary hwlib(const std::string& name_or_path);
  /// The last procedure of a program text, its types and bounds checked.
  Proc proc(const std::string& text);
  Proc proc_from_file(const std::string& path);
  /// A procedure made with the builder, bounds checked.
  Proc proc(const ir::ProcRef&);

 private:
  ContextRef context_;
  std::vector<HardwareLibrary> libraries_;
};

/// The C of a procedure, after the checks of its accesses, memories and precisions.
std::string c_source(const Proc&);

}  // namespace tessera
