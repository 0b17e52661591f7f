// SPDX-License-Identifier: Apache-2.0
#include "artifact/bench_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "codegen/bench_program/bench_program.hpp"
#include "dsl/interp/control.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/script/trace.hpp"

namespace tessera::artifact {
namespace {

using Sizes = std::map<std::string, std::int64_t>;

std::vector<std::string> control_names(const ir::Procedure& p) {
  const ir::Names names(p);
  std::vector<std::string> out;
  for (const ir::Arg& a : p.args)
    if (a.type.is_control()) out.push_back(names.of(a.name));
  return out;
}

[[noreturn]] void refuse_sizes(const std::string& message, const ir::Procedure& p) {
  const std::vector<std::string> names = control_names(p);
  std::string hint = "all sizes of " + p.name + " are fixed: leave them out";
  if (!names.empty())
    hint = fmt::format("give each of its sizes a value, as in --bench {}=64", fmt::join(names, "=64,"));
  throw InputError("bench", message, hint);
}

std::int64_t value_of(const std::string& choice, const std::string& word, const ir::Procedure& p) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    refuse_sizes(fmt::format("--bench {}: '{}' is not a whole number", choice, word), p);
  return value;
}

Sizes parsed(const std::string& choice, const ir::Procedure& p) {
  const std::vector<std::string> names = control_names(p);
  Sizes out;
  std::istringstream words(choice);
  for (std::string word; std::getline(words, word, ',');) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals == std::string::npos)
      refuse_sizes(
          fmt::format("--bench {}: '{}' is not of the form name=value (and FILE comes before --bench)", choice, word),
          p);
    if (std::find(names.begin(), names.end(), name) == names.end())
      refuse_sizes(fmt::format("--bench {}: {} has no size {}", choice, p.name, name), p);
    if (!out.emplace(name, value_of(choice, word.substr(equals + 1), p)).second)
      refuse_sizes(fmt::format("--bench {}: {} is given twice", choice, name), p);
  }
  for (const std::string& name : names)
    if (!out.count(name)) refuse_sizes(fmt::format("--bench {}: {} is not given", choice, name), p);
  return out;
}

// Values of the arguments of a procedure, which has them in this order.
class Values : public interp::ControlScope {
 public:
  Values(const ir::Procedure& p, const std::vector<std::string>& names, const Sizes& sizes) {
    std::size_t i = 0;
    for (const ir::Arg& a : p.args)
      if (a.type.is_control()) values_[a.name] = sizes.at(names.at(i++));
  }
  std::int64_t variable(ir::Sym s) const override { return values_.at(s); }
  std::int64_t stride(ir::Sym, int) const override { bug("a stride has no value here"); }
  std::int64_t config(const std::string&, const std::string&) const override { bug("a field has no value here"); }

 private:
  std::map<ir::Sym, std::int64_t> values_;
};

bool mentions_memory(const ir::Expr& e) {
  bool found = false;
  ir::for_each_expr(e, [&](const ir::Expr& x) { found = found || x.as<ir::StrideOf>() || x.as<ir::ReadConfig>(); });
  return found;
}

// Preconditions on sizes; those on strides are the program's to satisfy.
void check_allowed(const std::string& choice, const Sizes& sizes, const ir::Procedure& p,
                   const std::vector<std::string>& names) {
  const Values values(p, names, sizes);
  const ir::Names printed(p);
  for (const ir::Arg& a : p.args)
    if (a.type.scalar == ir::Scalar::size && values.variable(a.name) < 1)
      refuse_sizes(fmt::format("--bench {}: the size {} is below 1", choice, printed.of(a.name)), p);
  for (const ir::Expr& e : p.asserts)
    if (!mentions_memory(e) && !interp::evaluate(e, values))
      throw InputError("bench", fmt::format("--bench {}: {} requires {}", choice, p.name, ir::print(e, printed)),
                       "sizes must satisfy all preconditions");
}

}  // namespace

std::string bench_program_text(const api::Loaded& loaded, const Compiled& made, const BenchRequest& request) {
  const ir::Procedure &scheduled = loaded.scheduled.ir(), reference = script::reference(loaded.scheduled);
  const std::vector<std::string> names = control_names(scheduled);
  for (const std::string& choice : request.sizes) {
    const Sizes sizes = parsed(choice, scheduled);
    check_allowed(choice, sizes, reference, names);
    check_allowed(choice, sizes, scheduled, names);
  }
  return codegen::bench_program(reference, scheduled, made.options, made.c.flags, request.sizes);
}

}  // namespace tessera::artifact
