#include "dsl/interp/compare.hpp"

#include <fmt/format.h>

namespace tessera::interp {
namespace {

// What went wrong, in one line, or nothing.
template <class Domain> std::optional<std::string> failure(const ir::Procedure& proc, Arguments<Domain>& state,
                                                           Uninitialised policy, Effort* effort) {
  try {
    run(proc, state, policy, effort);
    return std::nullopt;
  } catch (const InterpError& e) {
    const Diagnostic& d = e.diagnostic();
    return d.counterexample.empty() ? d.message : d.message + " (" + d.counterexample + ")";
  }
}

void require_same_signature(const ir::Procedure& a, const ir::Procedure& b) {
  bool same = a.args.size() == b.args.size();
  for (std::size_t i = 0; same && i < a.args.size(); ++i)
    same = a.args[i].type.is_control() == b.args[i].type.is_control() &&
           a.args[i].type.shape.size() == b.args[i].type.shape.size();
  if (!same) fail("argument", fmt::format("{} and {} have different signatures", a.name, b.name));
}

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
                                                             Uninitialised policy, const std::set<std::string>& modulo,
                                                             Effort* effort) {
  if (auto what = failure(before, left, policy, effort))
    return Difference{Difference::Kind::before_failed, before.name + ": " + *what};
  if (auto what = failure(after, right, policy, effort))
    return Difference{Difference::Kind::after_failed, after.name + ": " + *what};
  for (std::size_t i = 0; i < before.args.size(); ++i)
    if (!before.args[i].type.is_control())
      if (auto d = differing_element<Domain>(before.args[i], left.values[i].tensor, right.values[i].tensor)) return d;
  return differing_config(left, right, modulo);
}

}  // namespace

template <class Domain> Outcome<Domain> run_both(const ir::Procedure& before, const ir::Procedure& after,
                                                 const ControlValues& control, std::uint64_t seed, Uninitialised policy,
                                                 const std::set<std::string>& modulo, Effort* effort) {
  require_same_signature(before, after);
  Outcome<Domain> out;
  out.before = random_arguments<Domain>(before, control, seed);
  random_configs(after, seed, out.before);  // both start in one state
  out.after = out.before;
  out.difference = difference<Domain>(before, after, out.before, out.after, policy, modulo, effort);
  return out;
}

template Outcome<Floats> run_both(const ir::Procedure&, const ir::Procedure&, const ControlValues&, std::uint64_t,
                                  Uninitialised, const std::set<std::string>&, Effort*);
template Outcome<Integers> run_both(const ir::Procedure&, const ir::Procedure&, const ControlValues&, std::uint64_t,
                                    Uninitialised, const std::set<std::string>&, Effort*);
template Outcome<Field> run_both(const ir::Procedure&, const ir::Procedure&, const ControlValues&, std::uint64_t,
                                 Uninitialised, const std::set<std::string>&, Effort*);

}  // namespace tessera::interp
