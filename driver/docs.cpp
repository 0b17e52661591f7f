#include <fmt/format.h>

#include "driver/commands.hpp"
#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/files.hpp"

namespace tessera::driver {
namespace {

std::string signature(const Primitive& p) {
  std::string out = p.name + "(p";
  for (const Parameter& a : p.parameters) out += ", " + (a.optional ? "[" + a.name + "]" : a.name);
  return out + ")";
}

std::string page(const Primitive& p) {
  std::string out = fmt::format("# {}\n\n{}.\n\n    {}\n\n", p.name, p.summary, signature(p));
  out += "| argument | kind |\n| --- | --- |\n";
  for (const Parameter& a : p.parameters)
    out += fmt::format("| `{}` | {}{} |\n", a.name, a.kind, a.optional ? ", optional" : "");
  if (!p.conditions.empty()) out += "\n| condition | |\n| --- | --- |\n";
  for (const rewrite::Condition& c : p.conditions)
    out += fmt::format("| `{}.{}` | {}{} |\n", p.name, c.id, c.text,
                       c.chooses ? " (where this is not proved the step does without)" : "");
  out += fmt::format(
      "\nThe rule is drawn at the top of `dsl/rewrite/primitives/{0}.cpp`; examples that are accepted and refused are "
      "the files "
      "of `tests/primitives/{0}/`.\n",
      p.name);
  return out;
}

std::string index() {
  std::string out =
      "# Primitives\n\nWritten by `tessera docs` from the primitives' own declarations. R*: the program does not have "
      "the shape that the\n"
      "rule needs. S*: the rewrite would, or might, change the meaning.\n\n| primitive | group | |\n| --- | --- | --- "
      "|\n";
  for (const Primitive& p : primitives())
    out += fmt::format("| [{0}]({0}.md) | {1} | {2} |\n", p.name, p.group, p.summary);
  return out;
}

void run(const std::string& folder) {
  std::vector<OutputFile> files{{"README.md", index()}};
  for (const Primitive& p : primitives()) files.push_back({p.name + ".md", page(p)});
  write_files(folder, files);
}

}  // namespace

Command add_docs(CLI::App& app) {
  auto folder = std::make_shared<std::string>();
  CLI::App* sub = app.add_subcommand("docs", "write a page per primitive, from their declarations");
  sub->add_option("-o,--output", *folder, "the folder to write to")->required();
  return [folder] { run(*folder); };
}

}  // namespace tessera::driver
