// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "dsl/rewrite/alias.hpp"

namespace tessera::cli {
namespace {

using PrimitiveJson = nlohmann::ordered_json;

struct PrimitivesJob {
  std::string name;
  bool json = false;
};

std::string signature_of(const Primitive& p) {
  std::string out = p.name + "(p";
  for (const Parameter& a : p.parameters)
    out += fmt::format(", {}: {}{}", a.name, a.kind, a.optional ? " (optional)" : "");
  return out + ")";
}

void print_all() {
  for (const Primitive& p : primitives()) {
    fmt::print("{}\n    {}\n", signature_of(p), p.summary);
    for (const rewrite::Condition& c : p.conditions) fmt::print("    {:3} {}\n", c.id, c.text);
  }
}

void print_arguments(const Primitive& p) {
  std::size_t widest = 0;
  for (const Parameter& a : p.parameters) widest = std::max(widest, a.name.size());
  if (!p.parameters.empty()) fmt::print("\narguments\n");
  for (const Parameter& a : p.parameters)
    fmt::print("    {:{}}  {}{}\n", a.name, widest, a.kind, a.optional ? ", optional" : "");
}

void print_one(const Primitive& p) {
  std::string call = p.name + "(p";
  for (const Parameter& a : p.parameters) call += ", " + a.name + (a.optional ? "=…" : "");
  fmt::print("p = {})\n\n{}\n", call, p.summary);
  print_arguments(p);
  fmt::print("\nconditions{}\n", p.conditions.empty() ? ": none, it always applies" : "");
  for (const rewrite::Condition& c : p.conditions)
    fmt::print("    {:3} {}{}\n", c.id, c.text, c.chooses ? " (where this is not proved, the step does without)" : "");
  if (p.known_as.empty()) return;
  fmt::print("\nknown as\n");
  for (const Alias& a : aliases(p)) fmt::print("    {}{}\n", a.text(), a.remark.empty() ? "" : ", " + a.remark);
}

PrimitiveJson facts_of(const Primitive& p) {
  PrimitiveJson one{{"name", p.name}, {"group", p.group}, {"summary", p.summary}};
  for (const Parameter& a : p.parameters)
    one["parameters"].push_back({{"name", a.name}, {"kind", a.kind}, {"optional", a.optional}});
  for (const rewrite::Condition& c : p.conditions)
    one["conditions"].push_back({{"id", p.name + "." + std::string(c.id)}, {"text", c.text}});
  for (const Alias& a : aliases(p)) one["known_as"].push_back(a.term);
  return one;
}

const Primitive& chosen_primitive(const std::string& name) {
  if (const Primitive* p = find_primitive(name)) return *p;
  const std::string near = suggest_primitive(name);
  throw InputError("usage", fmt::format("there is no primitive '{}'", name),
                   near.empty() ? "`tessera primitives` lists them" : near);
}

void run(const PrimitivesJob& job) {
  if (!job.name.empty()) {
    const Primitive& p = chosen_primitive(job.name);
    return job.json ? fmt::print("{}\n", facts_of(p).dump(2)) : print_one(p);
  }
  if (!job.json) return print_all();
  PrimitiveJson all = PrimitiveJson::array();
  for (const Primitive& p : primitives()) all.push_back(facts_of(p));
  fmt::print("{}\n", all.dump(2));
}

}  // namespace

Command add_primitives(CLI::App& app) {
  auto job = std::make_shared<PrimitivesJob>();
  CLI::App* sub =
      app.add_subcommand("primitives", "list the scheduling primitives with their arguments and conditions");
  sub->add_option("PRIMITIVE", job->name, "only this one, with its names in other systems");
  add_json_option(*sub, job->json);
  return [job] { run(*job); };
}

}  // namespace tessera::cli
