// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/calls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/rewrite/argument_error.hpp"
#include "dsl/script/methods.hpp"
#include "dsl/script/schedule_error.hpp"

namespace tessera::script {

using syntax::ScheduleExpr;

namespace {

std::string instead_of(const CallArguments& args) {
  return args.positional.empty() ? "" : ", not " + rewrite::describe_value(args.positional[0]);
}

SrcLoc place_of(const std::string& argument, const Primitive& primitive, const ScheduleExpr& e, std::size_t first) {
  for (const auto& [name, value] : e.keywords)
    if (name == argument) return value.loc;
  for (std::size_t i = 0; i < primitive.parameters.size() && first + i < e.items.size(); ++i)
    if (primitive.parameters[i].name == argument) return e.items[first + i].loc;
  return e.loc;
}

// The argument that points into another procedure, or at something that is gone.
SrcLoc place_of_lost_cursor(const Proc& p, const CallArguments& args, const ScheduleExpr& e, std::size_t first) {
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

Value as_number(const Value& v) {
  const auto* flag = std::get_if<bool>(&v.data);
  return flag ? Value{std::int64_t{*flag}} : v;
}

Value with_numbers(Value v) {
  if (auto* list = std::get_if<Values>(&v.data))
    for (Value& item : *list) item = as_number(item);
  return v;
}

// Converts partial_eval(p, K=3) to partial_eval(p, [3], ['K']); a bool is True or False, or 1 or 0.
CallArguments by_name(const Primitive& primitive, CallArguments args) {
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

// partial_eval(8, 12) as the papers write it.
CallArguments gathered(const std::string& method, CallArguments args) {
  if (method == "partial_eval" && !args.positional.empty() &&
      std::holds_alternative<std::int64_t>(as_number(args.positional[0]).data))
    return {{Value{args.positional}}, args.named};
  return args;
}

}  // namespace

void Calls::require_function(const ScheduleExpr& callee) const {
  if (callee.text != "setting" && !find_primitive(callee.text) && operations_.count(callee.text) == 0)
    fail_at(callee.loc, fmt::format("there is no primitive '{}'", callee.text), primitives_hint(callee.text));
}

Value Calls::function(const ScheduleExpr& e, CallArguments args) {
  const std::string& name = e.items[0].text;
  if (name == "setting") return setting(e, args);
  const Proc* p = args.positional.empty() ? nullptr : std::get_if<Proc>(&args.positional[0].data);
  if (!p)
    fail_at(e.loc, fmt::format("{}: the first argument is the procedure{}", name, instead_of(args)),
            fmt::format("{}(p, ...), or p.{}(...)", name, name));
  const Proc proc = *p;
  args.positional.erase(args.positional.begin());
  const Primitive* primitive = find_primitive(name);
  return primitive ? apply(*primitive, proc, args, e, 2) : operate(*operations_.find(name), proc, args, e);
}

Value Calls::method(const ScheduleExpr& e, const Value& self, const std::string& method, const CallArguments& args) {
  if (const Proc* p = std::get_if<Proc>(&self.data)) {
    if (const Primitive* primitive = find_primitive(method)) return apply(*primitive, *p, gathered(method, args), e, 1);
    if (const auto operation = operations_.find(method); operation != operations_.end())
      return operate(*operation, *p, args, e);
  }
  try {
    if (std::optional<Value> v = call_of(self, method, args)) return *v;
  } catch (const Error& error) { rethrow_at(error, e.loc); }
  fail_at(e.loc, fmt::format("{} has no method '{}'", rewrite::describe_value(self), method),
          methods_hint(self, method));
}

Value Calls::operate(const std::pair<const std::string, Operation>& named, const Proc& p, const CallArguments& args,
                     const ScheduleExpr& e) {
  const auto& [name, operation] = named;
  if (!args.named.empty())
    fail_at(e.loc, fmt::format("{} takes its arguments by their order", name),
            fmt::format("{}(p, {})", name, operation.signature));
  try {
    const Proc made = operation.apply(p, args.positional);
    lineage_.made(name, made);
    return Value{made};
  } catch (const Error& error) { rethrow_at(error, e.loc); }
}

// The step. `first` is the item of the call that is the first argument besides the procedure.
Value Calls::apply(const Primitive& primitive, const Proc& p, const CallArguments& args, const ScheduleExpr& e,
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

// `th = setting('th', 14)`: the value of --set, else the default; one of them is required.
Value Calls::setting(const ScheduleExpr& e, const CallArguments& args) {
  const auto* name = args.positional.empty() ? nullptr : std::get_if<std::string>(&args.positional[0].data);
  if (!name || args.positional.size() > 2 || !args.named.empty())
    fail_at(e.loc, "setting takes a name and, if it may be left out, a default", "th = setting('th', 14)");
  const Value* given = scope_.setting(*name);
  if (args.positional.size() == 1) {
    if (given) return *given;
    fail_at(e.loc, fmt::format("the setting '{}' is not given", *name), fmt::format("--set {}=…", *name));
  }
  const Value& otherwise = args.positional[1];
  if (given && given->data.index() != otherwise.data.index())
    fail_at(e.loc, fmt::format("the setting '{}' is {}, but its default is {}", *name, rewrite::describe_value(*given),
                               rewrite::describe_value(otherwise)));
  return given ? *given : otherwise;
}

}  // namespace tessera::script
