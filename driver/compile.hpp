#pragma once
#include <CLI/CLI.hpp>

#include "driver/load.hpp"

namespace tessera::driver {

/// Where the results go, and how they are called.
struct CompileOptions {
  std::string output = ".";
  std::string stem;                    ///< name of the files; empty: the procedure's
  std::string prefix;                  ///< put before the names of public functions
  std::vector<std::string> compilers;  ///< that must accept the C
  bool json = false;                   ///< print the manifest
  bool quiet = false;                  ///< print nothing
};
void add_compile_options(CLI::App& sub, CompileOptions&);

/// Checks the scheduled procedure and writes C, header, manifest and trace, or nothing.
void write_compiled(const Loaded&, const CompileOptions&);

}  // namespace tessera::driver
