// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>

#include "codegen/conformance/machines_file.hpp"
#include "dsl/script/evaluate.hpp"

// Hardware libraries as folders: places, contents, and extensions.
namespace tessera::api {

/// A hardware library by name (a folder among the shipped ones) or by the path of its folder: every *.tess in it,
/// sorted by name, after the definitions of its base. A library among `loaded`, itself or as a base, is not read again:
/// its definitions are shared. Throws InputError for an unknown one, listing the shipped ones, and the errors of
/// layers_of.
/// `length`: for which its number of lanes is read, if it has one; empty: for the first.
script::Library load_library(const std::string& name_or_path, const std::vector<script::Library>& loaded = {},
                             std::optional<std::int64_t> length = {});
/// The library's definitions without its base's.
syntax::Module own_definitions(const script::Library&);

/// A library, or one of its bases.
struct LibraryLayer {
  std::string written;  ///< as on the command line or in the `extends` line
  std::string given;    ///< a name or path for the functions here
};
/// The library and its bases, each before its own base. Throws InputError (code "hwlib") at the `extends` line for a
/// missing base, a cycle, a second line, and a long chain.
std::vector<LibraryLayer> layers_of(const std::string& name_or_path);
constexpr std::size_t max_layers = 8;

/// Its folder, if it exists.
std::filesystem::path library_folder(const std::string& name_or_path);
/// The folders of the library and its bases: for headers.
std::vector<std::filesystem::path> library_folders(const std::string& name_or_path);
/// Its files, sorted, without its base's; none for an unknown library.
std::vector<std::filesystem::path> library_files(const std::string& name_or_path);
/// The record of a library's check, in its folder.
constexpr const char* conformance_file_name = "conformance.json";
/// All relevant files of its folder and subfolders: its own, headers for the C, machines.json. Not hidden folders, nor
/// its conformance record. Relative to the folder, sorted; none for an unknown library. Throws InputError for an
/// unreadable folder.
std::vector<std::string> library_contents(const std::string& name_or_path);
/// Names of the shipped libraries, sorted.
std::vector<std::string> shipped_libraries();
/// Those of them that extend no other: targets where none is named. An extension has the same vectors for a few more
/// CPUs' instructions.
std::vector<std::string> default_libraries();

/// The folders of all libraries and their bases: for headers of their instructions.
std::vector<std::filesystem::path> header_folders(const script::Inputs&);

/// The machines for its instructions: from its machines.json, else from the nearest base with one.
conformance::Machines library_machines(const std::string& name_or_path);

}  // namespace tessera::api
