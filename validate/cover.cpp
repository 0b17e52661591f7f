// SPDX-License-Identifier: Apache-2.0
#include "validate/cover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "dsl/smt/checked.hpp"
#include "dsl/support/floor.hpp"

namespace tessera::validate {
namespace {

constexpr std::int64_t max_residues = 64;        // of a modulus that is met residue by residue
constexpr std::int64_t furthest_edge = 1 << 16;  // comparisons with larger constants are not approached
constexpr std::size_t max_combinations = 128;    // of all arguments, for the full product
constexpr int tries = 6;                         // before the solver is asked
constexpr std::size_t max_questions = 24;        // that Z3 is asked: it takes long where sizes are multiplied

// A modulus covers its divisors; moduli with a small common multiple are covered together.
std::vector<std::int64_t> joined(const std::set<std::int64_t>& moduli) {
  std::int64_t common = 1;
  for (std::int64_t m : moduli) common = common > max_residues ? common : std::lcm(common, m);
  if (common <= max_residues) return common > 1 ? std::vector{common} : std::vector<std::int64_t>{};
  std::vector<std::int64_t> out;
  for (std::int64_t m : moduli)
    if (std::none_of(moduli.begin(), moduli.end(), [&](std::int64_t o) { return o != m && o % m == 0; }))
      out.push_back(m);
  return out;
}

std::vector<std::int64_t> residues(std::int64_t m) {
  std::vector<std::int64_t> out;
  if (m <= max_residues)
    for (std::int64_t r = 0; r < m; ++r) out.push_back(r);
  else out = {0, 1, 2, 3, m / 2 - 1, m / 2, m / 2 + 1, m - 2, m - 1};
  return out;
}

// "1 to 4, 8, 15 to 17".
std::string spans(const std::set<std::int64_t>& values) {
  std::string out;
  for (auto it = values.begin(); it != values.end();) {
    std::int64_t first = *it, last = first;
    while (++it != values.end() && *it == last + 1) ++last;
    if (!out.empty()) out += ", ";
    out += last == first ? fmt::format("{}", first)
                         : fmt::format("{}{}{}", first, last == first + 1 ? ", " : " to ", last);
  }
  return out;
}

}  // namespace

bool Class::holds(std::int64_t value) const {
  if (modulus == 0) return value == number;
  return value >= least && floor_remainder(value, modulus) == number;
}

Cover::Cover(const ir::Procedure& proc, const std::vector<Distinctions>& found, const Ranges& ranges,
             smt::Solver& solver, std::uint64_t seed)
    : proc_(proc),
      solver_(solver),
      lower_(solver.terms(), proc),
      single_(proc.args.size()),
      combined_(proc.args.size()),
      random_(seed) {
  for (std::size_t i = 0; i < proc.args.size(); ++i)
    if (proc.args[i].type.is_control()) control_.push_back(i);
  for (const smt::Formula& f : analysis::preconditions(lower_, proc))
    if (decided_by_arguments(f)) allowed_.push_back(f);
  for (std::size_t i : control_) {
    smt::Affine v = smt::Affine::variable(proc.args[i].name);
    if (auto r = ranges.find(proc.args[i].name.text()); r != ranges.end())
      allowed_.push_back(smt::le(r->second.lo, v) && smt::le(v, r->second.hi));
  }
  for (std::size_t i : control_) choose_classes(i, found.at(i));
  add_goals();
}

void Cover::choose_classes(std::size_t argument, const Distinctions& d) {
  ir::Scalar type = proc_.args[argument].type.scalar;
  std::set<std::int64_t> values{1, 2, 3, 4, 7}, edges;
  if (type == ir::Scalar::bool_) values = edges = {0, 1};
  else if (type != ir::Scalar::size) values.insert({-3, -2, -1, 0});
  if (type != ir::Scalar::bool_)
    for (std::int64_t e : d.edges)
      if (std::abs(e) <= furthest_edge) edges.insert({e - 1, e, e + 1});
  if (type == ir::Scalar::size) std::erase_if(edges, [](std::int64_t v) { return v < 1; });
  for (std::int64_t v : edges) combined_[argument].push_back({argument, v});
  values.merge(edges);
  std::string words;
  for (std::int64_t m : type == ir::Scalar::bool_ ? std::vector<std::int64_t>{} : joined(d.moduli)) {
    add_residues(argument, m, values);
    words += m <= max_residues ? fmt::format("every residue modulo {}, ", m)
                               : fmt::format("{} residues modulo {}, ", residues(m).size(), m);
  }
  if (type == ir::Scalar::size) std::erase_if(values, [](std::int64_t v) { return v < 1; });
  for (std::int64_t v : values) single_[argument].push_back({argument, v});
  // Without residues or edges an argument is still paired by its small values.
  if (combined_[argument].empty()) combined_[argument] = single_[argument];
  words_.push_back(fmt::format("{}: {}{}", proc_.args[argument].name.text(), words, spans(values)));
}

// A loop over blocks of the modulus runs zero, one and two times; values below the modulus are covered one by one.
void Cover::add_residues(std::size_t argument, std::int64_t m, std::set<std::int64_t>& values) {
  for (std::int64_t r : residues(m)) {
    if (r > 0) values.insert(r);
    single_[argument].push_back({argument, r, m, m});
    combined_[argument].push_back({argument, r, m});
  }
  values.insert(2 * m);
  values.insert(2 * m + 1);
}

void Cover::add_goals() {
  goals_.push_back({});  // any sizes at all: the classes may all be ruled out
  for (std::size_t a : control_)
    for (const Class& c : single_[a]) goals_.push_back({{c}});
  add_combinations();
  for (std::size_t i = 0; i < control_.size(); ++i)
    for (std::size_t j = i + 1; j < control_.size(); ++j)
      for (const Class& a : combined_[control_[i]])
        for (const Class& b : combined_[control_[j]]) goals_.push_back({{a, b}});
}

// All arguments together, where the product is small.
void Cover::add_combinations() {
  std::size_t all = 1;
  for (std::size_t a : control_) all = std::min(max_combinations + 1, all * single_[a].size());
  if (control_.size() < 2 || all > max_combinations) return;
  for (std::size_t n = 0; n < all; ++n) {
    Goal g;
    std::size_t rest = n;
    for (std::size_t a : control_) {
      g.classes.push_back(single_[a][rest % single_[a].size()]);
      rest /= single_[a].size();
    }
    goals_.push_back(std::move(g));
  }
}

bool Cover::possible() {
  return solver_.prove({"sizes", "no sizes are allowed", allowed_, smt::Formula::constant(false)}).status !=
         smt::Status::proved;
}

std::optional<interp::ControlValues> Cover::next(Goals goals) {
  for (; next_ < goals_.size(); ++next_) {
    Goal& g = goals_[next_];
    if (goals == Goals::single && g.classes.size() > 1) break;
    if (g.state != State::open) continue;
    if (std::optional<interp::ControlValues> sizes = sizes_for(g)) {
      g.state = State::left_out;
      ++next_;
      return sizes;
    }
  }
  return std::nullopt;
}

void Cover::ran(const interp::ControlValues& sizes) {
  for (Goal& g : goals_)
    if (g.state != State::met && std::all_of(g.classes.begin(), g.classes.end(), [&](const Class& c) {
          return c.holds(sizes.at(proc_.args[c.argument].name));
        }))
      g.state = State::met;
}

std::optional<interp::ControlValues> Cover::sizes_for(Goal& g) {
  // If a class is impossible, so are its pairs.
  for (const Class& c : g.classes)
    if (c.modulus == 0 && impossible_.count({c.argument, c.number})) {
      g.state = State::impossible;
      return std::nullopt;
    }
  if (auto sizes = tried(g)) return sizes;
  return solved(g);
}

// Members of the classes at random, and of classes of the other arguments.
std::optional<interp::ControlValues> Cover::tried(const Goal& g) {
  for (int n = 0; n < tries; ++n) {
    interp::ControlValues sizes;
    for (const Class& c : g.classes) sizes[proc_.args[c.argument].name] = member(c);
    for (std::size_t a : control_) {
      const std::vector<Class>& classes = combined_[a];
      sizes.try_emplace(proc_.args[a].name, member(classes[random_() % classes.size()]));
    }
    if (allowed(sizes)) return sizes;
  }
  return std::nullopt;
}

std::optional<interp::ControlValues> Cover::solved(Goal& g) {
  g.state = State::left_out;
  if (solver_.statistics().z3 > max_questions) return std::nullopt;
  std::vector<smt::Formula> wanted = allowed_;
  for (const Class& c : g.classes) wanted.push_back(formula(c));
  smt::Answer answer = solver_.prove({"sizes", "the class has no member", wanted, smt::Formula::constant(false)});
  if (answer.status == smt::Status::proved) {
    g.state = State::impossible;
    if (g.classes.size() == 1 && g.classes[0].modulus == 0)
      impossible_.insert({g.classes[0].argument, g.classes[0].number});
  }
  if (answer.status != smt::Status::refuted) return std::nullopt;
  interp::ControlValues sizes;
  for (std::size_t a : control_) {
    auto it = answer.model.find(proc_.args[a].name);
    sizes[proc_.args[a].name] = it != answer.model.end() ? it->second : proc_.args[a].type.scalar == ir::Scalar::size;
  }
  if (!allowed(sizes)) return std::nullopt;
  return sizes;
}

// The smallest, or one block further.
std::int64_t Cover::member(const Class& c) {
  if (c.modulus == 0) return c.number;
  std::int64_t from = std::max<std::int64_t>(c.least, proc_.args[c.argument].type.scalar == ir::Scalar::size ? 1 : 0);
  std::int64_t smallest = from + floor_remainder(c.number - from, c.modulus);
  return smallest + static_cast<std::int64_t>(random_() % 2) * c.modulus;
}

smt::Formula Cover::formula(const Class& c) {
  smt::Affine v = smt::Affine::variable(proc_.args[c.argument].name);
  if (c.modulus == 0) return smt::eq(v, c.number);
  smt::Formula residue = smt::eq(solver_.terms().remainder(v, c.modulus), c.number);
  return c.least == INT64_MIN ? residue : residue && smt::le(c.least, v);
}

bool Cover::allowed(const interp::ControlValues& sizes) {
  smt::Model m(sizes.begin(), sizes.end());
  return std::all_of(allowed_.begin(), allowed_.end(), [&](const smt::Formula& f) { return holds(f, m); });
}

// Derived variables get the values of their definitions. Overflow of 64 bits counts as true: a run decides whether the
// program's own arithmetic overflows.
bool Cover::holds(const smt::Formula& f, smt::Model& m) {
  std::vector<smt::Var> used;
  f.collect(used);
  try {
    for (smt::Var v : used) value(v, m);
    return f.evaluate(m);
  } catch (const smt::Overflow&) { return true; }
}

std::int64_t Cover::value(smt::Var v, smt::Model& m) {
  if (auto it = m.find(v); it != m.end()) return it->second;
  const smt::Definition* d = lower_.definition(v);
  if (!d) return m[v] = 0;
  for (const auto& [inner, k] : d->a.terms()) value(inner, m);
  for (const auto& [inner, k] : d->b.terms()) value(inner, m);
  std::int64_t a = d->a.evaluate(m);
  if (d->kind == smt::Definition::Kind::product) return m[v] = smt::checked_multiply(a, d->b.evaluate(m));
  return m[v] = (a - floor_remainder(a, d->divisor)) / d->divisor;
}

// Preconditions on strides and configurations are met, or not, by the data: the interpreter looks at them.
bool Cover::decided_by_arguments(const smt::Formula& f) {
  std::vector<smt::Var> used;
  f.collect(used);
  return std::all_of(used.begin(), used.end(), [&](smt::Var v) { return is_argument(v); });
}

bool Cover::is_argument(smt::Var v) {
  if (const smt::Definition* d = lower_.definition(v)) {
    for (const smt::Affine* part : {&d->a, &d->b})
      for (const auto& [inner, k] : part->terms())
        if (!is_argument(inner)) return false;
    return true;
  }
  return std::any_of(control_.begin(), control_.end(), [&](std::size_t a) { return proc_.args[a].name == v; });
}

Cover::Count Cover::count(bool several) const {
  Count out;
  for (const Goal& g : goals_) {
    if (g.classes.empty() || (g.classes.size() > 1) != several) continue;
    if (g.state == State::met) ++out.met;
    else if (g.state == State::impossible) ++out.impossible;
    else ++out.left_out;
  }
  return out;
}

std::vector<std::string> Cover::words() const { return words_; }

}  // namespace tessera::validate
