// SPDX-License-Identifier: Apache-2.0
// A trace as C++: the same steps in the same order, on the functions of primitives.hpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "dsl/rewrite/primitive.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/script/steps.hpp"
#include "dsl/script/trace.hpp"

namespace tessera::script {
namespace {

std::string literal(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else out += c;
  }
  return out + "\"";
}

// Where the C++ function of a primitive has another name, or returns more than the procedure.
std::string function_of(const std::string& primitive) { return primitive == "inline" ? "inline_call" : primitive; }
std::string result_of(const std::string& primitive) { return primitive == "extract_subproc" ? ".proc" : ""; }

class CppWriter {
 public:
  CppWriter(const Proc& p, const Inputs& inputs) : trace_(trace_of(p, &inputs)), head_(head_of(p, inputs)) {
    for (const Library& l : inputs.libraries) libraries_.push_back(library_word(l.name));
    // The initial `p`: the written procedure at the start of the last line's chain.
    for (const TraceLine& line : trace_.lines)
      if (!line.is_step() && start_.name.empty()) start_ = line.source;
  }

  std::string text() {
    std::string body;
    for (const TraceLine& line : trace_.lines) body += "  " + statement(line) + "\n";
    std::string out = comments() + "#include \"tessera/tessera.hpp\"\n\nusing namespace tessera;\n\n";
    out += fmt::format("Proc schedule(const Proc& start{}) {{\n{}  return p;\n}}\n", parameters(), body);
    return out;
  }

 private:
  // The head of the trace, and how the function is called.
  std::string comments() const {
    std::istringstream head(print(head_));
    std::string out;
    for (std::string line; std::getline(head, line);) out += "//" + line.substr(1) + "\n";
    out += "//\n//   Session session;\n";
    for (std::size_t i = 0; i < libraries_.size(); ++i)
      out += fmt::format("//   HardwareLibrary {} = session.hwlib({});\n", word(libraries_[i]),
                         literal(head_.libraries[i]));
    std::string program = head_.program.empty() ? "program.tess" : head_.program;
    out += fmt::format("//   HardwareLibrary program = session.program({});\n", literal(program));
    return out + fmt::format("//   Proc p = schedule({}{});\n", written(start_, "procedure"), parameters(", "));
  }

  // The program and the libraries that the steps name, in the order of the command line.
  std::string parameters(const std::string& before = ", const HardwareLibrary& ") const {
    std::string out = named_.count("program") ? before + "program" : "";
    for (const std::string& l : libraries_)
      if (named_.count(l)) out += before + word(l);
    return out;
  }

  // A library may have the name of a primitive; the functions must stay visible.
  static std::string word(const std::string& library) {
    return find_primitive(library) || library == "start" ? library + "_" : library;
  }

  std::string statement(const TraceLine& line) {
    if (!line.is_step())
      return assigned(line.target, line.source == start_ ? "start" : member(line.source, "procedure"));
    std::string out = assigned(line.target, call(line));
    for (std::size_t i = 0; i < line.made.size(); ++i)
      out += "\n  " + assigned(line.made[i],
                               fmt::format("Proc({0}.version()->step.created[{1}], {0}.context())", line.target, i));
    return out;
  }

  std::string assigned(const std::string& variable, const std::string& value) {
    return fmt::format("{}{} = {};", declared_.insert(variable).second ? "Proc " : "", variable, value);
  }

  std::string call(const TraceLine& line) {
    const Primitive& primitive = *find_primitive(line.version->step.primitive);
    std::vector<std::string> args{line.subject};
    std::size_t next = 0;
    for (const auto& [name, given] : line.args) {
      const Parameter& parameter = primitive.parameters.at(next++);
      if (parameter.name != name || is_enumerator(parameter)) return by_name(line, primitive);
      args.push_back(name == "tail" ? "Tail::" + std::get<std::string>(given.data) : value(given, line));
    }
    return fmt::format("{}({}){}", function_of(primitive.name), fmt::join(args, ", "), result_of(primitive.name));
  }

  // Words and flags are the business of the C++ function: it may take an enumerator for them.
  static bool is_enumerator(const Parameter& p) { return p.kind == "boolean" || p.name == "mode"; }

  // For arguments that the C++ function cannot take: one in the middle is left out, or has another type.
  std::string by_name(const TraceLine& line, const Primitive& primitive) {
    std::vector<std::string> args;
    for (const auto& [name, given] : line.args)
      args.push_back(fmt::format("{{{}, {{{}}}}}", literal(name), boxed(given, line)));
    return fmt::format("find_primitive({})->apply({}, {{{{}}, {{{}}}}})", literal(primitive.name), line.subject,
                       fmt::join(args, ", "));
  }

  std::string value(const RecordedValue& v, const TraceLine& line) {
    if (const auto* flag = std::get_if<bool>(&v.data)) return *flag ? "true" : "false";
    if (const auto* list = std::get_if<RecordedValues>(&v.data)) {
      std::vector<std::string> items;
      for (const RecordedValue& item : *list) items.push_back(value(item, line));
      return fmt::format("{{{}}}", fmt::join(items, ", "));
    }
    rewrite::ArgumentNames names{line.subject, {}, {}, {}, literal};
    names.procedure = [this](const VersionRef& p) { return member(trace_.name_of(p), "procedure"); };
    names.memory = [this](const ir::MemoryRef& m) { return member(trace_.name_of(m), "memory"); };
    names.config = [this](const ir::ConfigRef& c) { return member(trace_.name_of(c), "configuration"); };
    return rewrite::text_of(v, *line.version->parent, names);
  }

  // As a rewrite::Value, whose alternative the literal alone would not choose.
  std::string boxed(const RecordedValue& v, const TraceLine& line) {
    const auto* list = std::get_if<RecordedValues>(&v.data);
    if (std::holds_alternative<std::string>(v.data)) return fmt::format("std::string({})", value(v, line));
    if (std::holds_alternative<std::int64_t>(v.data)) return fmt::format("std::int64_t{{{}}}", value(v, line));
    if (!list) return value(v, line);
    std::vector<std::string> items;
    for (const RecordedValue& item : *list) items.push_back(fmt::format("rewrite::Value{{{}}}", boxed(item, line)));
    return fmt::format("rewrite::Values{{{}}}", fmt::join(items, ", "));
  }

  std::string member(const TraceName& of, const std::string& kind) {
    named_.insert(of.library);
    return written(of, kind);
  }

  static std::string written(const TraceName& of, const std::string& kind) {
    const std::string name = literal(of.name);
    if (of.library.empty()) return kind == "memory" ? fmt::format("memory({})", name) : of.name;
    if (kind == "memory") return fmt::format("{}.memory({})", word(of.library), name);
    if (kind == "configuration") return fmt::format("{}.config({})", word(of.library), name);
    return fmt::format("{}[{}]", word(of.library), name);
  }

  Trace trace_;
  TraceHead head_;
  std::vector<std::string> libraries_;
  TraceName start_;
  std::set<std::string> named_, declared_;
};

}  // namespace

std::string trace_cpp(const Proc& p, const Inputs& inputs) { return CppWriter(p, inputs).text(); }

}  // namespace tessera::script
