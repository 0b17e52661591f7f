// SPDX-License-Identifier: Apache-2.0
#include "codegen_machine.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "codegen/conformance/machines_file.hpp"

namespace tessera::testing {

namespace fs = std::filesystem;

Machine aarch64_emulator() {
  return conformance::read_machines(fs::path(TESSERA_SOURCE_DIR) / "hwlib/neon").emulated.at(0);
}

std::vector<const syntax::Module*> Library::all() const {
  std::vector<const syntax::Module*> out;
  for (const auto& m : modules) out.push_back(m.get());
  return out;
}

ir::ProcRef Library::proc(const std::string& name) const {
  for (const auto& m : modules)
    if (ir::ProcRef p = m->proc(name)) return p;
  throw std::runtime_error("no procedure " + name);
}

std::vector<ir::ProcRef> Library::instructions() const {
  std::vector<ir::ProcRef> out;
  for (const auto& m : modules)
    for (const ir::ProcRef& p : m->procs)
      if (p->instr) out.push_back(p);
  return out;
}

Library hardware(const std::string& target) {
  Library out;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "hwlib" / target))
    if (entry.path().extension() == ".tess") files.insert(entry.path());
  for (const fs::path& file : files) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    out.modules.push_back(
        std::make_unique<syntax::Module>(syntax::parse_module(text.str(), file.filename().string(), out.all())));
  }
  return out;
}

}  // namespace tessera::testing
