// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "api/load.hpp"
#include "cli/command_text.hpp"
#include "cli/usage_error.hpp"
#include "dsl/rewrite/primitive.hpp"

namespace tessera::cli {
namespace {

using Words = std::vector<std::string>;

// `TEXT:{packed,hwio,oihw}`: CLI11's description of an option with fixed choices.
Words choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

Words names_of_commands(const CLI::App& app) {
  Words out;
  for (const CLI::App* a : shown_commands(app)) out.push_back(a->get_name());
  return out;
}

Words names_of_primitives() {
  Words out;
  for (const Primitive& p : primitives()) out.push_back(p.name);
  return out;
}

// The values of an option or an argument; none for files, numbers and free text.
Words values_of(const CLI::App& app, const CLI::Option& option) {
  const std::string name = option.get_name();
  if (name == "PRIMITIVE") return names_of_primitives();
  if (name == "COMMAND") return names_of_commands(app);
  if (name == "LIBRARY" || name == "--hwlib" || name == "--target") return api::shipped_libraries();
  return choices(option);
}

Words option_names(const CLI::Option& option) {
  Words out;
  for (const std::string& n : option.get_lnames()) out.push_back("--" + n);
  for (const std::string& n : option.get_snames()) out.push_back("-" + n);
  return out;
}

class Completion {
 public:
  explicit Completion(const CLI::App& app) : app_(app) { add(app, ""); }

  std::string text() const { return fmt::format(script, paths_, values_, words_, options_); }

 private:
  static constexpr const char* script = R"(# bash completion of tessera, written by `tessera completion bash`.
_tessera() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command= words= i
  [ "$cur" = = ] && cur=
  [ "$prev" = = ] && prev=${{COMP_WORDS[COMP_CWORD-2]}}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command/${{COMP_WORDS[i]}}" in
      {}) command=$command/${{COMP_WORDS[i]}} ;;
    esac
  done
  case "$command $prev" in
{}    *)
      case "$command" in
{}      esac
      case "$cur" in
        -*)
          case "$command" in
{}          esac ;;
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o default -F _tessera tessera
)";

  void add(const CLI::App& command, const std::string& path) {
    Words options, words = names_of_commands(command);
    for (const CLI::Option* o : command.get_options()) {
      const Words names = option_names(*o), values = values_of(app_, *o);
      options.insert(options.end(), names.begin(), names.end());
      if (o->nonpositional() && o->get_items_expected_max() > 0) add_value(path, names, values);
      else if (!o->nonpositional()) words.insert(words.end(), values.begin(), values.end());
    }
    words_ += fmt::format("        '{}') words='{}' ;;\n", path, fmt::join(words, " "));
    options_ += fmt::format("            '{}') words='{}' ;;\n", path, fmt::join(options, " "));
    for (const CLI::App* sub : shown_commands(command)) {
      const std::string below = path + "/" + sub->get_name();
      paths_ += fmt::format("{}'{}'", paths_.empty() ? "" : " | ", below);
      add(*sub, below);
    }
  }

  void add_value(const std::string& path, const Words& names, const Words& values) {
    std::string patterns;
    for (const std::string& n : names) patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : " | ", path, n);
    values_ += fmt::format("    {}) words='{}' ;;\n", patterns, fmt::join(values, " "));
  }

  const CLI::App& app_;
  std::string paths_, values_, words_, options_;
};

}  // namespace

std::string bash_completion(const CLI::App& app) { return Completion(app).text(); }

}  // namespace tessera::cli
