#include "dsl/script/evaluate.hpp"

#include <fmt/format.h>

#include <cctype>

#include "dsl/script/methods.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::script {
namespace {

using syntax::ScheduleExpr;
using Kind = ScheduleExpr::Kind;

class Evaluator {
 public:
  Evaluator(const Inputs& inputs, ContextRef context) : context_(std::move(context)) {
    for (const Library& l : inputs.libraries) {
      add_module(l.module);
      libraries_[l.name] = &l.module;
      libraries_["hw"] = &l.module;  // the last one given: schedules that fit any target name it so
    }
    for (const ir::MemoryRef& m : ir::builtin_memories()) names_[m->name] = Value{m};
    for (const ir::MemoryRef& m : inputs.memories) names_[m->name] = Value{m};
    for (const ir::ConfigRef& c : inputs.configs) names_[c->name] = Value{c};
    for (const Proc& p : inputs.procs) names_[p.name()] = Value{p};
    for (const auto& [name, text] : inputs.settings) names_[name] = setting(text);
    if (!inputs.procs.empty()) names_["p"] = Value{inputs.procs.back()};
  }

  Proc run(const syntax::Schedule& schedule) {
    for (const syntax::ScheduleLine& line : schedule.lines) {
      context_->line = line.loc;
      try {
        run_line(line);
      } catch (const Error& e) {
        context_->line = {};
        rethrow_at(e, line);
      }
    }
    context_->line = {};
    const Value* p = find("p");
    if (!p || !std::holds_alternative<Proc>(p->data))
      fail({}, "the schedule leaves no procedure in `p`", "assign the result to p");
    return std::get<Proc>(p->data);
  }

 private:
  void add_module(const syntax::Module& m) {
    for (const ir::ProcRef& p : m.procs) names_[p->name] = Value{Proc(p, context_)};
    for (const ir::MemoryRef& x : m.memories) names_[x->name] = Value{x};
    for (const ir::ConfigRef& x : m.configs) names_[x->name] = Value{x};
  }

  static Value setting(const std::string& text) {
    bool number = !text.empty() && text.find_first_not_of("0123456789", text[0] == '-' ? 1 : 0) == std::string::npos &&
                  text != "-";
    return number ? Value{std::int64_t{std::stoll(text)}} : Value{text};
  }

  [[noreturn]] static void fail(SrcLoc loc, const std::string& message, const std::string& hint = "") {
    Diagnostic d;
    d.code = "schedule";
    d.loc = loc;
    d.message = message;
    d.hint = hint;
    throw InputError(d);
  }

  // An error of a step belongs to the line that asked for it.
  [[noreturn]] static void rethrow_at(const Error& e, const syntax::ScheduleLine& line) {
    Diagnostic d = e.diagnostic();
    if (!d.loc || (d.loc.file && d.loc.file->starts_with("<"))) {
      if (d.loc && !d.source_line.empty())
        d.notes.insert(
            d.notes.begin(),
            {{},
             d.source_line + "\n" + std::string(static_cast<std::size_t>(std::max(0, d.loc.column - 1)), ' ') + "^"});
      d.loc = line.loc;
      d.source_line.clear();
    }
    if (d.source_line.empty()) d.source_line = line.source_line;
    if (e.exit_code() == ExitCode::bad_input) throw InputError(d);
    if (e.exit_code() == ExitCode::bug) throw Error(ExitCode::bug, d);
    throw SchedulingError(d, e.exit_code());
  }

  void run_line(const syntax::ScheduleLine& line) {
    Value v = eval(line.value);
    if (line.targets.size() == 1) {
      names_[line.targets[0]] = std::move(v);
      return;
    }
    if (line.targets.empty()) return;
    Values parts = std::holds_alternative<Values>(v.data) ? std::get<Values>(v.data) : with_created(v);
    if (parts.size() != line.targets.size())
      fail(line.loc, fmt::format("{} names on the left, {} values on the right", line.targets.size(), parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i) names_[line.targets[i]] = parts[i];
  }

  // `p, micro = extract_subproc(…)`: the procedure, then those that the step made.
  Values with_created(const Value& v) {
    const Proc* p = std::get_if<Proc>(&v.data);
    if (!p) return {v};
    Values out{v};
    for (const ir::ProcRef& c : p->version()->step.created) out.push_back(Value{Proc(c, context_)});
    return out;
  }

  const Value* find(const std::string& name) const {
    auto it = names_.find(name);
    return it == names_.end() ? nullptr : &it->second;
  }

  Value eval(const ScheduleExpr& e) {
    switch (e.kind) {
      case Kind::name: return name(e);
      case Kind::integer: return Value{e.integer};
      case Kind::number: fail(e.loc, "schedules compute with integers only");
      case Kind::string: return Value{e.formatted ? formatted(e) : substituted(e.text)};
      case Kind::boolean: return Value{e.boolean};
      case Kind::none: return Value{};
      case Kind::list: {
        Values items;
        for (const ScheduleExpr& item : e.items) items.push_back(eval(item));
        return Value{items};
      }
      case Kind::call: return call(e);
      case Kind::attribute: return attribute(e);
      case Kind::index: return index(e);
      case Kind::binary: return arithmetic(e);
      case Kind::negate: return Value{-integer(e.items[0])};
    }
    bug("unknown schedule expression");
  }

  Value name(const ScheduleExpr& e) {
    if (const Value* v = find(e.text)) return *v;
    fail(e.loc, fmt::format("unknown name '{}'", e.text),
         "procedures and memories of the program and of its libraries, and --set names, are known here");
  }

  std::int64_t integer(const ScheduleExpr& e) {
    Value v = eval(e);
    if (const auto* i = std::get_if<std::int64_t>(&v.data)) return *i;
    fail(e.loc, "an integer is wanted here");
  }

  Value arithmetic(const ScheduleExpr& e) {
    Value left = eval(e.items[0]);
    if (e.op == ir::BinOp::add && std::holds_alternative<std::string>(left.data)) {
      Value right = eval(e.items[1]);
      if (const auto* s = std::get_if<std::string>(&right.data)) return Value{std::get<std::string>(left.data) + *s};
      fail(e.loc, "a string adds to a string only");
    }
    std::int64_t a = integer(e.items[0]), b = integer(e.items[1]);
    switch (e.op) {
      case ir::BinOp::add: return Value{a + b};
      case ir::BinOp::sub: return Value{a - b};
      case ir::BinOp::mul: return Value{a * b};
      case ir::BinOp::div:
      case ir::BinOp::mod: {
        if (b == 0) fail(e.loc, "division by zero");
        std::int64_t q = a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
        return Value{e.op == ir::BinOp::div ? q : a - q * b};
      }
      default: fail(e.loc, "only + - * / // % compute here");
    }
  }

  // `{name}` in any string stands for the value of an integer or string name; other braces stay.
  std::string substituted(const std::string& text) const {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
      const Value* v = end == std::string::npos ? nullptr : find(text.substr(i + 1, end - i - 1));
      std::optional<std::string> value = v ? plain(*v) : std::nullopt;
      if (value) out += *value, i = end + 1;
      else out += text[i++];
    }
    return out;
  }

  static std::optional<std::string> plain(const Value& v) {
    if (const auto* i = std::get_if<std::int64_t>(&v.data)) return std::to_string(*i);
    if (const auto* s = std::get_if<std::string>(&v.data)) return *s;
    return std::nullopt;
  }

  std::string formatted(const ScheduleExpr& e) {
    std::string out;
    for (std::size_t i = 0; i < e.text.size();) {
      std::size_t end = e.text[i] == '{' ? e.text.find('}', i) : std::string::npos;
      if (end == std::string::npos) {
        out += e.text[i++];
        continue;
      }
      syntax::Schedule inner = syntax::parse_schedule(e.text.substr(i + 1, end - i - 1), "<f-string>");
      std::optional<std::string> value = inner.lines.size() == 1 ? plain(eval(inner.lines[0].value)) : std::nullopt;
      if (!value) fail(e.loc, "an f-string takes integers and strings");
      out += *value;
      i = end + 1;
    }
    return out;
  }

  CallArguments arguments(const ScheduleExpr& e) {
    CallArguments out;
    for (std::size_t i = 1; i < e.items.size(); ++i) out.positional.push_back(eval(e.items[i]));
    for (const auto& [name, value] : e.keywords) out.named.emplace_back(name, eval(value));
    return out;
  }

  Value call(const ScheduleExpr& e) {
    const ScheduleExpr& callee = e.items[0];
    if (callee.kind == Kind::attribute) return call_method(e, eval(callee.items[0]), callee.text);
    if (callee.kind != Kind::name) fail(callee.loc, "only primitives and methods are called");
    CallArguments args = arguments(e);
    const Primitive* primitive = find_primitive(callee.text);
    if (!primitive)
      fail(callee.loc, fmt::format("there is no primitive '{}'", callee.text), nearest_primitives(callee.text));
    const Proc* p = args.positional.empty() ? nullptr : std::get_if<Proc>(&args.positional[0].data);
    if (!p) fail(e.loc, fmt::format("{}: the first argument is the procedure", callee.text));
    Proc proc = *p;
    args.positional.erase(args.positional.begin());
    return Value{primitive->apply(proc, args)};
  }

  Value call_method(const ScheduleExpr& e, const Value& self, const std::string& method) {
    CallArguments args = arguments(e);
    if (const Proc* p = std::get_if<Proc>(&self.data))
      if (const Primitive* primitive = find_primitive(method))
        return Value{primitive->apply(*p, gathered(method, args))};
    if (std::optional<Value> v = call_of(self, method, args)) return *v;
    fail(e.loc, fmt::format("there is no method '{}' here", method),
         "procedures: find, find_loop, find_alloc_or_arg, body, forward and every primitive; "
         "cursors: parent, next, prev, before, after, body, orelse, expand, as_block, child, find");
  }

  // partial_eval(8, 12) as the papers write it.
  static CallArguments gathered(const std::string& method, CallArguments args) {
    if (method == "partial_eval" && !args.positional.empty() &&
        std::holds_alternative<std::int64_t>(args.positional[0].data))
      return {{Value{args.positional}}, args.named};
    return args;
  }

  Value attribute(const ScheduleExpr& e) {
    if (std::optional<Value> v = library_member(e.items[0], e.text, e.loc)) return *v;
    fail(e.loc, fmt::format("'{}' is not called; methods need parentheses", e.text));
  }

  Value index(const ScheduleExpr& e) {
    if (e.items[0].kind == Kind::name && libraries_.count(e.items[0].text)) {
      Value key = eval(e.items[1]);
      const auto* s = std::get_if<std::string>(&key.data);
      if (!s) fail(e.loc, "a library is indexed by a name");
      return *library_member(e.items[0], *s, e.loc);
    }
    Value base = eval(e.items[0]);
    std::int64_t i = integer(e.items[1]);
    if (const auto* list = std::get_if<Values>(&base.data)) {
      if (i < 0 || i >= static_cast<std::int64_t>(list->size()))
        fail(e.loc, fmt::format("the list has {} items", list->size()));
      return (*list)[static_cast<std::size_t>(i)];
    }
    if (const auto* c = std::get_if<Cursor>(&base.data)) return Value{(*c)[static_cast<int>(i)]};
    fail(e.loc, "only lists, blocks and libraries are indexed");
  }

  std::optional<Value> library_member(const ScheduleExpr& base, const std::string& member, SrcLoc loc) {
    auto it = base.kind == Kind::name ? libraries_.find(base.text) : libraries_.end();
    if (it == libraries_.end()) return std::nullopt;
    if (std::optional<Value> v = member_of(*it->second, member)) return v;
    fail(loc, fmt::format("the library {} has no '{}'", base.text, member),
         "a procedure or memory of it, a role of one of its instructions, `memory` (its first register memory) or "
         "`lanes` (f32 in a register of that)");
  }

  std::optional<Value> member_of(const syntax::Module& library, const std::string& member) {
    if (ir::ProcRef p = library.proc(member)) return Value{Proc(p, context_)};
    if (ir::MemoryRef m = library.memory(member)) return Value{m};
    for (const ir::ProcRef& p : library.procs)
      if (p->instr && p->instr->facts.count("role") && p->instr->facts.at("role") == member)
        return Value{Proc(p, context_)};
    for (const ir::MemoryRef& m : library.memories) {
      if (!m->is_register()) continue;
      if (member == "memory") return Value{m};
      const ir::Holding* f32 = m->holding(ir::Scalar::f32);
      if (member == "lanes" && f32) return Value{std::int64_t{f32->lanes}};
    }
    return std::nullopt;
  }

  ContextRef context_;
  std::map<std::string, Value> names_;
  std::map<std::string, const syntax::Module*> libraries_;
};

}  // namespace

Proc evaluate(const syntax::Schedule& schedule, const Inputs& inputs, const ContextRef& context) {
  return Evaluator(inputs, context).run(schedule);
}

}  // namespace tessera::script
