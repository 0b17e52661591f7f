// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "dsl/script/evaluate.hpp"

// Files of hardware libraries that the C of their users needs: headers, and sources that it is linked with.
namespace tessera::api {

/// By the name in the C, where it is.
using OwnFiles = std::map<std::string, std::filesystem::path>;

/// Those headers of the libraries' memories and instructions that lie in a library's folder, or in one of its bases'.
/// Names without a folder only; all others are the compiler's to find.
OwnFiles own_headers(const script::Inputs&);
/// The same, and the headers beside them that they include, and so on: for these names of own_headers.
OwnFiles with_included(const OwnFiles& headers, const std::vector<std::string>& used);
/// The files of `link` lines. Throws InputError (code "hwlib") for one that is in no folder of its library.
OwnFiles own_sources(const script::Inputs&);

}  // namespace tessera::api
