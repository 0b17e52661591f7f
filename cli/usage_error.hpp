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

/// The command named by the words, as `hwlib check`: null for an unknown one. `app` for no words.
const CLI::App* find_command(const CLI::App& app, const std::vector<std::string>& words);
/// The visible commands of `app`.
std::vector<const CLI::App*> shown_commands(const CLI::App& app);

/// "there is no command 'shwo'", with the nearest command.
InputError no_command(const CLI::App& app, const std::string& word);

/// An error of the command line parser in the form of all other errors; for an unknown option with those of the
/// command. `first` is the first word after `tessera`, or null.
InputError usage_error(const CLI::App& app, const CLI::ParseError&, const char* first);

}  // namespace tessera::cli
