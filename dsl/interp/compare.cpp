// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/compare.hpp"

#include <fmt/format.h>

namespace tessera::interp {
namespace {

// Visits the elements in row-major order until `visit` says stop.
template <class Visit> void for_each_index(const std::vector<std::int64_t>& shape, Visit visit) {
  std::vector<std::int64_t> index(shape.size(), 0);
  for (std::int64_t extent : shape)
    if (extent == 0) return;
  while (visit(index)) {
    std::size_t d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1]) index[--d] = 0;
    if (d == 0) return;
  }
}

std::string element(const std::string& name, const std::vector<std::int64_t>& index) {
  return index.empty() ? name : fmt::format("{}[{}]", name, fmt::join(index, ", "));
}

template <class Domain> std::optional<Diagnostic> origin(const Tensor<Domain>& t, std::size_t at) {
  const auto it = t.copied_from.find(at);
  return it == t.copied_from.end() ? std::nullopt : std::optional<Diagnostic>(*it->second);
}

// Arguments start with values everywhere.
template <class Domain>
std::optional<Failure> element_without_value(const ir::Procedure& proc, const Arguments<Domain>& state) {
  std::optional<Failure> found;
  for (std::size_t i = 0; i < proc.args.size() && !found; ++i) {
    const Tensor<Domain>& t = state.values[i].tensor;
    if (proc.args[i].type.is_control()) continue;
    for_each_index(t.shape, [&](const std::vector<std::int64_t>& index) {
      const auto at = static_cast<std::size_t>(t.place(index));
      if (!t.written[at])
        found = Failure{element(proc.args[i].name.text(), index) + " ends with a copy of what was never written",
                        "interp.uninitialised", origin(t, at)};
      return !found;
    });
  }
  return found;
}

void require_same_signature(const ir::Procedure& a, const ir::Procedure& b) {
  bool same = a.args.size() == b.args.size();
  for (std::size_t i = 0; same && i < a.args.size(); ++i)
    same = a.args[i].type.is_control() == b.args[i].type.is_control() &&
           a.args[i].type.shape.size() == b.args[i].type.shape.size();
  if (!same) fail("argument", fmt::format("{} and {} have different signatures", a.name, b.name));
}

template <class Domain>
std::optional<Difference> differing_element(const ir::Arg& arg, const Tensor<Domain>& a, const Tensor<Domain>& b) {
  std::optional<Difference> found;
  for_each_index(a.shape, [&](const std::vector<std::int64_t>& index) {
    const auto& x = a.data[static_cast<std::size_t>(a.place(index))];
    const auto& y = b.data[static_cast<std::size_t>(b.place(index))];
    bool same = x == y || (x != x && y != y);  // two NaNs are the same
    if (!same)
      found = Difference{
          Difference::Kind::value,
          fmt::format("{} is {} before, {} after", element(arg.name.text(), index), Domain::text(x), Domain::text(y))};
    return same;
  });
  return found;
}

template <class Domain> std::optional<Difference> differing_config(const Arguments<Domain>& a,
                                                                   const Arguments<Domain>& b,
                                                                   const std::set<std::string>& modulo) {
  auto report = [](const std::string& name, const std::string& x, const std::string& y) {
    return Difference{Difference::Kind::config, fmt::format("{} is {} before, {} after", name, x, y)};
  };
  for (const auto& [name, value] : a.control_configs)
    if (auto it = b.control_configs.find(name);
        it != b.control_configs.end() && it->second != value && !modulo.count(name))
      return report(name, std::to_string(value), std::to_string(it->second));
  for (const auto& [name, value] : a.data_configs)
    if (auto it = b.data_configs.find(name);
        it != b.data_configs.end() && !(it->second == value) && !modulo.count(name))
      return report(name, Domain::text(value), Domain::text(it->second));
  return std::nullopt;
}

template <class Domain> std::optional<Difference> difference(const ir::Procedure& before, const ir::Procedure& after,
                                                             Arguments<Domain>& left, Arguments<Domain>& right,
                                                             const CompareOptions& options) {
  if (auto what = failure(before, left, options.policy, options.fuel, options.before))
    return Difference{Difference::Kind::before_failed, before.name + ": " + what->text, what->code,
                      std::move(what->unwritten)};
  if (auto what = failure(after, right, options.policy, options.fuel, options.after))
    return Difference{Difference::Kind::after_failed, after.name + ": " + what->text, what->code,
                      std::move(what->unwritten)};
  for (std::size_t i = 0; i < before.args.size(); ++i)
    if (!before.args[i].type.is_control())
      if (auto d = differing_element<Domain>(before.args[i], left.values[i].tensor, right.values[i].tensor)) return d;
  return differing_config(left, right, options.modulo);
}

}  // namespace

template <class Domain> std::optional<Failure> failure(const ir::Procedure& proc, Arguments<Domain>& state,
                                                       Uninitialised policy, Fuel* fuel, Coverage* coverage) {
  try {
    run(proc, state, policy, fuel, coverage);
    return element_without_value(proc, state);
  } catch (const InterpError& e) {
    const Diagnostic& d = e.diagnostic();
    Failure out{d.counterexample ? fmt::format("{} ({})", d.message, d.counterexample->text()) : d.message, d.code};
    if (d.code == "interp.uninitialised") out.unwritten = d;
    return out;
  }
}

template <class Domain> Outcome<Domain> run_pair(const Arguments<Domain>& start, const ir::Procedure& before,
                                                 const ir::Procedure& after, const CompareOptions& options) {
  Outcome<Domain> out{start, start, {}};
  out.difference = difference<Domain>(before, after, out.before, out.after, options);
  return out;
}

template <class Domain> Outcome<Domain> run_pair(const ir::Procedure& before, const ir::Procedure& after,
                                                 const Inputs& inputs, std::uint64_t seed,
                                                 const CompareOptions& options) {
  require_same_signature(before, after);
  auto start = random_arguments<Domain>(before, inputs, seed);
  random_configs(after, inputs, seed, start);  // both start in one state
  return run_pair(start, before, after, options);
}

template std::optional<Failure> failure(const ir::Procedure&, Arguments<Field>&, Uninitialised, Fuel*, Coverage*);
template Outcome<Wrapping> run_pair(const Arguments<Wrapping>&, const ir::Procedure&, const ir::Procedure&,
                                    const CompareOptions&);
template Outcome<Floats> run_pair(const ir::Procedure&, const ir::Procedure&, const Inputs&, std::uint64_t,
                                  const CompareOptions&);
template Outcome<Integers> run_pair(const ir::Procedure&, const ir::Procedure&, const Inputs&, std::uint64_t,
                                    const CompareOptions&);
template Outcome<Field> run_pair(const ir::Procedure&, const ir::Procedure&, const Inputs&, std::uint64_t,
                                 const CompareOptions&);

}  // namespace tessera::interp
