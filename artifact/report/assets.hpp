// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

/// The files of the folder `page`, embedded by embed.cmake; page_js is all scripts, concatenated.
namespace tessera::report::assets {

extern const std::string_view page_html, page_css, page_js;

}  // namespace tessera::report::assets
