#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "driver/commands.hpp"
#include "dsl/rewrite/primitive.hpp"

namespace tessera::driver {
namespace {

std::string signature(const Primitive& p) {
  std::string out = p.name + "(p";
  for (const Parameter& a : p.parameters)
    out += fmt::format(", {}: {}{}", a.name, a.kind, a.optional ? " (optional)" : "");
  return out + ")";
}

void print_text() {
  for (const Primitive& p : primitives()) {
    fmt::print("{}\n    {}\n", signature(p), p.summary);
    for (const rewrite::Condition& c : p.conditions) fmt::print("    {:3} {}\n", c.id, c.text);
  }
}

void print_json() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Primitive& p : primitives()) {
    nlohmann::ordered_json one{{"name", p.name}, {"group", p.group}, {"summary", p.summary}};
    for (const Parameter& a : p.parameters)
      one["parameters"].push_back({{"name", a.name}, {"kind", a.kind}, {"optional", a.optional}});
    for (const rewrite::Condition& c : p.conditions)
      one["conditions"].push_back({{"id", p.name + "." + std::string(c.id)}, {"text", c.text}});
    all.push_back(std::move(one));
  }
  fmt::print("{}\n", all.dump(2));
}

}  // namespace

Command add_primitives(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* sub =
      app.add_subcommand("primitives", "list the scheduling primitives with their arguments and conditions");
  add_json_option(*sub, *json);
  return [json] { *json ? print_json() : print_text(); };
}

}  // namespace tessera::driver
