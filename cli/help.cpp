// SPDX-License-Identifier: Apache-2.0
// tessera help, and texts for shells and man generated from the commands' declarations.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command_text.hpp"
#include "cli/commands.hpp"
#include "cli/usage_error.hpp"

namespace tessera::cli {
namespace {

void print_help(const CLI::App& app, const std::vector<std::string>& words) {
  std::string before;
  const CLI::App* at = &app;
  for (const std::string& word : words) {
    before += (before.empty() ? "" : " ") + at->get_name();
    const CLI::App* next = find_command(*at, {word});
    if (!next) throw no_command(*at, word);
    at = next;
  }
  const std::string name = before.empty() ? at->get_name() : before + " " + at->get_name();
  fmt::print("{}", at->get_formatter()->make_help(at, name, CLI::AppFormatMode::Normal));
}

}  // namespace

Command add_help(CLI::App& app) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* sub = app.add_subcommand("help", "print the help of a command, as `tessera COMMAND --help`");
  sub->add_option("COMMAND", *words, "the command, and its subcommand");
  return [&app, words] { print_help(app, *words); };
}

Command add_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App* sub = app.add_subcommand("completion", "print the completion of commands and options for a shell");
  sub->add_option("SHELL", *shell, "the shell")->required()->check(CLI::IsMember({"bash"}));
  return [&app, shell] {
    if (*shell == "bash") fmt::print("{}", bash_completion(app));
  };
}

Command add_man(CLI::App& app) {
  app.add_subcommand("man", "print the page for man");
  return [&app] { fmt::print("{}", man_page(app)); };
}

}  // namespace tessera::cli
