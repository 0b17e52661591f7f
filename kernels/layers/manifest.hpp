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

/// Packed weights, whose size depends on the target.
struct LayerPack {
  std::string function, elements;  ///< of the library: the packing, and the number of elements of the packed weights
  std::vector<codegen::Argument> arguments;
};

/// A function of the library.
struct Layer {
  std::string name, word;     ///< of the table, and as a part of names in C
  std::string function;       ///< LIBRARY_WORD
  std::string kernel;         ///< the word of the first layer with this kernel
  conv::ConvRequest request;  ///< without a target
  std::vector<codegen::Argument> arguments;
  std::optional<LayerPack> pack;
  std::vector<std::pair<std::string, LayerKernel>> targets;  ///< by the target's word
};

struct LibraryTarget {
  std::string word, hwlib;  ///< of its hardware library: as a part of names in C, and as on the command line
  std::vector<std::string> features, flags, link_flags;  ///< of all its kernels, each once
  std::string asks;                                      ///< the C file with its table of kernels
  std::vector<std::string> sources;
};

/// The contents of a library of layers. Paths are relative to its folder.
struct LayersManifest {
  std::string library;
  ir::Scalar type = ir::Scalar::f32;
  std::string cpu;
  conv::Threads threads;
  std::vector<LibraryTarget> targets;  ///< the best first
  std::vector<Layer> layers;
};
/// The file NAME.json, also the output of `tessera conv --layers --json`.
report::Json to_json(const LayersManifest&);

// A kernel as JSON, between the processes that make it and write the library.
report::Json to_json(const LayerKernel&);
LayerKernel layer_kernel(const report::Json&);

}  // namespace tessera::kernels::layers
