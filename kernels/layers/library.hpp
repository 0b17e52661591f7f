// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <thread>

#include "artifact/report/facts.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "kernels/layers/manifest.hpp"
#include "kernels/layers/table.hpp"
#include "kernels/layers/tasks.hpp"

namespace tessera::kernels::layers {

/// A library of the layers of a table: a function for each, which calls the kernel for the CPU that it runs on.
struct LayersJob {
  std::string table;
  std::vector<std::string> targets;    ///< hardware libraries; empty: the shipped ones that fit
  kernels::conv::ConvRequest conv;     ///< defaults for the table
  kernels::conv::MakeOptions make;     ///< in the library's folder
  kernels::conv::MeasuredStore store;  ///< no file: no look-up of schemes
  std::string name;                    ///< of the library; empty: its folder's
  std::string compiler = "cc";         ///< decides the architecture of the targets
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());  ///< processes
  TaskDone on_kernel = {};                                            ///< called in this process after each kernel
};

/// Makes all kernels, then writes them and the files around them, or nothing. Throws InputError for an invalid table or
/// name, and the error of a failed layer with its line.
LayersManifest write_layers(const LayersJob&);

}  // namespace tessera::kernels::layers
