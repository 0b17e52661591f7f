// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "api/load.hpp"
#include "api/vectors.hpp"
#include "codegen/emit.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/check/written.hpp"
#include "dsl/script/library_view.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "tessera/tessera.hpp"

namespace tessera {

struct HardwareLibrary::State {
  script::Library library;
  ContextRef context;

  script::LibraryView seen(std::optional<ir::Scalar> type) const { return script::LibraryView(library.module, type); }

  // The names for the steps of a trace.
  static script::Inputs inputs(const std::vector<HardwareLibrary>& libraries, const HardwareLibrary& program) {
    script::Inputs out;
    for (const HardwareLibrary& l : libraries) out.libraries.push_back(l.state_->library);
    if (!program.state_) return out;
    const script::Library& file = program.state_->library;
    out.program = file.given;
    out.memories = file.module.memories;
    out.configs = file.module.configs;
    return out;
  }
};

namespace {

[[noreturn]] void unknown(const std::string& library, const std::string& what) {
  throw InputError("name", "the library " + library + " has no '" + what + "'");
}

}  // namespace

std::string HardwareLibrary::text() const {
  const std::string& name = state_->library.name;
  return type_ ? fmt::format("{}.{}", name, ir::name(*type_)) : name;
}

Proc HardwareLibrary::operator[](const std::string& wanted) const {
  const script::LibraryView library = state_->seen(type_);
  if (ir::ProcRef p = library.proc(wanted)) return Proc(p, state_->context);
  if (ir::ProcRef p = library.with_role(wanted)) return Proc(p, state_->context);
  unknown(text(), wanted);
}

HardwareLibrary HardwareLibrary::of(ir::Scalar type) const {
  const std::vector<ir::Scalar> types = script::element_types(state_->library.module);
  if (std::find(types.begin(), types.end(), type) == types.end()) api::has_nothing_of(state_->library, type);
  HardwareLibrary out = *this;
  out.type_ = type;
  return out;
}

ir::MemoryRef HardwareLibrary::memory(const std::string& name) const {
  if (ir::MemoryRef m = state_->seen(type_).memory(name)) return m;
  unknown(text(), name);
}

ir::ConfigRef HardwareLibrary::config(const std::string& name) const {
  if (ir::ConfigRef c = state_->library.module.config(name)) return c;
  unknown(state_->library.name, name);
}

schedules::VectorTarget HardwareLibrary::vectors() const { return vectors(type_.value_or(ir::Scalar::f32)); }

schedules::VectorTarget HardwareLibrary::vectors(ir::Scalar type) const {
  return api::vectors(state_->library, type, state_->context);
}

ir::MemoryRef HardwareLibrary::memory() const {
  if (ir::MemoryRef m = state_->seen(type_).registers()) return m;
  unknown(text(), "register memory");
}

int HardwareLibrary::lanes() const {
  if (const ir::RegisterType* vector = state_->seen(type_).vector()) return vector->lanes;
  api::has_nothing_of(state_->library, type_.value_or(ir::Scalar::f32));
}

Session::Session() : context_(std::make_shared<Context>()) {}

HardwareLibrary Session::hwlib(const std::string& name_or_path) {
  HardwareLibrary out;
  std::vector<script::Library> loaded;
  for (const HardwareLibrary& l : libraries_) loaded.push_back(l.state_->library);
  out.state_ = std::make_shared<const HardwareLibrary::State>(
      HardwareLibrary::State{api::load_library(name_or_path, loaded), context_});
  libraries_.push_back(out);
  declare(out.state_->library.module.configs);
  return out;
}

// Later declarations take precedence.
void Session::declare(const std::vector<ir::ConfigRef>& configs) {
  context_->configs.insert(context_->configs.begin(), configs.begin(), configs.end());
}

HardwareLibrary Session::program(const std::string& path) {
  read(read_file(path), path, "");
  for (const ir::ProcRef& p : program_.state_->library.module.procs) proc(p);
  return program_;
}

Proc Session::proc(const ir::ProcRef& p) {
  check::check_reachable(p, context_->solver, context_->proved);
  check::check_written(*p);
  return Proc(p, context_);
}

Proc Session::proc(const std::string& text) { return read(text, "", ""); }

Proc Session::proc_from_file(const std::string& path, const std::string& name) {
  return read(read_file(path), path, name);
}

// `path` is "" for a text that is in no file, `name` for the last procedure.
Proc Session::read(const std::string& text, const std::string& path, const std::string& name) {
  std::vector<const syntax::Module*> known;
  for (const HardwareLibrary& l : libraries_) known.push_back(&l.state_->library.module);
  std::string file = path.empty() ? "<text>" : path;
  syntax::Module m = syntax::parse_module(text, file, known);
  if (m.procs.empty()) unknown(file, "procedure");
  program_.state_ = std::make_shared<const HardwareLibrary::State>(HardwareLibrary::State{{file, m, path}, context_});
  declare(m.configs);
  if (name.empty()) return proc(m.procs.back());
  const ir::ProcRef found = m.proc(name);
  if (!found) unknown(file, name);
  return proc(found);
}

std::string trace(const Proc& p) { return script::trace_text(p); }

std::string Session::trace(const Proc& p) const {
  return script::trace_file(p, HardwareLibrary::State::inputs(libraries_, program_));
}

std::string Session::trace_cpp(const Proc& p) const {
  return script::trace_cpp(p, HardwareLibrary::State::inputs(libraries_, program_));
}

ir::MemoryRef memory(const std::string& name) {
  for (const ir::MemoryRef& m : ir::builtin_memories())
    if (m->name == name) return m;
  unknown("of built-in memories", name);
}

std::string c_source(const Proc& p) {
  check::check_reachable(p.ir(), p.context()->solver);
  std::vector<ir::ProcRef> procs{p.ref()};
  codegen::Options options;
  options.allow_spills = true;
  return codegen::emit(procs, options).source;
}

}  // namespace tessera
