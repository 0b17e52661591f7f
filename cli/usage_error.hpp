// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/support/diagnostic.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace tessera::cli {

/// The command that the words lead to, as `hwlib check`: null when one is unknown. `app` for no words.
const CLI::App* find_command(const CLI::App& app, const std::vector<std::string>& words);
/// Commands of `app` that are shown to people.
std::vector<const CLI::App*> shown_commands(const CLI::App& app);

/// "there is no command 'shwo'", with what it may have been meant for.
InputError no_command(const CLI::App& app, const std::string& word);

/// What the command line parser objects to, in the form of all other errors; an option that there is not with those
/// that the command has. `first` is the first word after `tessera`, or null.
InputError usage_error(const CLI::App& app, const CLI::ParseError&, const char* first);

}  // namespace tessera::cli
