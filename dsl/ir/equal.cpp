// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/equal.hpp"

#include <string_view>
#include <unordered_map>

namespace tessera::ir {
namespace {

// Compares two trees while pairing their binders.
class Comparison {
 public:
  bool same(Sym a, Sym b) const {
    auto it = pair_.find(a);
    return it == pair_.end() ? a == b : it->second == b;
  }
  bool bind(Sym a, Sym b) {
    pair_[a] = b;
    return true;
  }

  bool same(const std::vector<Expr>& a, const std::vector<Expr>& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!same(a[i], b[i])) return false;
    return true;
  }

  bool same(const Expr& a, const Expr& b) const {
    if (!a || !b) return !a && !b;
    return a.match([&](const auto& n) {
      const auto* m = b.as<std::remove_cvref_t<decltype(n)>>();
      return m && same_head(n, *m) && same(children(a), children(b));
    });
  }

  bool same(const Block& a, const Block& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!same(a[i], b[i])) return false;
    return true;
  }

  bool same(const Stmt& a, const Stmt& b) {
    return a.match([&](const auto& n) {
      const auto* m = b.as<std::remove_cvref_t<decltype(n)>>();
      return m && same(expressions(a), expressions(b)) && same_rest(n, *m);
    });
  }

  bool same(const Type& a, const Type& b) const {
    return a.scalar == b.scalar && a.is_window == b.is_window && same(a.shape, b.shape);
  }

 private:
  bool same_head(const IntLit& a, const IntLit& b) const { return a.value == b.value; }
  bool same_head(const FloatLit& a, const FloatLit& b) const { return a.value == b.value && a.type == b.type; }
  bool same_head(const BoolLit& a, const BoolLit& b) const { return a.value == b.value; }
  bool same_head(const Read& a, const Read& b) const { return same(a.name, b.name) && a.type == b.type; }
  bool same_head(const Binary& a, const Binary& b) const { return a.op == b.op; }
  bool same_head(const Negate&, const Negate&) const { return true; }
  bool same_head(const WindowExpr& a, const WindowExpr& b) const {
    if (!same(a.base, b.base) || a.dims.size() != b.dims.size()) return false;
    for (std::size_t i = 0; i < a.dims.size(); ++i)
      if (a.dims[i].is_point() != b.dims[i].is_point()) return false;
    return true;
  }
  bool same_head(const StrideOf& a, const StrideOf& b) const { return same(a.tensor, b.tensor) && a.dim == b.dim; }
  bool same_head(const Aligned& a, const Aligned& b) const { return same(a.tensor, b.tensor) && a.bytes == b.bytes; }
  bool same_head(const ReadConfig& a, const ReadConfig& b) const {
    return a.config->name == b.config->name && a.field == b.field;
  }
  bool same_head(const ExternCall& a, const ExternCall& b) const { return a.function == b.function; }

  bool same_rest(const Assign& a, const Assign& b) { return same(a.name, b.name) && a.type == b.type; }
  bool same_rest(const Reduce& a, const Reduce& b) { return same(a.name, b.name) && a.type == b.type; }
  bool same_rest(const Alloc& a, const Alloc& b) {
    return a.type.scalar == b.type.scalar && a.mem->name == b.mem->name && bind(a.name, b.name);
  }
  bool same_rest(const WindowStmt& a, const WindowStmt& b) { return bind(a.name, b.name); }
  bool same_rest(const WriteConfig& a, const WriteConfig& b) {
    return a.config->name == b.config->name && a.field == b.field;
  }
  bool same_rest(const Pass&, const Pass&) { return true; }
  bool same_rest(const For& a, const For& b) {
    return a.mode == b.mode && bind(a.iter, b.iter) && same(a.body, b.body);
  }
  bool same_rest(const If& a, const If& b) { return same(a.body, b.body) && same(a.orelse, b.orelse); }
  bool same_rest(const Call& a, const Call& b) {
    return a.callee == b.callee || (a.callee->name == b.callee->name && equal(*a.callee, *b.callee));
  }

  std::unordered_map<Sym, Sym> pair_;
};

// FNV-1a over a numbering of the variables.
class Hasher {
 public:
  void add(std::string_view s) {
    for (char c : s) step(static_cast<unsigned char>(c));
    step(0xff);
  }
  void add(std::uint64_t v) {
    for (int i = 0; i < 8; ++i) step((v >> (8 * i)) & 0xff);
  }
  void add(Sym s) { add(numbers_.try_emplace(s, numbers_.size()).first->second); }
  void add(const Expr& e) {
    if (!e) return add(std::uint64_t{77});
    e.match([&](const IntLit& n) { tag(1, static_cast<std::uint64_t>(n.value)); },
            [&](const FloatLit& n) { tag(2, std::hash<double>{}(n.value)); },
            [&](const BoolLit& n) { tag(3, n.value); }, [&](const Read& n) { tag(4, 0), add(n.name); },
            [&](const Binary& n) { tag(5, static_cast<std::uint64_t>(n.op)); }, [&](const Negate&) { tag(6, 0); },
            [&](const WindowExpr& n) { tag(7, n.dims.size()), add(n.base), add_kinds(n); },
            [&](const StrideOf& n) { tag(8, static_cast<std::uint64_t>(n.dim)), add(n.tensor); },
            [&](const ReadConfig& n) { tag(9, 0), add(n.config->name), add(n.field); },
            [&](const ExternCall& n) { tag(10, 0), add(n.function); },
            [&](const Aligned& n) { tag(78, static_cast<std::uint64_t>(n.bytes)), add(n.tensor); });
    for (const Expr& child : children(e)) add(child);
    add(std::uint64_t{99});
  }
  void add(const Type& t) {
    tag(11, static_cast<std::uint64_t>(t.scalar));
    add(static_cast<std::uint64_t>(t.is_window));
    for (const Expr& e : t.shape) add(e);
  }
  void add(const Block& block) {
    add(static_cast<std::uint64_t>(block.size()));
    for (const Stmt& s : block) add(s);
  }
  void add(const Stmt& s) {
    s.match([&](const Assign& n) { tag(21, 0), add(n.name); }, [&](const Reduce& n) { tag(22, 0), add(n.name); },
            [&](const Alloc& n) { tag(23, 0), add(n.name), add(n.type), add(n.mem->name); },
            [&](const WindowStmt& n) { tag(24, 0), add(n.name); },
            [&](const WriteConfig& n) { tag(25, 0), add(n.config->name), add(n.field); },
            [&](const Pass&) { tag(26, 0); },
            [&](const For& n) { tag(27, static_cast<std::uint64_t>(n.mode)), add(n.iter); },
            [&](const If&) { tag(28, 0); }, [&](const Call& n) { tag(29, hash(*n.callee)), add(n.callee->name); });
    for (const Expr& e : expressions(s)) add(e);
    if (const Block* b = branch(s, Branch::body)) add(*b);
    if (const Block* b = branch(s, Branch::orelse)) add(*b);
  }
  std::uint64_t value() const { return state_; }

 private:
  void tag(std::uint64_t kind, std::uint64_t payload) { add(kind), add(payload); }
  void add_kinds(const WindowExpr& w) {
    for (const WindowDim& d : w.dims) add(static_cast<std::uint64_t>(d.is_point()));
  }
  void step(std::uint64_t byte) { state_ = (state_ ^ byte) * 1099511628211ull; }

  std::uint64_t state_ = 14695981039346656037ull;
  std::unordered_map<Sym, std::uint64_t> numbers_;
};

}  // namespace

bool equal(const Expr& a, const Expr& b) { return Comparison().same(a, b); }
bool equal(const Stmt& a, const Stmt& b) { return Comparison().same(a, b); }
bool equal(const Block& a, const Block& b) { return Comparison().same(a, b); }

bool equal(const Procedure& a, const Procedure& b) {
  if (a.args.size() != b.args.size() || a.instr.has_value() != b.instr.has_value()) return false;
  Comparison compare;
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    const Arg &x = a.args[i], &y = b.args[i];
    if (!compare.same(x.type, y.type)) return false;
    if (!x.type.is_control() && x.mem->name != y.mem->name) return false;
    compare.bind(x.name, y.name);
  }
  return compare.same(a.asserts, b.asserts) && compare.same(a.body, b.body);
}

std::size_t hash(const Procedure& p) {
  Hasher h;
  for (const Arg& a : p.args) {
    h.add(a.name);
    h.add(a.type);
    if (a.mem) h.add(a.mem->name);
  }
  for (const Expr& e : p.asserts) h.add(e);
  h.add(p.body);
  return h.value();
}

}  // namespace tessera::ir
