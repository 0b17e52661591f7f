// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <sstream>

#include "cli/command_text.hpp"
#include "cli/usage_error.hpp"
#include "dsl/support/version.hpp"

namespace tessera::cli {
namespace {

// Text as roff takes it: a dash is one to type, and no line of it is a request.
std::string roff(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_line = i == 0 || text[i - 1] == '\n';
    if (starts_line && (text[i] == '.' || text[i] == '\'')) out += "\\&";
    if (text[i] == '-') out += "\\-";
    else if (text[i] == '\\') out += "\\e";
    else out += text[i];
  }
  return out;
}

// Preformatted lines.
std::string as_it_stands(const std::string& text) { return ".nf\n" + roff(text) + "\n.fi\n"; }

std::string argument_of(const CLI::Option& o) {
  if (o.get_items_expected_max() == 0) return "";
  const std::string type = o.get_type_name();
  const std::size_t choice = type.find('{');
  const std::string shown = choice == std::string::npos ? type.substr(0, type.find(':')) : type.substr(choice);
  return fmt::format(" \\fI{}\\fR", roff(shown.substr(0, shown.find(" ["))));
}

std::string option_entry(const CLI::Option& o) {
  std::string names;
  for (const std::string& n : o.get_snames())
    names += fmt::format("{}\\fB\\-{}\\fR", names.empty() ? "" : ", ", roff(n));
  for (const std::string& n : o.get_lnames())
    names += fmt::format("{}\\fB\\-\\-{}\\fR", names.empty() ? "" : ", ", roff(n));
  if (!o.nonpositional()) return fmt::format(".TP\n\\fI{}\\fR\n{}\n", roff(o.get_name()), roff(o.get_description()));
  return fmt::format(".TP\n{}{}\n{}\n", names, argument_of(o), roff(o.get_description()));
}

std::string positional_of(const CLI::Option& o) {
  const std::string name = "\\fI" + roff(o.get_name()) + "\\fR";
  return o.get_required() ? " " + name : " [" + name + "]";
}

std::string synopsis(const CLI::App& command, const std::string& path) {
  std::string out = fmt::format("\\fB{}\\fR", roff(path));
  if (!shown_commands(command).empty()) return out + " \\fICOMMAND\\fR …";
  for (const CLI::Option* o : command.get_options())
    if (!o->nonpositional()) out += positional_of(*o);
  return out + " [options]";
}

std::string command_section(const CLI::App& command, const std::string& path) {
  std::string out = fmt::format(".SS {}\n{}.\n", synopsis(command, path), roff(command.get_description()));
  for (const CLI::Option* o : command.get_options())
    if (o->get_name() != "--help") out += option_entry(*o);
  for (const CLI::App* sub : shown_commands(command)) out += command_section(*sub, path + " " + sub->get_name());
  return out;
}

}  // namespace

std::string man_page(const CLI::App& app) {
  const std::string description = app.get_description();  // what it is, an empty line, and the calls that are usual
  const std::size_t gap = description.find("\n\n");
  const std::string usual = gap == std::string::npos ? description : description.substr(gap + 2);
  std::string out = fmt::format(
      ".\\\" Written by `tessera man` from what the commands declare.\n"
      ".TH TESSERA 1 \"\" \"tessera {}\" \"User Commands\"\n"
      ".SH NAME\ntessera \\- rewrite a plain procedure step by step into a kernel, each step proved\n"
      ".SH SYNOPSIS\n\\fBtessera\\fR \\fICOMMAND\\fR [options]\n.br\n\\fBtessera help\\fR [\\fICOMMAND\\fR]\n.br\n"
      "\\fBtessera \\-\\-version\\fR\n.SH DESCRIPTION\n{}.SH COMMANDS\n",
      version(), as_it_stands(usual));
  for (const CLI::App* sub : shown_commands(app)) out += command_section(*sub, "tessera " + sub->get_name());
  return out + ".SH EXIT CODES AND JSON\n" + as_it_stands(app.get_footer());
}

}  // namespace tessera::cli
