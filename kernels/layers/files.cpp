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
#include "dsl/ir/scalar.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::kernels::layers {
namespace {

using report::Json;
using Values = std::vector<std::pair<std::string, std::string>>;

std::string capitals_of(std::string word) {
  for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
}

std::string text_at(const Json& j, const char* key) { return j.at(key).get<std::string>(); }
std::vector<std::string> words_at(const Json& j, const char* key) { return j.at(key).get<std::vector<std::string>>(); }

std::string c_type_of(const Json& manifest) {
  return std::string(ir::c_type(*ir::scalar_named(text_at(manifest, "dtype"))));
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

// A file of runtime/layers: values for the words in it, then the library's own names.
std::string filled(const char* file, const Json& manifest, const Values& values) {
  std::string out = read_file(api::runtime_root() / "layers" / file);
  const std::string name = text_at(manifest, "library");
  Values all = values;
  all.insert(all.end(),
             {{"TESSERA_STEM", name}, {"TESSERA_CAPITALS", capitals_of(name)}, {"TESSERA_REAL", c_type_of(manifest)}});
  for (const auto& [word, value] : all)
    for (std::size_t at = 0; (at = out.find(word, at)) != std::string::npos; at += value.size())
      out.replace(at, word.size(), value);
  return artifact::with_version(out);
}

// ---- declarations

bool is_packed_layer(const Json& layer) { return !layer.at("pack").is_null(); }

// What follows O, F and I.
std::vector<std::string> operands_of_layer(const Json& layer) {
  std::vector<std::string> out;
  for (std::size_t i = 3; i < layer.at("arguments").size(); ++i)
    out.push_back(text_at(layer.at("arguments")[i], "name"));
  return out;
}

std::string parameters_of(const Json& layer) {
  std::string out = "TESSERA_REAL *O, const TESSERA_REAL *F, const TESSERA_REAL *I_";
  for (const std::string& name : operands_of_layer(layer)) out += ", const TESSERA_REAL *" + name;
  return out;
}

std::string sizes_text(const Json& argument) {
  return fmt::format("{}[{}]", text_at(argument, "type"),
                     fmt::join(argument.at("shape").get<std::vector<std::int64_t>>(), ", "));
}

// Names of layers are anybody's; a comment must not end in them.
std::string in_comment(std::string text) {
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.replace(at, 2, "* ");
  return text;
}

std::string comment_on(const Json& layer) {
  std::string out = fmt::format("\n/* {}: {}, {}{}", in_comment(text_at(layer, "name")), text_at(layer, "shape"),
                                text_at(layer, "layout"), layer.at("add").get<bool>() ? ", added to O" : "");
  if (!layer.at("epilogue").empty()) out += fmt::format(", then {}", fmt::join(words_at(layer, "epilogue"), ", "));
  for (const Json& a : layer.at("arguments")) {
    const bool is_from_pack = text_at(a, "name") == "F" && is_packed_layer(layer);
    out += fmt::format(
        "\n *   {}: {}, {}", text_at(a, "name"),
        is_from_pack ? fmt::format("{}[{}()], from _pack", text_at(a, "type"), text_at(layer.at("pack"), "elements"))
                     : sizes_text(a),
        text_at(a, "access") == "inout" ? "in/out" : text_at(a, "access"));
  }
  if (is_packed_layer(layer))
    out += fmt::format("\n *   _pack: F: {}, {}", sizes_text(layer.at("pack").at("arguments")[0]),
                       text_at(layer, "pack_from"));
  return out + " */\n";
}

std::string declaration(const Json& layer) {
  std::string out = comment_on(layer);
  if (is_packed_layer(layer))
    out += fmt::format(
        "TESSERA_CAPITALS_PUBLIC int64_t {}(void);\n"
        "TESSERA_CAPITALS_PUBLIC void {}(const TESSERA_REAL *F, TESSERA_REAL *packed);\n",
        text_at(layer.at("pack"), "elements"), text_at(layer.at("pack"), "function"));
  return out + fmt::format("TESSERA_CAPITALS_PUBLIC void {}({});\n", text_at(layer, "function"), parameters_of(layer));
}

// ---- definitions

std::string member_of(const Json& layer) { return "of_" + text_at(layer, "kernel"); }

std::string definition(const Json& layer) {
  const std::string function = text_at(layer, "function"), member = member_of(layer);
  const std::vector<std::string> operands = operands_of_layer(layer);
  std::string out = "\n", more, more_of_table;
  if (is_packed_layer(layer))
    out += fmt::format(
        "int64_t {}(void) {{ return here()->{}.packed_elements; }}\n"
        "void {}(const TESSERA_REAL *F, TESSERA_REAL *packed) {{ here()->{}.pack(F, packed); }}\n",
        text_at(layer.at("pack"), "elements"), member, text_at(layer.at("pack"), "function"), member);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    more += ", " + operands[i];
    more_of_table += fmt::format(", operands[{}]", i);
  }
  out += fmt::format("void {}({}) {{ here()->{}.run(O, F, I_{}); }}\n", function, parameters_of(layer), member, more);
  return out + fmt::format(
                   "static void run_{}(TESSERA_REAL *O, const TESSERA_REAL *F, const TESSERA_REAL *I_, const "
                   "TESSERA_REAL *const *operands) {{\n{}  {}(O, F, I_{});\n}}\n",
                   text_at(layer, "word"), operands.empty() ? "  (void)operands;\n" : "", function, more_of_table);
}

std::string tensor_row(const Json& argument) {
  const auto shape = argument.at("shape").get<std::vector<std::int64_t>>();
  std::int64_t elements = 1;
  for (const std::int64_t extent : shape) elements *= extent;
  return fmt::format("{{\"{}\", {}, {{{}}}, {}}}", text_at(argument, "name"), shape.size(), fmt::join(shape, ", "),
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

std::string row_of_table(const Json& layer) {
  const Json& arguments = layer.at("arguments");
  const bool is_packed = is_packed_layer(layer);
  const Json& weights = is_packed ? layer.at("pack").at("arguments")[0] : arguments[1];
  std::string operands;
  for (std::size_t i = 3; i < arguments.size(); ++i) operands += (i > 3 ? ", " : "") + tensor_row(arguments[i]);
  return fmt::format(
      "    {{{}, {}, \"{}\", \"{}\", \"{}\", {},\n     {}, {}, {},\n     {}, {{{}}},\n     {}, {}, run_{}}},\n",
      c_string(text_at(layer, "name")), c_string(text_at(layer, "shape")), text_at(layer, "layout"),
      text_at(layer, "weights"), fmt::join(words_at(layer, "epilogue"), ","), layer.at("add").get<bool>() ? 1 : 0,
      tensor_row(arguments[0]), tensor_row(weights), tensor_row(arguments[2]), arguments.size() - 3,
      operands.empty() ? "{0}" : operands, is_packed ? text_at(layer.at("pack"), "elements") : "0",
      is_packed ? text_at(layer.at("pack"), "function") : "0", text_at(layer, "word"));
}

// ---- the kernels of each target

// Equal layers have the same kernel: the first of each kind.
std::vector<Json> layers_with_kernels(const Json& manifest) {
  std::vector<Json> out;
  for (const Json& layer : manifest.at("layers"))
    if (layer.at("word") == layer.at("kernel")) out.push_back(layer);
  return out;
}

std::string member_declaration(const Json& layer) {
  std::string out = "  struct {\n";
  if (is_packed_layer(layer))
    out += "    int64_t packed_elements;\n    void (*pack)(const TESSERA_REAL *F, TESSERA_REAL *packed);\n";
  return out + fmt::format("    void (*run)({});\n  }} {};\n", parameters_of(layer), member_of(layer));
}

std::string target_source(const Json& manifest, const Json& target, const std::string& hwlib) {
  const std::string name = text_at(target, "name"), library = text_at(manifest, "library");
  const std::string stem = target_stem(library, name);
  const std::vector<std::string> features = words_at(target, "features");
  std::string includes, members;
  for (const Json& layer : layers_with_kernels(manifest)) {
    const Json& of_target = layer.at("targets").at(name);
    const std::string kernel = text_at(of_target, "kernel");
    includes += fmt::format("#include \"{}.h\"\n", kernel);
    members += fmt::format("    .{} = {{", member_of(layer));
    if (is_packed_layer(layer)) {
      includes += fmt::format("#include \"{}_pack.h\"\n", kernel);
      members += fmt::format("{}, {}_pack, ", of_target.at("packed_elements").get<std::int64_t>(), kernel);
    }
    members += fmt::format("{}}},\n", kernel);
  }
  return fmt::format(
      "/* {7}\n * {0}.c: generated by Tessera; do not edit. */\n#include \"../{1}_kernels.h\"\n\n{2}{3}\n{4}\n"
      "const struct {1}_kernels {0} = {{\n    .name = \"{5}\",\n    .runs_here = {0}_runs_here,\n{6}}};\n",
      stem, library, features.empty() ? "" : "#include <stdatomic.h>\n\n#include \"../tessera_cpu.h\"\n", includes,
      artifact::runs_here_function(stem, features, hwlib), name, members, output_license_line);
}

std::string kernel_list(const Json& manifest) {
  std::string out;
  for (const Json& target : manifest.at("targets"))
    out += fmt::format("kernels_of_target(\"{}\" {}\n  {})\n", fmt::join(words_at(target, "flags"), ";"),
                       text_at(target, "asks"), fmt::join(words_at(target, "sources"), "\n  "));
  return out;
}

std::set<std::string> of_all_targets(const Json& manifest, const char* key) {
  std::set<std::string> out;
  for (const Json& target : manifest.at("targets"))
    for (const std::string& word : words_at(target, key)) out.insert(word);
  return out;
}

Values values_of_manifest(const Json& manifest) {
  const std::string name = text_at(manifest, "library");
  std::string entries, definitions, rows, members, externs;
  std::vector<std::string> targets;
  for (const Json& layer : manifest.at("layers")) {
    entries += declaration(layer);
    definitions += definition(layer);
    rows += row_of_table(layer);
  }
  for (const Json& layer : layers_with_kernels(manifest)) members += member_declaration(layer);
  for (const Json& target : manifest.at("targets")) {
    const std::string stem = target_stem(name, text_at(target, "name"));
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
          {"@BEST@", text_at(manifest.at("targets").at(0), "name")},
          {"@KERNELS@", kernel_list(manifest)},
          {"@LINK_FLAGS@", fmt::format("{}", fmt::join(of_all_targets(manifest, "link_flags"), ";"))}};
}

}  // namespace

std::string target_stem(const std::string& library, const std::string& target) { return library + "_" + target; }

std::vector<OutputFile> layers_files(const Json& manifest, const std::vector<std::string>& targets) {
  const std::string name = text_at(manifest, "library");
  const Values values = values_of_manifest(manifest);
  std::vector<OutputFile> out{{name + ".h", in_lines(filled("layers.h", manifest, values))},
                              {name + ".c", filled("layers.c", manifest, values)},
                              {name + "_kernels.h", in_lines(filled("kernels.h", manifest, values))},
                              {"CMakeLists.txt", filled("CMakeLists.txt", manifest, values)},
                              {name + ".pc.in", filled("package.pc.in", manifest, values)},
                              {name + "Config.cmake", filled("Config.cmake", manifest, values)},
                              {name + ".json", report::text_of(manifest) + "\n"}};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Json& target = manifest.at("targets").at(i);
    out.push_back({text_at(target, "asks"), target_source(manifest, target, targets[i])});
  }
  const std::set<std::string> features = of_all_targets(manifest, "features");
  for (const OutputFile& file : artifact::cpu_check_files({features.begin(), features.end()})) out.push_back(file);
  return out;
}

}  // namespace tessera::kernels::layers
