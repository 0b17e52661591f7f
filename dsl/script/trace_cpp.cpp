// SPDX-License-Identifier: Apache-2.0
// A trace as C++: the same steps in the same order, on the functions of primitives.hpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "dsl/rewrite/primitive.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/script/steps.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/schedule.hpp"

namespace tessera::script {
namespace {

using syntax::ScheduleExpr;
using Kind = ScheduleExpr::Kind;

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
    // What `p` is at first: the written procedure that the last line goes back to.
    for (const TraceLine& line : trace_.lines)
      if (!line.is_step() && start_.empty()) start_ = line.source;
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
    std::size_t dot = start_.find('.');
    return out + fmt::format("//   Proc p = schedule({}{});\n",
                             written(start_.substr(0, dot), start_.substr(dot + 1), "procedure"), parameters(", "));
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
    if (!line.is_step()) return assigned(line.target, line.source == start_ ? "start" : declared(line.source));
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
    for (const auto& [name, text] : line.args) {
      std::string kind = kind_of(primitive, name);
      if (primitive.parameters.at(next++).name != name || is_enumerator(name, kind)) return by_name(line, primitive);
      args.push_back(name == "tail" ? "Tail::" + parse(text).text : value(text, kind));
    }
    return fmt::format("{}({}){}", function_of(primitive.name), fmt::join(args, ", "), result_of(primitive.name));
  }

  // Words and flags are the business of the C++ function: it may take an enumerator for them.
  static bool is_enumerator(const std::string& argument, const std::string& kind) {
    return kind == "boolean" || argument == "mode";
  }

  // For what the C++ function cannot be told: an argument in the middle is left out, or it has another type there.
  std::string by_name(const TraceLine& line, const Primitive& primitive) {
    std::vector<std::string> args;
    for (const auto& [name, text] : line.args)
      args.push_back(fmt::format("{{{}, {{{}}}}}", literal(name), boxed(parse(text), kind_of(primitive, name))));
    return fmt::format("find_primitive({})->apply({}, {{{{}}, {{{}}}}})", literal(primitive.name), line.subject,
                       fmt::join(args, ", "));
  }

  static std::string kind_of(const Primitive& primitive, const std::string& argument) {
    for (const Parameter& p : primitive.parameters)
      if (p.name == argument) return p.kind;
    return "";
  }

  static ScheduleExpr parse(const std::string& text) {
    return syntax::parse_schedule("x = " + text, "<trace>").lines.at(0).value;
  }

  std::string value(const std::string& text, const std::string& kind) { return value(parse(text), kind); }
  std::string value(const ScheduleExpr& e, const std::string& kind) {
    switch (e.kind) {
      case Kind::string: return literal(e.text);
      case Kind::integer: return std::to_string(e.integer);
      case Kind::negate: return "-" + value(e.items[0], kind);
      case Kind::boolean: return e.boolean ? "true" : "false";
      case Kind::list: return fmt::format("{{{}}}", fmt::join(values(e.items, kind), ", "));
      case Kind::name: return kind == "memory" ? fmt::format("memory({})", literal(e.text)) : e.text;
      case Kind::attribute: return member(e.items[0].text, e.text, kind);
      case Kind::call: {
        const ScheduleExpr& callee = e.items[0];
        return fmt::format("{}.{}({})", value(callee.items[0], ""), callee.text,
                           fmt::join(values({e.items.begin() + 1, e.items.end()}, ""), ", "));
      }
      case Kind::index: return fmt::format("{}[{}]", value(e.items[0], ""), value(e.items[1], ""));
      default: bug("an argument of a trace is no value");
    }
  }

  std::vector<std::string> values(const std::vector<ScheduleExpr>& items, const std::string& kind) {
    std::vector<std::string> out;
    for (const ScheduleExpr& item : items) out.push_back(value(item, kind));
    return out;
  }

  // As a rewrite::Value, whose alternative the literal alone would not choose.
  std::string boxed(const ScheduleExpr& e, const std::string& kind) {
    std::string plain = e.kind == Kind::list ? "" : value(e, kind);
    if (e.kind == Kind::string) return fmt::format("std::string({})", plain);
    if (e.kind == Kind::integer || e.kind == Kind::negate) return fmt::format("std::int64_t{{{}}}", plain);
    if (e.kind != Kind::list) return plain;
    std::vector<std::string> items;
    for (const ScheduleExpr& item : e.items) items.push_back(fmt::format("rewrite::Value{{{}}}", boxed(item, kind)));
    return fmt::format("rewrite::Values{{{}}}", fmt::join(items, ", "));
  }

  std::string declared(const std::string& source) {
    std::size_t dot = source.find('.');
    return member(source.substr(0, dot), source.substr(dot + 1), "procedure");
  }

  std::string member(const std::string& library, const std::string& name, const std::string& kind) {
    named_.insert(library);
    return written(library, name, kind);
  }

  static std::string written(const std::string& library, const std::string& name, const std::string& kind) {
    if (kind == "memory") return fmt::format("{}.memory({})", word(library), literal(name));
    if (kind == "configuration") return fmt::format("{}.config({})", word(library), literal(name));
    return fmt::format("{}[{}]", word(library), literal(name));
  }

  Trace trace_;
  TraceHead head_;
  std::vector<std::string> libraries_;
  std::string start_;
  std::set<std::string> named_, declared_;
};

}  // namespace

std::string trace_cpp(const Proc& p, const Inputs& inputs) { return CppWriter(p, inputs).text(); }

}  // namespace tessera::script
