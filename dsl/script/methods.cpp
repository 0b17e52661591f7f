#include "dsl/script/methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::script {
namespace {

[[noreturn]] void wrong(const std::string& method, const char* wanted) {
  Diagnostic d;
  d.code = "arguments";
  d.message = fmt::format("{} takes {}", method, wanted);
  throw InputError(d);
}

std::string text(const CallArguments& args, const std::string& method) {
  const auto* s = args.positional.size() == 1 ? std::get_if<std::string>(&args.positional[0].data) : nullptr;
  if (!s) wrong(method, "one pattern");
  return *s;
}

int number(const CallArguments& args, const std::string& method, std::size_t i, std::optional<int> otherwise = {}) {
  if (i >= args.positional.size() && otherwise) return *otherwise;
  const auto* n = i < args.positional.size() ? std::get_if<std::int64_t>(&args.positional[i].data) : nullptr;
  if (!n) wrong(method, "integers");
  return static_cast<int>(*n);
}

std::optional<Value> on_proc(const Proc& p, const std::string& method, const CallArguments& args) {
  if (method == "find") return Value{p.find(text(args, method))};
  if (method == "find_loop") return Value{p.find_loop(text(args, method))};
  if (method == "find_alloc_or_arg") return Value{p.find_alloc_or_arg(text(args, method))};
  if (method == "body") return Value{p.body()};
  if (method == "name") return Value{p.name()};
  if (method == "find_all") {
    Values out;
    for (const Cursor& c : p.find_all(text(args, method))) out.push_back(Value{c});
    return Value{out};
  }
  if (method == "forward") {
    const auto* c = args.positional.size() == 1 ? std::get_if<Cursor>(&args.positional[0].data) : nullptr;
    if (!c) wrong(method, "a cursor");
    return Value{p.forward(*c)};
  }
  return std::nullopt;
}

std::optional<Value> on_cursor(const Cursor& c, const std::string& method, const CallArguments& args) {
  if (method == "parent") return Value{c.parent()};
  if (method == "next") return Value{c.next(number(args, method, 0, 1))};
  if (method == "prev") return Value{c.prev(number(args, method, 0, 1))};
  if (method == "before") return Value{c.before()};
  if (method == "after") return Value{c.after()};
  if (method == "body") return Value{c.body()};
  if (method == "orelse") return Value{c.orelse()};
  if (method == "as_block") return Value{c.as_block()};
  if (method == "expand") return Value{c.expand(number(args, method, 0), number(args, method, 1))};
  if (method == "child") return Value{c.child(number(args, method, 0))};
  if (method == "find") return Value{c.find(text(args, method))};
  if (method == "name") return Value{c.name()};
  return std::nullopt;
}

}  // namespace

std::optional<Value> call_of(const Value& self, const std::string& method, const CallArguments& args) {
  if (const auto* p = std::get_if<Proc>(&self.data)) return on_proc(*p, method, args);
  if (const auto* c = std::get_if<Cursor>(&self.data)) return on_cursor(*c, method, args);
  return std::nullopt;
}

std::string nearest_primitives(const std::string& name) {
  std::vector<std::string> all;
  for (const Primitive& p : primitives()) all.push_back(p.name);
  return syntax::nearest(name, all);
}

}  // namespace tessera::script
