// SPDX-License-Identifier: Apache-2.0
#include "shared_kernel.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace tessera::bench {

void* load_symbol(const std::string& path_and_symbol) {
  const std::size_t colon = path_and_symbol.rfind(':');
  if (colon == std::string::npos) throw std::runtime_error("'" + path_and_symbol + "' is not PATH:SYMBOL");
  std::string path = path_and_symbol.substr(0, colon);
  if (path.find('/') == std::string::npos)
    path.insert(0, "./");  // a file of this directory, not of the system's search path
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = object ? dlsym(object, path_and_symbol.c_str() + colon + 1) : nullptr;
  if (!symbol) throw std::runtime_error(dlerror());
  return symbol;
}

}  // namespace tessera::bench
