// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_new.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

#include "api/load.hpp"
#include "artifact/report/facts.hpp"
#include "cli/commands.hpp"
#include "cli/hwlib_template.hpp"
#include "dsl/script/library_view.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/roles.hpp"

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;

// What a product of matrices, a convolution, and the micro-kernel of examples/ukernel ask for.
const std::vector<std::string> usual_library_roles{"load",      "store", "store_add",     "zero",
                                                   "broadcast", "fma",   "fma_broadcast", "fma_lane"};
constexpr std::int64_t usual_lanes = 8, usual_registers = 16, most_lanes = 1024;
constexpr std::int64_t most_registers = 65536;  // what `registers` of a memory takes

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_word(const std::string& name) {
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || c == '_' || (c >= '0' && c <= '9');
  });
}

// The memory is called as the library, in capitals.
void check_library_name(const std::string& name) {
  if (!is_word(name))
    throw InputError("usage", fmt::format("'{}' is no name of a library", name),
                     "small letters, digits and _, beginning with a letter: names in its files begin with it");
  if (name == "dram" || name.rfind("dram_", 0) == 0)
    throw InputError("usage", fmt::format("'{}' would be the name of a built-in memory", name), "take another name");
}

// gcc and clang have vectors of these for every CPU.
ir::Scalar element_type_of(const std::string& text) {
  if (text == "f32" || text == "f64" || text == "i32") return *ir::scalar_named(text);
  throw InputError("usage", fmt::format("--type: there are no vectors of '{}' in plain C to begin with", text),
                   "one of f32, f64, i32; examples/dot and examples/outer_product are libraries of other types");
}

void check_lanes(std::int64_t lanes) {
  if (lanes < 2 || lanes > most_lanes || (lanes & (lanes - 1)) != 0)
    throw InputError("usage", fmt::format("--lanes: {} is not a power of two from 2 to {}", lanes, most_lanes),
                     "the vectors of gcc and clang have such numbers of elements");
}

// It becomes a text in the library's files.
void check_quotable(const char* option, const std::string& text) {
  if (text.find_first_of("\"\\\n{}") != std::string::npos)
    throw InputError("usage", fmt::format("{}: there is a quote, a backslash, a brace or a line's end in it", option),
                     "write it into the library's files yourself");
}

// Tiles and accumulators are registers of rows.
std::string types_to_give(const script::Library& like) {
  std::vector<std::string_view> types;
  for (const ir::Scalar t : {ir::Scalar::f32, ir::Scalar::f64, ir::Scalar::i32})
    if (script::LibraryView(like.module, t).vector()) types.push_back(ir::name(t));
  return types.empty() ? "a new library has vectors of f32, f64 or i32: --like another one, or none"
                       : fmt::format("give --type one of its types: {}", fmt::join(types, ", "));
}

// What the library `like` has of it.
void take_from(const script::Library& like, LibraryPlan& plan) {
  const script::LibraryView view(like.module, plan.type);
  const ir::RegisterType* vector = view.vector();
  if (!vector)
    throw InputError("hwlib", fmt::format("{} has no vectors of {}", like.name, ir::name(plan.type)),
                     types_to_give(like));
  plan.like = script::library_word(like.name);
  if (plan.lanes == 0) plan.lanes = vector->lanes;
  if (plan.registers == 0) plan.registers = view.registers()->registers.value_or(usual_registers);
  for (const std::string& role : syntax::role_names())
    if (view.with_role(role) && (role != "div" || ir::is_float(plan.type)))  // integers have no quotient by 0
      plan.roles.push_back(role);
}

LibraryPlan plan_of(const NewLibrary& job) {
  check_library_name(job.name);
  check_quotable("--flags", job.flags);
  check_quotable("--feature", job.feature);
  if (!job.runner.empty() && (job.feature.empty() || job.compilers.empty()))
    throw InputError("usage", "--run needs --cc and --feature",
                     "--cc: the compiler of its programs; --feature: what the chip has and this CPU has not. Without "
                     "it instructions run on this CPU");
  LibraryPlan out;
  out.name = job.name;
  out.type = element_type_of(job.type.empty() ? "f32" : job.type);
  out.lanes = job.lanes;
  out.registers = job.registers;
  out.flags = job.flags;
  out.feature = job.feature;
  out.compilers = job.compilers.empty() ? std::vector<std::string>{"gcc", "clang"} : job.compilers;
  out.runner = job.runner;
  if (job.like.empty()) out.roles = usual_library_roles;
  else take_from(api::load_library(job.like), out);
  if (out.lanes == 0) out.lanes = usual_lanes;
  if (out.registers == 0) out.registers = usual_registers;
  check_lanes(out.lanes);
  return out;
}

void tell_new(const LibraryPlan& plan, const fs::path& folder, const std::vector<OutputFile>& files, bool json) {
  if (json) {
    report::Json names = report::Json::array();
    for (const OutputFile& f : files) names.push_back(f.name);
    const report::Json out{{"library", plan.name}, {"folder", folder.string()}, {"files", names}};
    return fmt::print("{}\n", report::text_of(out));
  }
  for (const OutputFile& f : files) fmt::print("{}\n", (folder / f.name).string());
  const std::string path = folder.is_absolute() || folder.has_parent_path() ? folder.string() : "./" + folder.string();
  fmt::print("next: tessera hwlib check {}; then put the C of your chip in place of what its comments call yours\n",
             path);
}

}  // namespace

void add_new_library_options(CLI::App& sub, NewLibrary& job) {
  sub.add_option("NAME", job.name, "its name; names of its memory and instructions begin with it")->required();
  sub.add_option("--like", job.like,
                 "a library: the new one gets its roles, and its lanes and number of registers (default: what gemm, "
                 "conv and examples/ukernel ask for)");
  sub.add_option("-o,--output", job.folder, "the folder to write (default: NAME in this folder)");
  sub.add_option("--type", job.type, "type of the elements: f32 (default), f64 or i32");
  sub.add_option("--lanes", job.lanes, "elements in a register (default: 8)")
      ->check(CLI::Range(std::int64_t{1}, most_lanes));
  sub.add_option("--registers", job.registers, "number of registers (default: 16)")
      ->check(CLI::Range(std::int64_t{1}, most_registers));
  sub.add_option("--flags", job.flags, "flags for compilers: '-march=armv8-a+sve'");
  sub.add_option("--feature", job.feature, "CPU features that it needs: 'avx2 fma'");
  sub.add_option("--cc", job.compilers,
                 "its C compiler, as a command; may be given several times (default: gcc and clang)")
      ->allow_extra_args(false);
  sub.add_option("--run", job.runner, "the emulator for programs of that compiler, as a command");
  add_json_option(sub, job.json);
}

void new_library(const NewLibrary& job) {
  const LibraryPlan plan = plan_of(job);
  const fs::path folder = job.folder.empty() ? job.name : job.folder;
  if (is_there(folder))
    throw InputError("output", fmt::format("{} is there already", folder.string()),
                     "another folder with -o, or another name; nothing is overwritten");
  const std::vector<OutputFile> files = library_files(plan);
  write_files(folder, files);
  tell_new(plan, folder, files, job.json);
}

}  // namespace tessera::cli
