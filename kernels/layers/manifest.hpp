// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/conv/make.hpp"

namespace tessera::kernels::layers {

/// A kernel of a layer for one target.
struct LayerKernel {
  conv::MadeFunction convolution;
  std::optional<conv::MadeFunction> packing;
  std::int64_t panel = 1, depth = 0, packed_elements = 0;  ///< as in conv::Form and conv::ConvKernel
  std::string scheme, scheme_from;
};
LayerKernel layer_kernel(const conv::ConvKernel&);

/// Packed weights, whose size is another for each target.
struct LayerPack {
  std::string function, elements;  ///< of the library: what packs, and what tells how many elements that takes
  std::vector<codegen::Argument> arguments;
};

/// A function of the library.
struct Layer {
  std::string name, word;     ///< as the table has it, and as a part of names in C
  std::string function;       ///< LIBRARY_WORD
  std::string kernel;         ///< the word of the first of the layers that share kernels
  conv::ConvRequest request;  ///< for no target
  std::vector<codegen::Argument> arguments;
  std::optional<LayerPack> pack;
  std::vector<std::pair<std::string, LayerKernel>> targets;  ///< by the target's word
};

struct LibraryTarget {
  std::string word, hwlib;  ///< of its hardware library: the name as a part of names in C, and how it was given
  std::vector<std::string> features, flags, link_flags;  ///< of all its kernels, each once
  std::string asks;                                      ///< the C file with its table of kernels
  std::vector<std::string> sources;
};

/// What a library of layers consists of. Paths are those from its folder on.
struct LayersManifest {
  std::string library;
  ir::Scalar type = ir::Scalar::f32;
  std::string cpu;
  conv::Threads threads;
  std::vector<LibraryTarget> targets;  ///< the best first
  std::vector<Layer> layers;
};
/// The file NAME.json, which is also what `tessera conv --layers --json` prints.
report::Json to_json(const LayersManifest&);

// A kernel from the process that made it to the one that writes the library.
report::Json to_json(const LayerKernel&);
LayerKernel layer_kernel(const report::Json&);

}  // namespace tessera::kernels::layers
