// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <climits>

#include "dsl/rewrite/argument_error.hpp"
#include "dsl/script/lineage.hpp"
#include "dsl/script/methods.hpp"
#include "dsl/script/scope.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::script {
namespace {

using syntax::ScheduleExpr;
using Kind = ScheduleExpr::Kind;

class Evaluator {
 public:
  Evaluator(const Inputs& inputs, ContextRef context, Progress& progress)
      : context_(std::move(context)),
        scope_(inputs, context_),
        operations_(inputs.operations),
        lineage_(inputs),
        is_whole_(inputs.whole),
        progress_(progress) {
    if (inputs.configs.empty() && inputs.libraries.empty()) return;  // those that the context has stay
    context_->configs = inputs.configs;
    for (auto l = inputs.libraries.rbegin(); l != inputs.libraries.rend(); ++l)
      context_->configs.insert(context_->configs.end(), l->module.configs.begin(), l->module.configs.end());
  }

  Proc run(const syntax::Schedule& schedule) {
    for (const syntax::ScheduleLine& line : schedule.lines) {
      context_->line = line.loc;
      lineage_.begin(line);
      try {
        run_line(line);
      } catch (const Error& e) {
        context_->line = {};
        rethrow_at(e, line.loc, &line);
      }
    }
    context_->line = {};
    if (is_whole_) scope_.check_settings_used();
    const Value* p = scope_.find("p");
    if (!p || !std::holds_alternative<Proc>(p->data)) no_result(schedule);
    const Proc result = std::get<Proc>(p->data);
    if (is_whole_) lineage_.check(result, scope_);
    return result;
  }

 private:
  [[noreturn]] static void fail(SrcLoc loc, const std::string& message, const std::string& hint = "") {
    Diagnostic d;
    d.code = "schedule";
    d.loc = loc;
    d.message = message;
    d.hint = hint;
    throw InputError(d);
  }

  [[noreturn]] static void no_result(const syntax::Schedule& schedule) {
    Diagnostic d;
    d.code = "schedule";
    d.message = "the schedule leaves no procedure in `p`";
    d.hint = "assign the result to p";
    if (!schedule.lines.empty()) {
      d.loc = schedule.lines.back().loc;
      d.source_line = schedule.lines.back().source_line;
    }
    throw InputError(d);
  }

  // A step makes another procedure and leaves its own as it was: on a line of its own it does nothing.
  [[noreturn]] static void thrown_away(const syntax::ScheduleLine& line) {
    const std::string scheduled = procedure_of(line.value);
    fail(line.loc, fmt::format("this step's result goes nowhere: {} stays as it was", scheduled),
         fmt::format("{} = {}", scheduled, line.text));
  }

  // The name that the call is about: q in q.rename('r') and in rename(q, 'r').
  static std::string procedure_of(const ScheduleExpr& call) {
    const ScheduleExpr& callee = call.items.front();
    const ScheduleExpr* of = callee.kind == Kind::attribute ? &callee.items.front() : nullptr;
    if (!of && call.items.size() > 1) of = &call.items[1];
    return of && of->kind == Kind::name ? of->text : "p";
  }

  // An error without a place in a file belongs to what asked for it. A fragment's own place is shown below.
  [[noreturn]] static void rethrow_at(const Error& e, SrcLoc loc, const syntax::ScheduleLine* line = nullptr) {
    Diagnostic d = e.diagnostic();
    if (!d.loc || (d.loc.file && d.loc.file->starts_with("<"))) {
      if (d.loc && !d.source_line.empty())
        d.notes.insert(
            d.notes.begin(),
            {{},
             d.source_line + "\n" + std::string(static_cast<std::size_t>(std::max(0, d.loc.column - 1)), ' ') + "^"});
      d.loc = loc;
      d.source_line.clear();
    }
    if (line && d.source_line.empty() && d.loc.file == line->loc.file && d.loc.line == line->loc.line)
      d.source_line = line->source_line;
    if (e.exit_code() == ExitCode::bad_input) throw InputError(d);
    if (e.exit_code() == ExitCode::bug) throw Error(ExitCode::bug, d);
    throw SchedulingError(d, e.exit_code());
  }

  void run_line(const syntax::ScheduleLine& line) {
    Value v = eval(line.value);
    if (line.targets.empty() && line.value.kind == Kind::call && std::holds_alternative<Proc>(v.data))
      thrown_away(line);
    if (line.targets.size() == 1) return assign(line.targets[0], std::move(v));
    if (line.targets.empty()) return;
    Values parts = std::holds_alternative<Values>(v.data) ? std::get<Values>(v.data) : with_created(v);
    if (parts.size() != line.targets.size())
      fail(line.loc, fmt::format("{} names on the left, {} on the right", line.targets.size(),
                                 syntax::counted(parts.size(), "value", "values")));
    for (std::size_t i = 0; i < parts.size(); ++i) assign(line.targets[i], parts[i]);
  }

  void assign(const std::string& name, Value v) {
    if (name == "p") lineage_.result_here();
    scope_.set(name, std::move(v));
  }

  // `p, micro = extract_subproc(…)`: the procedure, then those that the step made.
  Values with_created(const Value& v) {
    const Proc* p = std::get_if<Proc>(&v.data);
    if (!p) return {v};
    Values out{v};
    for (const ir::ProcRef& c : p->version()->step.created) out.push_back(Value{Proc(c, context_)});
    return out;
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
      case Kind::negate: return negated(e);
    }
    bug("unknown schedule expression");
  }

  Value name(const ScheduleExpr& e) {
    if (const Value* v = scope_.find(e.text)) return *v;
    std::string near = syntax::nearest(e.text, scope_.names());
    fail(
        e.loc, fmt::format("unknown name '{}'", e.text),
        !near.empty()
            ? near
            : "procedures and memories of the program and of its libraries (--hwlib), and --set names, are known here");
  }

  std::int64_t integer(const ScheduleExpr& e) { return integer(e, eval(e)); }
  static std::int64_t integer(const ScheduleExpr& e, const Value& v) {
    if (const auto* i = std::get_if<std::int64_t>(&v.data)) return *i;
    fail(e.loc, fmt::format("an integer is wanted here, not {}", rewrite::describe_value(v)));
  }

  Value negated(const ScheduleExpr& e) {
    std::int64_t out = 0;
    if (__builtin_sub_overflow(std::int64_t{0}, integer(e.items[0]), &out)) too_large(e);
    return Value{out};
  }

  [[noreturn]] static void too_large(const ScheduleExpr& e) { fail(e.loc, "the result does not fit 64 bits"); }

  Value arithmetic(const ScheduleExpr& e) {
    Value left = eval(e.items[0]);
    if (e.op == ir::BinOp::add && std::holds_alternative<std::string>(left.data)) {
      Value right = eval(e.items[1]);
      if (const auto* s = std::get_if<std::string>(&right.data)) return Value{std::get<std::string>(left.data) + *s};
      fail(e.loc, "a string adds to a string only");
    }
    std::int64_t a = integer(e.items[0], left), b = integer(e.items[1]), out = 0;
    switch (e.op) {
      case ir::BinOp::add:
        if (__builtin_add_overflow(a, b, &out)) too_large(e);
        return Value{out};
      case ir::BinOp::sub:
        if (__builtin_sub_overflow(a, b, &out)) too_large(e);
        return Value{out};
      case ir::BinOp::mul:
        if (__builtin_mul_overflow(a, b, &out)) too_large(e);
        return Value{out};
      case ir::BinOp::div:
      case ir::BinOp::mod: return quotient(e, a, b);
      default: fail(e.loc, "only + - * / // % compute here");
    }
  }

  // Division and its remainder round down, as in programs.
  static Value quotient(const ScheduleExpr& e, std::int64_t a, std::int64_t b) {
    if (b == 0) fail(e.loc, "division by zero");
    if (b == -1 && a == std::numeric_limits<std::int64_t>::min()) too_large(e);
    std::int64_t q = a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
    return Value{e.op == ir::BinOp::div ? q : a - q * b};
  }

  // `{name}` in any string stands for the value of an integer or string name; other braces stay.
  std::string substituted(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
      const Value* v = end == std::string::npos ? nullptr : scope_.find(text.substr(i + 1, end - i - 1));
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
      out += inserted(e, e.text.substr(i + 1, end - i - 1));
      i = end + 1;
    }
    return out;
  }

  std::string inserted(const ScheduleExpr& e, const std::string& text) try {
    syntax::Schedule inner = syntax::parse_schedule(text, "<f-string>");
    std::optional<std::string> value = inner.lines.size() == 1 ? plain(eval(inner.lines[0].value)) : std::nullopt;
    if (!value) fail(e.loc, "an f-string takes integers and strings");
    return *value;
  } catch (const Error& error) { rethrow_at(error, e.loc); }

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
    if (callee.text == "setting") return setting(e);
    const Primitive* primitive = find_primitive(callee.text);
    const auto operation = operations_.find(callee.text);
    if (!primitive && operation == operations_.end())
      fail(callee.loc, fmt::format("there is no primitive '{}'", callee.text), primitives_hint(callee.text));
    CallArguments args = arguments(e);
    const Proc* p = args.positional.empty() ? nullptr : std::get_if<Proc>(&args.positional[0].data);
    if (!p)
      fail(e.loc, fmt::format("{}: the first argument is the procedure{}", callee.text, instead_of(args)),
           fmt::format("{}(p, ...), or p.{}(...)", callee.text, callee.text));
    Proc proc = *p;
    args.positional.erase(args.positional.begin());
    return primitive ? apply(*primitive, proc, args, e, 2) : operate(*operation, proc, args, e);
  }

  Value operate(const std::pair<const std::string, Operation>& named, const Proc& p, const CallArguments& args,
                const ScheduleExpr& e) {
    const auto& [name, operation] = named;
    if (!args.named.empty())
      fail(e.loc, fmt::format("{} takes its arguments by their order", name),
           fmt::format("{}(p, {})", name, operation.signature));
    try {
      const Proc made = operation.apply(p, args.positional);
      lineage_.made(name, made);
      return Value{made};
    } catch (const Error& error) { rethrow_at(error, e.loc); }
  }

  static std::string instead_of(const CallArguments& args) {
    return args.positional.empty() ? "" : ", not " + rewrite::describe_value(args.positional[0]);
  }

  Value call_method(const ScheduleExpr& e, const Value& self, const std::string& method) {
    CallArguments args = arguments(e);
    if (const Proc* p = std::get_if<Proc>(&self.data)) {
      if (const Primitive* primitive = find_primitive(method))
        return apply(*primitive, *p, gathered(method, args), e, 1);
      if (const auto operation = operations_.find(method); operation != operations_.end())
        return operate(*operation, *p, args, e);
    }
    try {
      if (std::optional<Value> v = call_of(self, method, args)) return *v;
    } catch (const Error& error) { rethrow_at(error, e.loc); }
    fail(e.loc, fmt::format("{} has no method '{}'", rewrite::describe_value(self), method),
         methods_hint(self, method));
  }

  // The step. `first` is the item of the call that is the first argument besides the procedure.
  Value apply(const Primitive& primitive, const Proc& p, const CallArguments& args, const ScheduleExpr& e,
              std::size_t first) {
    progress_.primitive = primitive.name;
    progress_.program = p;
    try {
      progress_.program = primitive.apply(p, by_name(primitive, args));
    } catch (const rewrite::ArgumentError& error) {
      rethrow_at(error, place_of(error.argument, primitive, e, first));
    } catch (const SchedulingError& error) {
      if (error.diagnostic().code == "cursor") rethrow_at(error, place_of_lost_cursor(p, args, e, first));
      throw;
    }
    progress_.primitive.clear();
    ++progress_.done;
    lineage_.made(primitive.name, progress_.program);
    return Value{progress_.program};
  }

  static SrcLoc place_of(const std::string& argument, const Primitive& primitive, const ScheduleExpr& e,
                         std::size_t first) {
    for (const auto& [name, value] : e.keywords)
      if (name == argument) return value.loc;
    for (std::size_t i = 0; i < primitive.parameters.size() && first + i < e.items.size(); ++i)
      if (primitive.parameters[i].name == argument) return e.items[first + i].loc;
    return e.loc;
  }

  // The argument that points into another procedure, or at something that is gone.
  static SrcLoc place_of_lost_cursor(const Proc& p, const CallArguments& args, const ScheduleExpr& e,
                                     std::size_t first) {
    auto is_lost = [&](const Value& v) {
      const auto* c = std::get_if<Cursor>(&v.data);
      try {
        if (c) p.forward(*c);
        return false;
      } catch (const SchedulingError&) { return true; }
    };
    for (std::size_t i = 0; i < args.positional.size() && first + i < e.items.size(); ++i)
      if (is_lost(args.positional[i])) return e.items[first + i].loc;
    for (std::size_t i = 0; i < args.named.size(); ++i)
      if (is_lost(args.named[i].second)) return e.keywords[i].second.loc;
    return e.loc;
  }

  // partial_eval(p, K=3) stands for partial_eval(p, [3], ['K']); a bool is given as True or False, or as 1 or 0.
  static CallArguments by_name(const Primitive& primitive, CallArguments args) {
    if (primitive.name != "partial_eval") return args;
    if (!args.positional.empty()) args.positional[0] = with_numbers(std::move(args.positional[0]));
    for (auto& [name, value] : args.named)
      if (name == "values") value = with_numbers(std::move(value));
    const auto is_number = [](const auto& arg) {
      return std::holds_alternative<std::int64_t>(as_number(arg.second).data);
    };
    if (!args.positional.empty() || args.named.empty() || !std::all_of(args.named.begin(), args.named.end(), is_number))
      return args;
    Values values, names;
    for (const auto& [name, value] : args.named) {
      values.push_back(as_number(value));
      names.push_back(Value{name});
    }
    return {{Value{values}, Value{names}}, {}};
  }

  static Value as_number(const Value& v) {
    const auto* flag = std::get_if<bool>(&v.data);
    return flag ? Value{std::int64_t{*flag}} : v;
  }

  static Value with_numbers(Value v) {
    if (auto* list = std::get_if<Values>(&v.data))
      for (Value& item : *list) item = as_number(item);
    return v;
  }

  // partial_eval(8, 12) as the papers write it.
  static CallArguments gathered(const std::string& method, CallArguments args) {
    if (method == "partial_eval" && !args.positional.empty() &&
        std::holds_alternative<std::int64_t>(as_number(args.positional[0]).data))
      return {{Value{args.positional}}, args.named};
    return args;
  }

  // `th = setting('th', 14)`: what --set gives, else the default; without a default it must be given.
  Value setting(const ScheduleExpr& e) {
    CallArguments args = arguments(e);
    const auto* name = args.positional.empty() ? nullptr : std::get_if<std::string>(&args.positional[0].data);
    if (!name || args.positional.size() > 2 || !args.named.empty())
      fail(e.loc, "setting takes a name and, if it may be left out, a default", "th = setting('th', 14)");
    const Value* given = scope_.setting(*name);
    if (args.positional.size() == 1) {
      if (given) return *given;
      fail(e.loc, fmt::format("the setting '{}' is not given", *name), fmt::format("--set {}=…", *name));
    }
    const Value& otherwise = args.positional[1];
    if (given && given->data.index() != otherwise.data.index())
      fail(e.loc, fmt::format("the setting '{}' is {}, but its default is {}", *name, rewrite::describe_value(*given),
                              rewrite::describe_value(otherwise)));
    return given ? *given : otherwise;
  }

  Value attribute(const ScheduleExpr& e) {
    const ScheduleExpr& of = e.items[0];
    if (const std::optional<LibraryName> l = library(of)) return member(e, *l, e.text);
    if (of.kind == Kind::name && !scope_.find(of.text))
      fail(of.loc, fmt::format("unknown name '{}'", of.text),
           fmt::format("if it is a hardware library, --hwlib {} loads it", of.text));
    fail(e.loc, fmt::format("'{}' is not called; methods need parentheses", e.text));
  }

  // `hw`; `hw.f64` or `hw[T]` for what it has of that element type. Nothing for what is no library.
  std::optional<LibraryName> library(const ScheduleExpr& e) {
    if (e.kind == Kind::name && scope_.is_library(e.text)) return LibraryName{e.text, {}};
    if (e.kind != Kind::attribute && e.kind != Kind::index) return std::nullopt;
    std::optional<LibraryName> whole = library(e.items[0]);
    if (!whole) return std::nullopt;
    const std::string wanted = e.kind == Kind::attribute ? e.text : key(e);
    const std::optional<ir::Scalar> type = data_type(*whole, wanted);
    const std::vector<ir::Scalar> held = scope_.types(*whole);
    if (!type && !held.empty() && !scope_.member(*whole, wanted))
      fail(e.loc, fmt::format("the library {} has no element type '{}'", whole->name, wanted), types_hint(held));
    if (!type) return member(e, *whole, wanted), std::nullopt;
    if (std::find(held.begin(), held.end(), *type) == held.end())
      fail(e.loc, fmt::format("the library {} has nothing of {}", whole->name, wanted), types_hint(held));
    return LibraryName{whole->name, type};
  }

  // The program is of no type, and what is of one type is of no other.
  static std::optional<ir::Scalar> data_type(const LibraryName& library, const std::string& name) {
    const std::optional<ir::Scalar> type = ir::scalar_named(name);
    return type && ir::is_data(*type) && !library.type && library.name != "program" ? type : std::nullopt;
  }

  static std::string types_hint(const std::vector<ir::Scalar>& types) {
    std::vector<std::string_view> names;
    for (ir::Scalar t : types) names.push_back(ir::name(t));
    return names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", "));
  }

  std::string key(const ScheduleExpr& e) {
    Value key = eval(e.items[1]);
    if (const auto* s = std::get_if<std::string>(&key.data)) return *s;
    fail(e.loc, "a library is indexed by a name");
  }

  Value member(const ScheduleExpr& e, const LibraryName& from, const std::string& wanted) {
    if (std::optional<Value> v = scope_.member(from, wanted)) return *v;
    if (const std::optional<LibraryName> part = data_type(from, wanted) ? library(e) : std::nullopt)
      fail(e.loc, fmt::format("{} is a library", part->text()), fmt::format("name what it has: {}.load", part->text()));
    const std::string near = syntax::nearest(wanted, scope_.members(from));
    if (from.name == "program") fail(e.loc, fmt::format("the program has no '{}'", wanted), near);
    fail(e.loc, fmt::format("the library {} has no '{}'", from.text(), wanted),
         near.empty() ? members_hint(from) : near);
  }

  std::string members_hint(const LibraryName& library) const {
    constexpr const char* of_one_type =
        "an instruction whose first data argument is {0}, the role of one, `memory` (the first register memory that "
        "holds {0}) or `lanes` ({0} in a register of that)";
    constexpr const char* of_all_types =
        "a procedure or memory of it, a role of one of its instructions, `memory` (its first register memory), `lanes` "
        "(f32 in a register) or an element type; ";
    return library.type ? fmt::format(of_one_type, ir::name(*library.type))
                        : of_all_types + types_hint(scope_.types(library));
  }

  Value index(const ScheduleExpr& e) {
    if (const std::optional<LibraryName> l = library(e.items[0])) return member(e, *l, key(e));
    Value base = eval(e.items[0]);
    std::int64_t i = integer(e.items[1]);
    if (const auto* list = std::get_if<Values>(&base.data)) {
      const auto count = static_cast<std::int64_t>(list->size());
      if (i < -count || i >= count) fail(e.loc, fmt::format("the list has {} items", count));
      return (*list)[static_cast<std::size_t>(i < 0 ? i + count : i)];
    }
    const auto* c = std::get_if<Cursor>(&base.data);
    if (!c)
      fail(e.loc, fmt::format("only lists, blocks and libraries are indexed, not {}", rewrite::describe_value(base)));
    try {
      if (i < 0 && c->kind() == Cursor::Kind::block) i += c->count();  // from the end
      return Value{(*c)[static_cast<int>(std::clamp<std::int64_t>(i, -1, INT_MAX))]};
    } catch (const Error& error) { rethrow_at(error, e.loc); }
  }

  ContextRef context_;
  Scope scope_;
  const std::map<std::string, Operation>& operations_;
  Lineage lineage_;
  bool is_whole_;
  Progress& progress_;
};

}  // namespace

Proc evaluate(const syntax::Schedule& schedule, const Inputs& inputs, const ContextRef& context, Progress* progress) {
  Progress own;
  return Evaluator(inputs, context, progress ? *progress : own).run(schedule);
}

}  // namespace tessera::script
