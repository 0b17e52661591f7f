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
  std::vector<std::string> targets;    ///< hardware libraries; empty: what is shipped and fits
  kernels::conv::ConvRequest conv;     ///< what the table says nothing of
  kernels::conv::MakeOptions make;     ///< the library's folder is that of its files
  kernels::conv::MeasuredStore store;  ///< no file: schemes are not looked up
  std::string name;                    ///< of the library; empty: its folder's
  std::string compiler = "cc";         ///< says which targets are for the architecture
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());  ///< processes
  TaskDone on_kernel = {};  ///< called in this process for each kernel that was made
};

/// Makes all kernels, then writes them and what is around them, or nothing. Throws InputError for a
/// table or names that do not do, and the error of a layer that cannot be made with its line.
LayersManifest write_layers(const LayersJob&);

}  // namespace tessera::kernels::layers
