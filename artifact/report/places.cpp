// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/places.hpp"

#include <set>

#include "dsl/rewrite/step_context.hpp"

namespace tessera::report {
namespace {

using ir::Path;

// The target of an argument: statements or expressions, a gap before the statement at the path, or a parameter.
struct Target {
  std::vector<Path> paths;
  std::optional<std::size_t> argument;
};

Target buffer(const rewrite::BufferAt& found) {
  if (found.alloc) return {{*found.alloc}, std::nullopt};
  return {{}, found.arg};
}

Target block(const rewrite::Range& range) {
  Target out;
  for (int i = 0; i < range.count; ++i) out.paths.push_back(range.first.sibling(i));
  return out;
}

// A gap is shown by the statements around it.
Target around(const Path& gap) {
  if (gap.steps.back().index == 0) return {{gap}, std::nullopt};
  return {{gap.sibling(-1), gap}, std::nullopt};
}

bool is_place(const std::string& kind) {
  static const std::set<std::string> kinds{"loop",   "statement", "scope", "call",
                                           "buffer", "block",     "gap",   "expression"};
  return kinds.count(kind) > 0;
}

Target resolve(const rewrite::StepContext& step, const std::string& kind, const Place& place) {
  if (kind == "loop") return Target{{step.loop({place}).path}, std::nullopt};
  if (kind == "scope") return Target{{step.scope({place})}, std::nullopt};
  if (kind == "statement") return Target{{step.stmt({place})}, std::nullopt};
  if (kind == "call") return Target{{step.call({place})}, std::nullopt};
  if (kind == "buffer") return buffer(step.buffer({place}));
  if (kind == "block") return block(step.block({place}));
  if (kind == "gap") return around(step.gap({place}));
  return {step.exprs({place}), std::nullopt};
}

const Parameter* parameter(const Primitive& primitive, const std::string& name) {
  for (const Parameter& p : primitive.parameters)
    if (p.name == name) return &p;
  return nullptr;
}

// One place, or the places of a list.
std::vector<Place> as_places(const rewrite::Value& v) {
  if (const auto* text = std::get_if<std::string>(&v.data)) return {*text};
  if (const auto* cursor = std::get_if<Cursor>(&v.data)) return {*cursor};
  std::vector<Place> out;
  if (const auto* list = std::get_if<rewrite::Values>(&v.data))
    for (const rewrite::Value& item : *list)
      for (const Place& place : as_places(item)) out.push_back(place);
  return out;
}

std::string first_text(const Listing& listing, const std::vector<Span>& spans) {
  if (spans.empty()) return "";
  const std::string& line = listing.lines()[static_cast<std::size_t>(spans.front().first)];
  if (spans.front().to)
    return line.substr(static_cast<std::size_t>(spans.front().from),
                       static_cast<std::size_t>(spans.front().to - spans.front().from));
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

// Statements of a block one after the other are one span.
std::vector<Span> merged(const std::vector<Span>& spans) {
  std::vector<Span> out;
  for (const Span& s : spans)
    if (!out.empty() && out.back().first + out.back().count == s.first) out.back().count += s.count;
    else out.push_back(s);
  return out;
}

class Finder {
 public:
  Finder(const Version& version, const ContextRef& context, const Listing& before, const Listing& after)
      : version_(version), old_(version.parent, context), before_(before), after_(after) {}

  std::optional<StepPlace> find(const rewrite::StepContext& step, const Parameter& parameter,
                                const RecordedValue& value) const {
    const std::vector<Place> places = as_places(rewrite::as_value(value, old_));
    if (places.empty()) return std::nullopt;
    StepPlace out{parameter.name, "", {}, {}};
    for (const Place& place : places) {
      const Target target = resolve(step, parameter.kind, place);
      for (const Path& path : target.paths) add(out, path);
      if (target.argument) add_argument(out, *target.argument);
    }
    if (parameter.kind == "block") out.before = merged(out.before), out.after = merged(out.after);
    out.text = first_text(before_, out.before);
    return out;
  }

 private:
  void add(StepPlace& out, const Path& path) const {
    if (auto span = before_.span(path)) out.before.push_back(*span);
    else return;
    std::optional<Path> moved = version_.step.forward(path);
    std::optional<Span> span = moved ? after_.span(*moved) : std::nullopt;
    if (span) out.after.push_back(*span);
  }

  void add_argument(StepPlace& out, std::size_t index) const {
    out.before.push_back(before_.argument(index));
    ir::Sym name = version_.parent->ir->args.at(index).name;
    const std::vector<ir::Arg>& args = version_.ir->args;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (args[i].name == name) out.after.push_back(after_.argument(i));
  }

  const Version& version_;
  Proc old_;
  const Listing &before_, &after_;
};

}  // namespace

std::vector<StepPlace> places(const Version& version, const ContextRef& context, const Listing& before,
                              const Listing& after) {
  const Primitive& primitive = *find_primitive(version.step.primitive);
  rewrite::StepContext step(Proc(version.parent, context), primitive);
  Finder finder(version, context, before, after);
  std::vector<StepPlace> out;
  for (const auto& [name, value] : version.step.args) {
    const Parameter* p = parameter(primitive, name);
    if (!p || !is_place(p->kind)) continue;
    std::optional<StepPlace> found = finder.find(step, *p, value);
    if (found) out.push_back(*std::move(found));
  }
  return out;
}

}  // namespace tessera::report
