#include "codegen/emit.hpp"
#include "driver/load.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/support/files.hpp"
#include "tessera/tessera.hpp"

namespace tessera {

struct HardwareLibrary::State {
  script::Library library;
  ContextRef context;
};

namespace {

[[noreturn]] void unknown(const std::string& library, const std::string& what) {
  Diagnostic d;
  d.code = "name";
  d.message = "the library " + library + " has no '" + what + "'";
  throw InputError(d);
}

}  // namespace

Proc HardwareLibrary::operator[](const std::string& wanted) const {
  const syntax::Module& m = state_->library.module;
  if (ir::ProcRef p = m.proc(wanted)) return Proc(p, state_->context);
  for (const ir::ProcRef& p : m.procs)
    if (p->instr && p->instr->facts.count("role") && p->instr->facts.at("role") == wanted)
      return Proc(p, state_->context);
  unknown(state_->library.name, wanted);
}

ir::MemoryRef HardwareLibrary::memory(const std::string& name) const {
  if (ir::MemoryRef m = state_->library.module.memory(name)) return m;
  unknown(state_->library.name, name);
}

Session::Session() : context_(std::make_shared<Context>()) {}

HardwareLibrary Session::hwlib(const std::string& name_or_path) {
  HardwareLibrary out;
  out.state_ = std::make_shared<const HardwareLibrary::State>(
      HardwareLibrary::State{driver::load_library(name_or_path), context_});
  libraries_.push_back(out);
  return out;
}

Proc Session::proc(const ir::ProcRef& p) {
  check::check_accesses(*p, context_->solver);
  return Proc(p, context_);
}

Proc Session::proc(const std::string& text) {
  std::vector<const syntax::Module*> known;
  for (const HardwareLibrary& l : libraries_) known.push_back(&l.state_->library.module);
  syntax::Module m = syntax::parse_module(text, "<text>", known);
  if (m.procs.empty()) unknown("<text>", "procedure");
  return proc(m.procs.back());
}

Proc Session::proc_from_file(const std::string& path) {
  std::vector<const syntax::Module*> known;
  for (const HardwareLibrary& l : libraries_) known.push_back(&l.state_->library.module);
  syntax::Module m = syntax::parse_module(read_file(path), path, known);
  if (m.procs.empty()) unknown(path, "procedure");
  return proc(m.procs.back());
}

std::string c_source(const Proc& p) {
  check::check_accesses(p.ir(), p.context()->solver);
  std::vector<ir::ProcRef> procs{p.ref()};
  return codegen::emit(procs).source;
}

}  // namespace tessera
