// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/facts.hpp"

#include <cmath>

#include "dsl/rewrite/primitive.hpp"

namespace tessera::report {
namespace {

Json place(const SrcLoc& loc, const std::string& text) {
  Json out = Json::object();
  if (loc) out = {{"file", loc.file ? *loc.file : "<text>"}, {"line", loc.line}, {"column", loc.column}};
  out["text"] = text;
  return out;
}

Json counterexample(const Counterexample& c) {
  Json out{{"text", c.text()}, {"values", Json::array()}};
  for (const Counterexample::Value& v : c.values) out["values"].push_back({{"name", v.name}, {"value", v.value}});
  if (!c.replay.empty()) out["replay"] = c.replay;
  return out;
}

double milliseconds(double seconds) { return std::round(seconds * 1e5) / 100; }

std::string_view rule_of(const std::string& primitive, const std::string& id) {
  const Primitive* p = find_primitive(primitive);
  for (const rewrite::Condition& c : p ? p->conditions : std::vector<rewrite::Condition>{})
    if (c.id == id) return c.text;
  return "";
}

Json proof_facts(const Proof& proof, Times times) {
  Json out{{"statement", proof.query.text}, {"verdict", "proved"}, {"decided_by", decider_name(proof.answer.decider)}};
  if (!proof.strategy.empty()) out["way"] = proof.strategy;
  if (!proof.answer.origin.empty()) out["origin"] = proof.answer.origin;
  if (times == Times::shown) out["milliseconds"] = milliseconds(proof.answer.seconds);
  return out;
}

Json& condition(Json& conditions, const std::string& primitive, const std::string& id) {
  for (Json& c : conditions)
    if (c["id"] == id) return c;
  return conditions.emplace_back(Json{{"id", id}, {"rule", rule_of(primitive, id)}, {"proofs", Json::array()}});
}

}  // namespace

Json error_facts(const Error& e) {
  const Diagnostic& d = e.diagnostic();
  Json out{{"code", d.code}, {"message", d.message}, {"exit_code", static_cast<int>(e.exit_code())}};
  out["places"] = Json::array();
  bool shows_line = d.source_line.empty() && !d.notes.empty() && !d.notes.front().loc;  // a note instead of the line
  if (d.loc || !d.source_line.empty())
    out["places"].push_back(place(d.loc, shows_line ? d.notes.front().text : d.source_line));
  for (const Note& note : d.notes)
    if (!shows_line || !d.loc || &note != &d.notes.front()) out["places"].push_back(place(note.loc, note.text));
  if (!d.rule.empty()) out["rule"] = d.rule;
  if (d.counterexample) out["counterexample"] = counterexample(*d.counterexample);
  if (!d.hint.empty()) out["hint"] = d.hint;
  return out;
}

Json step_facts(const Version& made, int number, Times times) {
  const StepRecord& step = made.step;
  Json out{{"number", number}, {"primitive", step.primitive}};
  for (const auto& [name, value] : step.args) out["arguments"][name] = rewrite::text_of(value, *made.parent);
  if (step.loc)
    out["at"] = {
        {"file", step.loc.file ? *step.loc.file : "<text>"}, {"line", step.loc.line}, {"column", step.loc.column}};
  out["reassociates"] = step.reassociates;
  out["unsafe"] = step.unsafe;
  out["conditions"] = Json::array();
  for (const Proof& proof : step.proofs)
    condition(out["conditions"], step.primitive, proof.condition)["proofs"].push_back(proof_facts(proof, times));
  return out;
}

std::vector<Json> steps_facts(const Proc& p, Times times) {
  std::vector<Json> out;
  for (const VersionRef& v : p.history())
    if (v->parent) out.push_back(step_facts(*v, static_cast<int>(out.size()) + 1, times));
  return out;
}

std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tessera::report
