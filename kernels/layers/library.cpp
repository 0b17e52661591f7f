// SPDX-License-Identifier: Apache-2.0
#include "kernels/layers/library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "api/load.hpp"
#include "api/vectors.hpp"
#include "artifact/host_target.hpp"
#include "artifact/workshop.hpp"
#include "dsl/script/library_view.hpp"
#include "dsl/support/files.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "kernels/conv/shipped_schemes.hpp"
#include "kernels/layers/files.hpp"
#include "shapes/conv_text.hpp"

namespace tessera::kernels::layers {
namespace {

namespace conv = kernels::conv;
namespace fs = std::filesystem;
using report::Json;

// ---- names

bool is_c_name(const std::string& word) {
  const auto is_part = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) &&
         std::all_of(word.begin(), word.end(), is_part);
}

std::string library_name(const LayersJob& job) {
  std::string folder = fs::absolute(job.make.compile.output).lexically_normal().string();
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  const std::string name = job.name.empty() ? fs::path(folder).filename().string() : job.name;
  if (is_c_name(name) && name.size() <= longest_layer_name) return name;
  throw InputError(
      "usage", fmt::format("'{}' is not a valid library name: its C functions begin with it", name),
      "letters, digits and _, at most 100, as --stem mynet; without --stem it is the name of the folder of -o");
}

// The names of the library's functions and tables must differ.
void check_symbols(const std::string& table, const std::string& library, const std::vector<std::string>& targets,
                   const std::vector<ConvLayerRow>& layers) {
  std::map<std::string, std::string> taken;
  for (const char* word : {"layers", "layers_size", "find", "runs_here", "target", "version"})
    taken.emplace(word, "a name of the library's own");
  for (const std::string& target : targets)
    for (const std::string end : {"", "_runs_here"}) taken.emplace(target + end, "a name of the target's");
  for (const ConvLayerRow& layer : layers) {
    std::vector<std::string> words{layer.word, layer.word + "_pack", layer.word + "_packed_elements"};
    for (const std::string& target : targets)
      for (const std::string end : {"", "_pack"}) words.push_back(target + "_" + layer.word + end);
    for (const std::string& word : words) {
      const auto [other, is_new] = taken.emplace(word, fmt::format("a name of layer '{}'", layer.name));
      if (is_new) continue;
      Diagnostic d;
      d.code = "layers";
      d.message = fmt::format("{}_{} is {} already", library, word, other->second);
      d.hint = "another name for the layer";
      throw error_of_layer(table, layer, d);
    }
  }
}

// ---- targets

std::string target_word(const std::string& target) { return script::library_word(api::load_library(target).name); }

// The reason that layers are not made for a default target; "" where they are.
std::string why_without(const LayersJob& job, const kernels::conv::ConvRequest& layer, const std::string& target) try {
  kernels::conv::ConvRequest trial = layer;
  trial.target = target;
  kernels::conv::decided(trial);
  return artifact::is_of_architecture_of(job.compiler, target)
             ? ""
             : fmt::format("{} does not take its headers and flags", job.compiler);
} catch (const Error& e) { return e.diagnostic().message; }

// The first layer of each type: targets that have one may lack another.
std::vector<const kernels::conv::ConvRequest*> one_of_each_type(const std::vector<ConvLayerRow>& layers) {
  std::vector<const kernels::conv::ConvRequest*> out;
  std::set<std::string> types;
  for (const ConvLayerRow& layer : layers)
    if (types.insert(types_text(layer.conv)).second) out.push_back(&layer.conv);
  return out;
}

std::vector<std::string> targets_for(const LayersJob& job, const std::vector<ConvLayerRow>& layers) {
  const std::vector<const kernels::conv::ConvRequest*> of_types = one_of_each_type(layers);
  std::vector<std::string> out, reasons, without_type;
  for (const std::string& target : api::default_libraries()) {
    const script::Library library = api::load_library(target);
    if (api::chooses_lanes(library)) continue;
    std::string why;
    bool has_type = true;
    for (const kernels::conv::ConvRequest* layer : of_types) {
      if (why.empty()) why = why_without(job, *layer, target);
      has_type = has_type && script::LibraryView(library.module, layer->type).vector() != nullptr;
    }
    if (why.empty()) out.push_back(target);
    else (has_type ? reasons : without_type).push_back(fmt::format("{}: {}", target, why));
  }
  if (reasons.empty()) reasons = std::move(without_type);
  std::set<std::string> whys;
  for (const std::string& reason : reasons) whys.insert(reason.substr(reason.find(": ") + 2));
  if (out.empty() && whys.size() == 1) throw InputError("layers", *whys.begin(), "the same for all shipped targets");
  if (out.empty())
    throw InputError("layers", "no shipped hardware library has all that the layers need, for this architecture",
                     fmt::format("name one with --target. Of the shipped ones: {}", fmt::join(reasons, "; ")));
  return out;
}

// The best first; folders as absolute paths, as processes work in the folder of the library.
std::vector<std::string> targets_of_layers(const LayersJob& job, const std::vector<ConvLayerRow>& layers) {
  std::vector<std::string> all = job.targets.empty() ? targets_for(job, layers) : job.targets;
  std::set<std::string> words;
  for (std::string& target : all) {
    const std::vector<std::string> shipped = api::shipped_libraries();
    api::load_library(target);  // or says that there is none
    if (std::find(shipped.begin(), shipped.end(), target) == shipped.end())
      target = fs::absolute(api::library_folder(target)).lexically_normal().string();
    if (!words.insert(target_word(target)).second)
      throw InputError("usage", fmt::format("--target: '{}' is there twice", target_word(target)),
                       "programs choose a target by its name; rename the folder of one");
  }
  return artifact::strongest_first(all, job.conv.type);
}

// ---- kernels

// The properties of a layer that its kernel depends on.
std::string kernel_key(const kernels::conv::ConvRequest& c) {
  return fmt::format("{} {} {} {} {} {} {} {}", types_text(c), text(c.shape), name(c.layout), name(c.weights),
                     name(c.pack_from), c.border ? name(*c.border) : "", c.adds, fmt::join(epilogue_names(c), ","));
}

/// One kernel for one target.
struct KernelTask {
  const ConvLayerRow* layer;  ///< the first one that needs it
  std::string target, word;   ///< of the target: its hardware library, and its name
};

// In the target's folder, with paths relative to the library's: no file names a path of this machine.
Json make_kernel(const KernelTask& task, const std::string& library, const LayersJob& job, const fs::path& workshop,
                 const fs::path& home) {
  fs::current_path(workshop);
  kernels::conv::ConvRequest request = task.layer->conv;
  request.target = task.target;
  if (!job.store.file.empty()) request.scheme = measured_scheme(request, job.store);
  kernels::conv::MakeOptions options = job.make;
  options.compile.output = task.word;
  options.compile.home = (home / task.word).string();
  options.compile.stem = target_stem(library, task.word) + "_" + task.layer->word;
  const kernels::conv::ConvKernel kernel = make_conv(request, options);
  write_files(task.word, kernel.files);
  print_warnings(kernel);
  return to_json(layer_kernel(kernel));
}

// ---- the manifest

/// Kernels by the word of the layer that they are named after, for each target.
using MadeKernels = std::map<std::string, std::vector<std::pair<std::string, LayerKernel>>>;

LayerPack pack_of(const std::string& function, const std::vector<std::pair<std::string, LayerKernel>>& made) {
  LayerPack out{function + "_pack", function + "_packed_elements", made.front().second.packing->called.arguments};
  codegen::Argument& packed = out.arguments[1];
  packed.name = packed.c_name = "packed";
  packed.declaration = packed.declaration.substr(0, packed.declaration.rfind('*') + 1) + packed.name;
  for (const auto& [target, kernel] : made)  // padding is left as it is
    if (kernel.packing->called.arguments[1].direction != analysis::Direction::out)
      packed.direction = analysis::Direction::inout;
  return out;
}

Layer layer_of(const std::string& library, const ConvLayerRow& row, const std::string& kernel, const MadeKernels& all) {
  const auto& made = all.at(kernel);
  Layer out{row.name, row.word, library + "_" + row.word, kernel, row.conv, {}, {}, made};
  out.arguments = made.front().second.convolution.called.arguments;
  if (made.front().second.packing) out.pack = pack_of(out.function, made);
  return out;
}

std::vector<const conv::MadeFunction*> functions_of(const std::string& word, const MadeKernels& made) {
  std::vector<const conv::MadeFunction*> out;
  for (const auto& [kernel, of_targets] : made)
    for (const auto& [of, k] : of_targets) {
      if (of != word) continue;
      out.push_back(&k.convolution);
      if (k.packing) out.push_back(&*k.packing);
    }
  return out;
}

// Each once.
std::vector<std::string> words_of(const std::vector<const conv::MadeFunction*>& functions,
                                  std::vector<std::string> conv::MadeFunction::*words) {
  std::set<std::string> out;
  for (const conv::MadeFunction* f : functions) out.insert((f->*words).begin(), (f->*words).end());
  return {out.begin(), out.end()};
}

LibraryTarget target_of(const std::string& library, const std::string& word, const std::string& hwlib,
                        const MadeKernels& made) {
  const std::vector<const conv::MadeFunction*> functions = functions_of(word, made);
  LibraryTarget out{word,
                    hwlib,
                    words_of(functions, &conv::MadeFunction::features),
                    words_of(functions, &conv::MadeFunction::flags),
                    words_of(functions, &conv::MadeFunction::link_flags),
                    fmt::format("{}/{}.c", word, target_stem(library, word)),
                    {}};
  for (const conv::MadeFunction* f : functions) out.sources.push_back(fmt::format("{}/{}.c", word, f->name));
  for (const std::string& file : words_of(functions, &conv::MadeFunction::sources))
    out.sources.push_back(fmt::format("{}/{}", word, file));
  return out;
}

}  // namespace

LayersManifest write_layers(const LayersJob& given) {
  LayersJob job = given;
  const std::string library = library_name(job);
  kernels::conv::check_shipped_cpu(job.conv.cpu);
  const std::vector<ConvLayerRow> layers = read_conv_layers(job.table, job.conv);
  const std::vector<std::string> targets = targets_of_layers(job, layers);
  std::vector<std::string> words;
  for (const std::string& target : targets) words.push_back(target_word(target));
  check_symbols(job.table, library, words, layers);

  std::map<std::string, const ConvLayerRow*> first_of;  // of equal layers
  std::vector<KernelTask> tasks;
  for (const ConvLayerRow& layer : layers)
    if (first_of.emplace(kernel_key(layer.conv), &layer).second)
      for (std::size_t t = 0; t < targets.size(); ++t) tasks.push_back({&layer, targets[t], words[t]});

  if (!job.store.file.empty()) {
    kernels::conv::opened(job.store);                        // or says that there is none
    job.store.file = fs::absolute(job.store.file).string();  // processes work in another folder
  }
  const fs::path home = fs::absolute(job.make.compile.output);
  const artifact::Workshop workshop(job.make.compile.output);
  MadeKernels made;
  try {
    const std::vector<Json> facts = in_processes(
        tasks.size(), job.jobs,
        [&](std::size_t i) { return make_kernel(tasks[i], library, job, workshop.path(), home); }, job.on_kernel);
    for (std::size_t i = 0; i < tasks.size(); ++i)
      made[tasks[i].layer->word].emplace_back(tasks[i].word, layer_kernel(facts[i]));
  } catch (const TaskFailed& e) {
    Diagnostic d = error_of_layer(job.table, *tasks[e.task].layer, e.diagnostic()).diagnostic();
    d.notes.push_back({{}, "for the target " + tasks[e.task].word});
    throw Error(e.exit_code(), d);
  }

  LayersManifest manifest{library, job.conv.type, job.conv.cpu, job.conv.threads, {}, {}};
  for (std::size_t t = 0; t < targets.size(); ++t)
    manifest.targets.push_back(target_of(library, words[t], targets[t], made));
  for (const ConvLayerRow& layer : layers)
    manifest.layers.push_back(layer_of(library, layer, first_of.at(kernel_key(layer.conv))->word, made));
  write_files(workshop.path(), layers_files(manifest));
  workshop.move();
  return manifest;
}

}  // namespace tessera::kernels::layers
