// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "codegen/conformance/machines_file.hpp"
#include "dsl/script/evaluate.hpp"

// Hardware libraries as folders: where they lie, what is in them, which one extends which.
namespace tessera::api {

/// A hardware library by name (a folder among the shipped ones) or by the path of its folder: every *.tess in it, in
/// the order of their names, after what the library that it extends declares. One that is among `loaded`, as itself or
/// as the base of another, is not read again: definitions that are met twice are then the same.
/// Throws InputError when there is none, listing what is shipped; and what layers_of throws.
script::Library load_library(const std::string& name_or_path, const std::vector<script::Library>& loaded = {});
/// What the library declares itself: without its base.
syntax::Module own_definitions(const script::Library&);

/// A library, or one that it extends.
struct LibraryLayer {
  std::string written;  ///< as it was given, or as the `extends` line has it
  std::string given;    ///< a name or path for the functions here
};
/// The library and those that it extends, each before its base. Throws InputError (code "hwlib") at the `extends` line
/// for a base that is not there, for one that extends the library itself, for a second line, and for a long chain.
std::vector<LibraryLayer> layers_of(const std::string& name_or_path);
constexpr std::size_t max_layers = 8;

/// Where it lies, if there is one.
std::filesystem::path library_folder(const std::string& name_or_path);
/// The same of the library and those that it extends: where its headers may lie.
std::vector<std::filesystem::path> library_folders(const std::string& name_or_path);
/// Its files, sorted, without those of its base; none when there is no such library.
std::vector<std::filesystem::path> library_files(const std::string& name_or_path);
/// The record of a library's check, in its folder.
constexpr const char* conformance_file_name = "conformance.json";
/// All that its folder and the folders in it hold and that may matter: its files, headers that the C includes,
/// machines.json. Not what is in hidden folders, nor the record of its own check. Relative to the folder, sorted; none
/// when there is no such library. Throws InputError for a folder that cannot be read.
std::vector<std::string> library_contents(const std::string& name_or_path);
/// Names of the shipped libraries, sorted.
std::vector<std::string> shipped_libraries();

/// The folders of all libraries and of those that they extend: where headers of their instructions may lie.
std::vector<std::filesystem::path> header_folders(const script::Inputs&);

/// Where its instructions run: its machines.json, else that of the nearest library below it that has one.
conformance::Machines library_machines(const std::string& name_or_path);

}  // namespace tessera::api
