// SPDX-License-Identifier: Apache-2.0
#include "fuzz/arguments.hpp"

#include <algorithm>
#include <numeric>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/arguments.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/forwarding.hpp"
#include "fuzz/plausible_target.hpp"

namespace tessera::fuzz {

using rewrite::Value;
using rewrite::Values;

ArgumentChooser::ArgumentChooser(Dice& dice, const Subject& subject, const Proc& proc)
    : dice_(dice), subject_(subject), proc_(proc), declared_(ir::declarations(proc.ir())) {
  for (const ir::Path& at : statement_paths(proc.ir())) {
    const Cursor s(proc, Cursor::Kind::stmt, at);
    statements_.push_back(s);
    by_kind_[s.kind_name()].push_back(s);
  }
  for (const Cursor& a : by_kind_["alloc"]) buffers_.insert(buffers_.end(), 2, a);
  for (const ArgCursor& a : proc.args()) buffers_.push_back(a);
  for (const ir::Path& at : expression_paths(proc.ir())) expressions_.emplace_back(proc, Cursor::Kind::expr, at);
}

std::optional<rewrite::CallArguments> ArgumentChooser::choose(const Primitive& primitive) {
  rewrite::CallArguments out;
  primitive_ = &primitive;
  anchor_.reset(), callee_.reset(), guessed_.reset(), field_.reset();
  if (primitive.name == "replace") guess_callee();
  for (const Parameter& p : primitive.parameters) {
    if (p.optional && dice_.chance(60)) continue;
    std::optional<Value> v = value(p);
    if (!v) return std::nullopt;
    if (const Cursor* c = std::get_if<Cursor>(&v->data)) anchor_ = *c;
    out.named.emplace_back(p.name, *v);
  }
  return out;
}

// Mostly a place that suits the primitive, if there is one.
std::optional<Cursor> ArgumentChooser::likely(const std::vector<Cursor>& from) {
  if (from.empty()) return std::nullopt;
  if (anchor_ || dice_.chance(25)) return dice_.pick(from);
  std::vector<Cursor> suiting;
  for (const Cursor& c : from)
    if (is_plausible_target(*primitive_, c)) suiting.push_back(c);
  return dice_.pick(suiting.empty() ? from : suiting);
}

std::optional<Value> ArgumentChooser::one(const std::vector<Cursor>& from) {
  const std::optional<Cursor> chosen = likely(from);
  return chosen ? std::optional(Value{*chosen}) : std::nullopt;
}

namespace {

// Statements of a kind often mean that the blocks that they begin are alike.
std::vector<Cursor> starting_like(const std::vector<Cursor>& statements, const Proc& callee) {
  const std::string kind = Cursor(callee, Cursor::Kind::stmt, statement_paths(callee.ir()).front()).kind_name();
  std::vector<Cursor> out;
  for (const Cursor& s : statements)
    if (s.kind_name() == kind) out.push_back(s);
  return out;
}

}  // namespace

std::optional<Value> ArgumentChooser::block() {
  if (statements_.empty()) return std::nullopt;
  Cursor first = *likely(statements_);
  int more = dice_.chance(45) ? 0 : dice_.chance(75) ? 1 : 2;
  if (guessed_ && dice_.chance(85)) {
    const std::vector<Cursor> alike = starting_like(statements_, *guessed_);
    if (!alike.empty()) first = dice_.pick(alike);
    more = static_cast<int>(guessed_->ir().body.size()) - 1;
  }
  try {
    return Value{Cursor(first.expand(0, more))};
  } catch (const SchedulingError&) { return Value{first}; }
}

// One, or a list of equally printed ones.
std::optional<Value> ArgumentChooser::alike_expressions() {
  const std::optional<Value> first = one(expressions_);
  if (!first || dice_.chance(50)) return first;
  const std::string text = std::get<Cursor>(first->data).text();
  Values out{*first};
  for (const Cursor& e : expressions_)
    if (e.text() == text && dice_.chance(80)) out.push_back(Value{e});
  return Value{out};
}

std::optional<Value> ArgumentChooser::place(const Parameter& p) {
  const bool is_statement = p.kind == "statement" || p.kind == "scope";
  if (anchor_ && anchor_->kind() == Cursor::Kind::stmt && p.kind != "expression" && dice_.chance(70)) {
    try {
      const Cursor next = anchor_->next();
      if (is_statement || next.kind_name() == (p.kind == "loop" ? "for" : "alloc")) return Value{next};
    } catch (const SchedulingError&) {}  // it is the last of its block
  }
  if (is_statement) return one(statements_);
  if (p.kind == "loop") return one(by_kind_["for"]);
  if (p.kind == "buffer") return one(buffers_);
  if (p.kind == "call") return one(by_kind_["call"]);
  if (p.kind == "expression") return primitive_->name == "bind_expr" ? alike_expressions() : one(expressions_);
  if (p.kind == "block") return block();
  if (statements_.empty()) return std::nullopt;
  const Cursor beside = *likely(statements_);
  return Value{dice_.chance(75) ? Cursor(beside.after()) : Cursor(beside.before())};
}

std::optional<Value> ArgumentChooser::value(const Parameter& p) {
  if (p.kind == "text") return text(p);
  if (p.kind == "boolean") return Value{dice_.chance(50)};
  if (p.kind == "integer") return Value{integer(p)};
  if (p.kind == "string") return Value{string(p)};
  if (p.kind == "list of integers") return Value{integers(p)};
  if (p.kind == "list of strings") return Value{strings(p)};
  if (p.kind == "memory") return Value{dice_.pick(ir::builtin_memories())};
  if (p.kind == "procedure") return procedure();
  if (p.kind == "list of procedures") return many_procedures();
  if (p.kind != "configuration") return place(p);
  if (subject_.module.configs.empty()) return std::nullopt;
  return Value{dice_.pick(subject_.module.configs)};
}

// One that the program declares; where the primitive wants one that does nothing, mostly such a one.
Proc ArgumentChooser::declared_procedure() {
  const std::vector<Proc>& all = subject_.inputs.procs;
  std::vector<Proc> idle;
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    if (all[i].ir().body.front().as<ir::Pass>()) idle.push_back(all[i]);
  if (primitive_->name == "insert_noop_call" && !idle.empty() && dice_.chance(80)) return dice_.pick(idle);
  return all[dice_.below(all.size() - 1)];
}

void ArgumentChooser::guess_callee() {
  if (subject_.inputs.procs.size() > 1) guessed_ = declared_procedure();
}

std::optional<Value> ArgumentChooser::many_procedures() {
  std::vector<Proc> all(subject_.inputs.procs.begin(), subject_.inputs.procs.end() - 1);
  if (all.empty()) return std::nullopt;
  Values out;
  for (std::size_t i = 0; i < all.size(); ++i) std::swap(all[i], all[dice_.below(all.size())]);
  for (const Proc& p : all)
    if (out.empty() || dice_.chance(70)) out.push_back(Value{p});
  return Value{out};
}

// One that the program declares, or made from it by a step or two.
std::optional<Value> ArgumentChooser::procedure() {
  if (subject_.inputs.procs.size() < 2) return std::nullopt;
  Proc chosen = guessed_ ? *guessed_ : declared_procedure();
  if (anchor_ && anchor_->kind_name() == "call" && dice_.chance(80)) {
    const Proc callee = anchor_->callee();
    if (VersionRef version = proc_.context()->history.version_of(callee.ir())) chosen = Proc(version, proc_.context());
  }
  if (anchor_ && anchor_->kind_name() == "call") {
    const std::string name = chosen.name() + dice_.pick({"_a", "_b", "_c"});
    chosen = chosen.rename(name);
    try {
      if (dice_.chance(60)) chosen = divide_loop(chosen, "_", 2, {"fo", "fi"}, Tail::guard);
    } catch (const Error&) {}  // it has no loop
  }
  callee_ = chosen;
  return Value{chosen};
}

std::int64_t ArgumentChooser::integer(const Parameter& p) {
  if (p.name == "lo_dim" && dice_.chance(80)) return 1;  // after dimension 0, the most likely other one
  if (p.name.find("dim") != std::string::npos) return dice_.between(0, dice_.chance(70) ? 1 : 2);
  if (p.name.find("n_") == 0) return dice_.between(1, 2);
  if (p.name == "size") return dice_.pick(std::vector<std::int64_t>{4, 4, 8, 2, 1});
  return dice_.pick(std::vector<std::int64_t>{1, 2, 2, 2, 3, 4, 4, 8, 0, -1});
}

Values ArgumentChooser::integers(const Parameter& p) {
  std::size_t count = static_cast<std::size_t>(dice_.between(1, 3));
  if (anchor_ && p.name != "values") {
    try {
      count = anchor_->shape().size();
    } catch (const SchedulingError&) {}  // the anchor is no buffer
  }
  std::vector<std::int64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t i = count; i > 1; --i) std::swap(numbers[i - 1], numbers[dice_.below(i)]);
  if (p.name == "values")
    for (std::int64_t& n : numbers) n = dice_.pick(std::vector<std::int64_t>{1, 2, 4, 8});
  Values out(numbers.size());
  std::transform(numbers.begin(), numbers.end(), out.begin(), [](std::int64_t n) { return Value{n}; });
  return out;
}

std::string ArgumentChooser::string(const Parameter& p) {
  if (p.name == "tail")
    return std::string(name(dice_.pick(std::vector<Tail>{Tail::perfect, Tail::guard, Tail::cut, Tail::cut_and_guard})));
  if (p.name == "mode") return dice_.pick({"row", "col"});
  if (p.name == "type") return dice_.pick({"f32", "f64", "f64", "i32", "f16"});
  if (p.name == "c_template") return "f();";
  if (p.name == "field" && !subject_.module.configs.empty()) {
    const auto& fields = subject_.module.configs.front()->fields;
    return *(field_ = fields[dice_.below(fields.size())].first);
  }
  if (dice_.chance(15) && !statements_.empty()) {
    const std::string known = dice_.pick(statements_).name();
    if (!known.empty()) return known;
  }
  return dice_.pick({"made", "tmp", "u", "v", "i"}) + (dice_.chance(70) ? std::to_string(dice_.below(100)) : "");
}

Values ArgumentChooser::strings(const Parameter& p) {
  Values out;
  if (p.name == "conditions") {
    for (int i = dice_.between(1, 2); i > 0; --i) out.push_back(Value{condition_text()});
  } else if (p.name == "args" && callee_) {
    out = arguments_of_call();
  } else if (p.name == "names" && primitive_->name == "partial_eval") {
    for (const ir::Arg& a : proc_.ir().args)
      if (a.type.is_control() && dice_.chance(50)) out.push_back(Value{a.name.text()});
  } else if (p.name == "names") {
    out = {Value{string({"name", "string", false})}, Value{string({"name", "string", false})}};
  }
  return out;
}

Value ArgumentChooser::text(const Parameter& p) {
  if (p.name == "condition") return Value{condition_text()};
  if (p.name == "window") return Value{window_text()};
  if (p.name == "value") return Value{value_text()};
  if (p.name == "index" || p.name == "offset") return Value{index_text()};
  if (p.name == "extent" || p.name == "size") return Value{extent_text()};
  if (p.name == "hi" && dice_.chance(80)) return Value{later_end_text()};
  return Value{bound_text()};
}

namespace {

struct Print {
  const Proc& before;
  std::string operator()(std::monostate) const { return "None"; }
  std::string operator()(const Values& list) const {
    std::string out;
    for (const Value& item : list) out += (out.empty() ? "" : ", ") + text_of(item, before);
    return "[" + out + "]";
  }
  std::string operator()(const Cursor& c) const { return text(rewrite::recorded(c, before)); }
  template <class T> std::string operator()(const T& other) const {
    return text(rewrite::ArgumentType<T>::record(other, before));
  }
  std::string text(const RecordedValue& v) const { return rewrite::text_of(v, *before.version()); }
};

}  // namespace

std::string text_of(const Value& v, const Proc& before) { return std::visit(Print{before}, v.data); }

std::string text_of(const Primitive& primitive, const rewrite::CallArguments& args, const Proc& before) {
  std::string out = fmt::format("p = {}(p", primitive.name);
  for (const auto& [name, v] : args.named) out += fmt::format(", {}={}", name, text_of(v, before));
  return out + ")";
}

}  // namespace tessera::fuzz
