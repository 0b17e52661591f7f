// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_show.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/load.hpp"
#include "artifact/library_conformance.hpp"
#include "artifact/report/facts.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::cli {
namespace {

using report::Json;

template <class T> Json list_of(const std::vector<T>& all) {
  Json out = Json::array();
  for (const T& one : all) out.push_back(to_json(one));
  return out;
}

// ---- list

struct ListedLibrary {
  std::string name;
  std::string folder;
  std::size_t instructions = 0, memories = 0;  ///< of its own
};

Json to_json(const ListedLibrary& l) {
  return {{"library", l.name}, {"folder", l.folder}, {"instructions", l.instructions}, {"memories", l.memories}};
}

std::vector<ListedLibrary> listed() {
  std::vector<ListedLibrary> out;
  for (const std::string& name : api::shipped_libraries()) {
    const script::Library library = api::load_library(name);
    out.push_back({name, api::library_folder(name).string(), own_instructions(library).size(),
                   api::own_definitions(library).memories.size()});
  }
  return out;
}

// ---- show

struct ShownInstruction {
  ir::ProcRef declared;
  std::string signature;
  std::string conformance;                    ///< what is on record
  std::vector<std::string> unknown_features;  ///< "ssse33 (did you mean `ssse3`?)"
};

struct ShownLibrary {
  std::string name;
  std::string extends;                ///< as it is written; empty: none
  std::vector<std::string> memories;  ///< their declarations
  std::vector<ShownInstruction> instructions;
};

std::string signature(const ir::Procedure& p) {
  std::vector<std::string> arguments;
  for (const ir::Arg& a : p.args) {
    const std::string place = a.type.is_control() || !a.mem ? "" : " @ " + a.mem->name;
    arguments.push_back(fmt::format("{}: {}{}", a.name.text(), ir::print(a.type), place));
  }
  return fmt::format("{}({})", p.name, fmt::join(arguments, ", "));
}

// Of which nobody knows how to ask a CPU: misspelt, or the library's machines.json does not say.
std::vector<std::string> unknown_features(const ir::Procedure& p, const conformance::Machines& machines) {
  std::vector<std::string> out;
  for (const std::string& word : p.instr->features()) {
    if (conformance::feature_named(word, machines)) continue;
    const std::string near = conformance::nearest_feature(word, machines);
    out.push_back(word + (near.empty() ? "" : " (" + near + ")"));
  }
  return out;
}

ShownLibrary shown(const std::string& name) {
  const script::Library library = api::load_library(name);
  const artifact::LibraryConformance conformance(name);
  const conformance::Machines machines = api::library_machines(name);
  ShownLibrary out{name, library.base ? api::layers_of(name).at(1).written : "", {}, {}};
  for (const ir::MemoryRef& m : api::own_definitions(library).memories) out.memories.push_back(ir::print(*m));
  for (const ir::ProcRef& p : own_instructions(library))
    out.instructions.push_back({p, signature(*p), conformance.of(*p), unknown_features(*p, machines)});
  return out;
}

Json to_json(const ShownInstruction& i) {
  const ir::Procedure& p = *i.declared;
  Json out{{"name", p.name},
           {"signature", i.signature},
           {"template", p.instr->c_template},
           {"feature", p.instr->feature},
           {"headers", p.instr->headers},
           {"flags", p.instr->flags},
           {"facts", p.instr->facts},
           {"conformance", i.conformance}};
  if (!i.unknown_features.empty()) out["unknown_features"] = i.unknown_features;
  return out;
}

Json to_json(const ShownLibrary& l) {
  Json out{{"library", l.name}, {"memories", l.memories}, {"instructions", list_of(l.instructions)}};
  if (!l.extends.empty()) out["extends"] = l.extends;
  return out;
}

void print(const ShownInstruction& i) {
  const ir::InstrInfo& instr = *i.declared->instr;
  fmt::print("{}\n    ", i.signature);
  for (const auto& [name, value] : instr.facts) fmt::print("{} {}, ", name, value);
  if (!instr.feature.empty()) fmt::print("needs {}, ", instr.feature);
  fmt::print("conformance: {}\n", i.conformance);
  for (const std::string& word : i.unknown_features) fmt::print("    no test is known for the CPU feature {}\n", word);
  fmt::print("    {}\n", instr.c_template);
}

}  // namespace

std::vector<ir::ProcRef> own_instructions(const script::Library& library) {
  std::vector<ir::ProcRef> out;
  for (const ir::ProcRef& p : api::own_definitions(library).procs)
    if (p->instr) out.push_back(p);
  return out;
}

void list_libraries(bool json) {
  const std::vector<ListedLibrary> all = listed();
  if (json) return fmt::print("{}\n", report::text_of(list_of(all)));
  for (const ListedLibrary& l : all)
    fmt::print("{:12} {}, {}  {}\n", l.name, syntax::counted(l.instructions, "instruction", "instructions"),
               syntax::counted(l.memories, "memory", "memories"), l.folder);
}

void show_library(const std::string& name, bool json) {
  const ShownLibrary library = shown(name);
  if (json) return fmt::print("{}\n", report::text_of(to_json(library)));
  if (!library.extends.empty()) fmt::print("extends {}\n", library.extends);
  for (const std::string& memory : library.memories) fmt::print("{}\n", memory);
  for (const ShownInstruction& i : library.instructions) print(i);
  if (library.instructions.empty())
    fmt::print("{} holds no instruction{}: one starts with `@instr(\"C template\")`\n", name,
               library.extends.empty() ? "" : " of its own");
}

}  // namespace tessera::cli
