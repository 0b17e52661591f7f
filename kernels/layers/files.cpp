// SPDX-License-Identifier: Apache-2.0
#include "kernels/layers/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "api/library_root.hpp"
#include "artifact/cpu_check.hpp"
#include "artifact/release.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/lines.hpp"
#include "shapes/conv_text.hpp"

namespace tessera::kernels::layers {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

std::string capitals_of(std::string word) {
  for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
}

// Of a header: names may be long.
std::string in_lines(const std::string& text) {
  std::string out;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    const bool is_comment = line.starts_with(" *") || line.starts_with("/*");
    out += wrapped(line, is_comment ? " * " : "    ") + "\n";
  }
  return out;
}

// Whether the functions of all layers take pointers to numbers of this one type.
bool is_of_one_type(const LayersManifest& m) {
  return std::all_of(m.layers.begin(), m.layers.end(),
                     [&](const Layer& l) { return !l.request.mixed && l.request.type == m.type; });
}

// "uint8_t", of "const uint8_t *restrict I_".
std::string c_type_of(const codegen::Argument& a) {
  std::string out = a.declaration.substr(0, a.declaration.find('*'));
  if (out.starts_with("const ")) out = out.substr(std::string("const ").size());
  return out.substr(0, out.find_last_not_of(' ') + 1);
}

// A file of templates/layers: values for the words in it, then the library's own names.
std::string filled(const char* file, const LayersManifest& manifest, const Values& values) {
  std::string out = read_file(api::templates_root() / "layers" / file);
  Values all = values;
  all.insert(all.end(), {{"TESSERA_STEM", manifest.library},
                         {"TESSERA_CAPITALS", capitals_of(manifest.library)},
                         {"TESSERA_REAL", is_of_one_type(manifest) ? std::string(ir::c_type(manifest.type)) : "void"}});
  for (const auto& [word, value] : all)
    for (std::size_t at = 0; (at = out.find(word, at)) != std::string::npos; at += value.size())
      out.replace(at, word.size(), value);
  return artifact::with_version(out);
}

// ---- declarations

// The operands after O, F and I.
std::vector<std::string> operands_of_layer(const Layer& layer) {
  std::vector<std::string> out;
  for (std::size_t i = 3; i < layer.arguments.size(); ++i) out.push_back(layer.arguments[i].name);
  return out;
}

std::string parameters_of(const Layer& layer) {
  std::string out;
  const char* const names[] = {"O", "F", "I_"};
  for (std::size_t i = 0; i < layer.arguments.size(); ++i)
    out += fmt::format("{}{}{} *{}", i == 0 ? "" : ", ", i == 0 ? "" : "const ", c_type_of(layer.arguments[i]),
                       i < 3 ? names[i] : layer.arguments[i].name);
  return out;
}

std::string parameters_of(const LayerPack& pack) {
  return fmt::format("const {} *F, {} *packed", c_type_of(pack.arguments[0]), c_type_of(pack.arguments[1]));
}

std::string sizes_text(const codegen::Argument& a) { return fmt::format("{}[{}]", a.type, fmt::join(a.shape, ", ")); }

// Names of layers are anybody's; a comment must not end in them.
std::string in_comment(std::string text) {
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.replace(at, 2, "* ");
  return text;
}

std::string comment_on(const Layer& layer) {
  const conv::ConvRequest& request = layer.request;
  std::string out = fmt::format("\n/* {}: {}, {}{}", in_comment(layer.name), text(request.shape), name(request.layout),
                                request.adds ? ", added to O" : "");
  if (!request.epilogue.empty()) out += fmt::format(", then {}", fmt::join(epilogue_names(request), ", "));
  for (const codegen::Argument& a : layer.arguments) {
    const bool is_from_pack = a.name == "F" && layer.pack;
    out += fmt::format("\n *   {}: {}, {}", a.name,
                       is_from_pack ? fmt::format("{}[{}()], from _pack", a.type, layer.pack->elements) : sizes_text(a),
                       a.direction == analysis::Direction::inout ? "in/out" : analysis::name(a.direction));
  }
  if (layer.pack)
    out += fmt::format("\n *   _pack: F: {}, {}", sizes_text(layer.pack->arguments[0]), name(request.pack_from));
  return out + " */\n";
}

std::string declaration(const Layer& layer) {
  std::string out = comment_on(layer);
  if (layer.pack)
    out += fmt::format(
        "TESSERA_CAPITALS_PUBLIC int64_t {}(void);\n"
        "TESSERA_CAPITALS_PUBLIC void {}({});\n",
        layer.pack->elements, layer.pack->function, parameters_of(*layer.pack));
  return out + fmt::format("TESSERA_CAPITALS_PUBLIC void {}({});\n", layer.function, parameters_of(layer));
}

// ---- definitions

std::string member_of(const Layer& layer) { return "of_" + layer.kernel; }

std::string definition(const Layer& layer) {
  const std::string &function = layer.function, member = member_of(layer);
  const std::vector<std::string> operands = operands_of_layer(layer);
  std::string out = "\n", more, more_of_table;
  if (layer.pack)
    out += fmt::format(
        "int64_t {}(void) {{ return here()->{}.packed_elements; }}\n"
        "void {}({}) {{ here()->{}.pack(F, packed); }}\n"
        "static void pack_{}(const TESSERA_REAL *F, TESSERA_REAL *packed) {{ {}(F, packed); }}\n",
        layer.pack->elements, member, layer.pack->function, parameters_of(*layer.pack), member, layer.word,
        layer.pack->function);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    more += ", " + operands[i];
    more_of_table += fmt::format(", operands[{}]", i);
  }
  out += fmt::format("void {}({}) {{ here()->{}.run(O, F, I_{}); }}\n", function, parameters_of(layer), member, more);
  return out + fmt::format(
                   "static void run_{}(TESSERA_REAL *O, const TESSERA_REAL *F, const TESSERA_REAL *I_, const "
                   "TESSERA_REAL *const *operands) {{\n{}  {}(O, F, I_{});\n}}\n",
                   layer.word, operands.empty() ? "  (void)operands;\n" : "", function, more_of_table);
}

std::string tensor_row(const codegen::Argument& a) {
  std::int64_t elements = 1;
  for (const std::string& extent : a.shape) elements *= std::stoll(extent);
  return fmt::format("{{\"{}\", \"{}\", {}, {{{}}}, {}}}", a.name, a.type, a.shape.size(), fmt::join(a.shape, ", "),
                     elements);
}

std::string c_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\') out += std::string("\\") + c;
    else if (std::isprint(static_cast<unsigned char>(c)) && c != '?') out += c;
    else out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return out + "\"";
}

std::string row_of_table(const Layer& layer) {
  const conv::ConvRequest& request = layer.request;
  const std::vector<codegen::Argument>& arguments = layer.arguments;
  const codegen::Argument& weights = layer.pack ? layer.pack->arguments[0] : arguments[1];
  std::string operands;
  for (std::size_t i = 3; i < arguments.size(); ++i) operands += (i > 3 ? ", " : "") + tensor_row(arguments[i]);
  return fmt::format(
      "    {{{}, {}, \"{}\", \"{}\", \"{}\", {},\n     {}, {}, {},\n     {}, {{{}}},\n     {}, {}, run_{}}},\n",
      c_string(layer.name), c_string(text(request.shape)), name(request.layout), name(request.weights),
      fmt::join(epilogue_names(request), ","), request.adds ? 1 : 0, tensor_row(arguments[0]), tensor_row(weights),
      tensor_row(arguments[2]), arguments.size() - 3, operands.empty() ? "{0}" : operands,
      layer.pack ? layer.pack->elements : "0", layer.pack ? "pack_" + layer.word : "0", layer.word);
}

// ---- the kernels of each target

// Equal layers have the same kernel: the first of each kind.
std::vector<const Layer*> layers_with_kernels(const LayersManifest& manifest) {
  std::vector<const Layer*> out;
  for (const Layer& layer : manifest.layers)
    if (layer.word == layer.kernel) out.push_back(&layer);
  return out;
}

std::string member_declaration(const Layer& layer) {
  std::string out = "  struct {\n";
  if (layer.pack)
    out += fmt::format("    int64_t packed_elements;\n    void (*pack)({});\n", parameters_of(*layer.pack));
  return out + fmt::format("    void (*run)({});\n  }} {};\n", parameters_of(layer), member_of(layer));
}

const LayerKernel& kernel_for(const Layer& layer, const LibraryTarget& target) {
  return std::find_if(layer.targets.begin(), layer.targets.end(), [&](const auto& k) { return k.first == target.word; })
      ->second;
}

std::string target_source(const LayersManifest& manifest, const LibraryTarget& target) {
  const std::string stem = target_stem(manifest.library, target.word);
  std::string includes, members;
  for (const Layer* layer : layers_with_kernels(manifest)) {
    const LayerKernel& kernel = kernel_for(*layer, target);
    const std::string& name = kernel.convolution.name;
    includes += fmt::format("#include \"{}.h\"\n", name);
    members += fmt::format("    .{} = {{", member_of(*layer));
    if (kernel.packing) {
      includes += fmt::format("#include \"{}.h\"\n", kernel.packing->name);
      members += fmt::format("{}, {}, ", kernel.packed_elements, kernel.packing->name);
    }
    members += fmt::format("{}}},\n", name);
  }
  return fmt::format(
      "/* {7}\n * {0}.c: generated by Tessera; do not edit. */\n#include \"../{1}_kernels.h\"\n\n{2}{3}\n{4}\n"
      "const struct {1}_kernels {0} = {{\n    .name = \"{5}\",\n    .runs_here = {0}_runs_here,\n{6}}};\n",
      stem, manifest.library,
      target.features.empty() ? "" : "#include <stdatomic.h>\n\n#include \"../tessera_cpu.h\"\n", includes,
      artifact::runs_here_function(stem, target.features, target.hwlib), target.word, members, output_license_line);
}

std::string kernel_list(const LayersManifest& manifest) {
  std::string out;
  for (const LibraryTarget& target : manifest.targets)
    out += fmt::format("kernels_of_target(\"{}\" {}\n  {})\n", fmt::join(target.flags, ";"), target.asks,
                       fmt::join(target.sources, "\n  "));
  return out;
}

std::vector<std::string> of_all_targets(const LayersManifest& manifest,
                                        std::vector<std::string> LibraryTarget::*words) {
  std::set<std::string> out;
  for (const LibraryTarget& target : manifest.targets) out.insert((target.*words).begin(), (target.*words).end());
  return {out.begin(), out.end()};
}

Values values_of_manifest(const LayersManifest& manifest) {
  const std::string& name = manifest.library;
  std::string entries, definitions, rows, members, externs;
  std::vector<std::string> targets;
  for (const Layer& layer : manifest.layers) {
    entries += declaration(layer);
    definitions += definition(layer);
    rows += row_of_table(layer);
  }
  for (const Layer* layer : layers_with_kernels(manifest)) members += member_declaration(*layer);
  for (const LibraryTarget& target : manifest.targets) {
    const std::string stem = target_stem(name, target.word);
    targets.push_back("&" + stem);
    externs += fmt::format("extern const struct {}_kernels {};\n", name, stem);
  }
  return {{"@VERSION@", artifact::version_macros(capitals_of(name))},
          {"@ENTRIES@", entries},
          {"@DEFINITIONS@", definitions},
          {"@ROWS@", rows},
          {"@MEMBERS@", members},
          {"@DECLARATIONS@", externs},
          {"@TARGETS@", fmt::format("{}", fmt::join(targets, ", "))},
          {"@BEST@", manifest.targets.front().word},
          {"@KERNELS@", kernel_list(manifest)},
          {"@LINK_FLAGS@", fmt::format("{}", fmt::join(of_all_targets(manifest, &LibraryTarget::link_flags), ";"))}};
}

}  // namespace

std::string target_stem(const std::string& library, const std::string& target) { return library + "_" + target; }

std::vector<OutputFile> layers_files(const LayersManifest& manifest) {
  const std::string& name = manifest.library;
  const Values values = values_of_manifest(manifest);
  std::vector<OutputFile> out{{name + ".h", in_lines(filled("layers.h", manifest, values))},
                              {name + ".c", filled("layers.c", manifest, values)},
                              {name + "_kernels.h", in_lines(filled("kernels.h", manifest, values))},
                              {"CMakeLists.txt", filled("CMakeLists.txt", manifest, values)},
                              {name + ".pc.in", filled("package.pc.in", manifest, values)},
                              {name + "Config.cmake", filled("Config.cmake", manifest, values)},
                              {name + ".json", report::text_of(to_json(manifest)) + "\n"}};
  for (const LibraryTarget& target : manifest.targets) out.push_back({target.asks, target_source(manifest, target)});
  for (const OutputFile& file : artifact::cpu_check_files(of_all_targets(manifest, &LibraryTarget::features)))
    out.push_back(file);
  return out;
}

}  // namespace tessera::kernels::layers
