// SPDX-License-Identifier: Apache-2.0
#include "cli/usage_error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "dsl/syntax/suggest.hpp"

namespace tessera::cli {
namespace {

// Other tools' names for our commands and options, each between blanks.
struct Elsewhere {
  const char* ours;
  const char* words;
};
constexpr Elsewhere commands_elsewhere[] = {{"compile", " build emit codegen lower generate "},
                                            {"show", " print view cat dump explain "},
                                            {"verify", " prove check "},
                                            {"tune", " autotune autoschedule "},
                                            {"--version", " version "}};
constexpr Elsewhere options_elsewhere[] = {{"--sched", " --script "},
                                           {"--hwlib", " --target --arch --march --isa --lib --library "},
                                           {"--target", " --hwlib --arch --march --isa --lib --library "},
                                           {"--cc", " --compiler "},
                                           {"--set", " --define --param "},
                                           {"--proc", " --function --kernel --name "},
                                           {"--threads", " --jobs "}};

template <std::size_t N>
std::string suggestion(const std::string& word, const std::vector<std::string>& known, const Elsewhere (&table)[N]) {
  const std::string wanted = " " + word + " ";
  for (const Elsewhere& e : table)
    if (std::string_view(e.words).find(wanted) != std::string_view::npos &&
        std::find(known.begin(), known.end(), e.ours) != known.end())
      return fmt::format("did you mean `{}`?", e.ours);
  return syntax::nearest(word, known);
}

const CLI::App& chosen_command(const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

std::string path_of(const CLI::App& command) {
  return command.get_parent() ? path_of(*command.get_parent()) + " " + command.get_name() : command.get_name();
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> out;
  for (const CLI::Option* o : command.get_options())
    for (const std::string& name : o->get_lnames()) out.push_back("--" + name);
  return out;
}

// The first option among the remaining words; "" if there is none.
std::string unknown_option(const CLI::App& command) {
  for (const std::string& word : command.remaining())
    if (word.size() > 1 && word[0] == '-') return word.substr(0, word.find('='));
  return "";
}

std::string help_of(const CLI::App& command, const char* does) {
  return fmt::format("`{} --help` {}", path_of(command), does);
}

// CLI11 begins a sentence; our messages go on after a colon.
std::string in_the_line(std::string message) {
  if (message.starts_with("A ")) message[0] = 'a';
  return message;
}

}  // namespace

const CLI::App* find_command(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  for (const std::string& word : words) {
    const std::vector<const CLI::App*> all = at->get_subcommands([](const CLI::App*) { return true; });
    const auto found = std::find_if(all.begin(), all.end(), [&](const CLI::App* a) { return a->get_name() == word; });
    if (found == all.end()) return nullptr;
    at = *found;
  }
  return at;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* a) { return !a->get_group().empty(); });
}

InputError no_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known{"--version"};
  for (const CLI::App* a : shown_commands(app)) known.push_back(a->get_name());
  const std::string near = suggestion(word, known, commands_elsewhere);
  return {"usage", fmt::format("there is no subcommand '{}'", word),
          fmt::format("{}{}", near.empty() ? "" : near + " ", help_of(app, "lists them"))};
}

InputError usage_error(const CLI::App& app, const CLI::ParseError& e, const char* first) {
  const CLI::App& command = chosen_command(app);
  if (first && *first != '-' && app.get_subcommands().empty()) return no_command(app, first);
  const std::vector<std::string> left = command.remaining();
  if (&command != &app && !left.empty() && left.front()[0] != '-' && !shown_commands(command).empty())
    return no_command(command, left.front());
  const std::string option = unknown_option(command);
  const std::string near = option.empty() ? "" : suggestion(option, options_of(command), options_elsewhere);
  const bool is_unknown = !option.empty() && dynamic_cast<const CLI::ExtrasError*>(&e);
  return {"usage", is_unknown ? fmt::format("{} has no option {}", path_of(command), option) : in_the_line(e.what()),
          near.empty() ? help_of(command, "says what there is") : near + " " + help_of(command, "lists all")};
}

}  // namespace tessera::cli
