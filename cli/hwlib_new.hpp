// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tessera::cli {

/// The arguments of `tessera hwlib new`. Empty and zero: the default, or that of the library `like`.
struct NewLibrary {
  std::string name;
  std::string like;    ///< a library whose roles, type, lanes and number of registers it gets
  std::string folder;  ///< default: the name, in the current folder
  std::string type;    ///< of the elements
  std::int64_t lanes = 0, registers = 0;
  std::string flags, feature;          ///< of its instructions
  std::vector<std::string> compilers;  ///< commands
  std::string runner;                  ///< the command of an emulator
  bool json = false;
};

void add_new_library_options(CLI::App&, NewLibrary&);

/// `tessera hwlib new`: writes a library in plain C that passes `hwlib check`, with comments on what a vendor puts in
/// its place. Throws InputError for words that make no library, and where the folder is there already; writes all
/// files or none.
void new_library(const NewLibrary&);

}  // namespace tessera::cli
