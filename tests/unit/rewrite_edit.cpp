// SPDX-License-Identifier: Apache-2.0
// Edits forward as they say. Statements carry labels (variables of their own), so where a node went can be read off the
// new program and compared with what forward() says.
#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <set>

#include "dsl/rewrite/edit.hpp"

using namespace tessera;
using ir::Path;
using ir::Range;
using rewrite::Edit;

namespace {

ir::Sym label_of(const ir::Stmt& s) {
  if (const auto* n = s.as<ir::Assign>()) return n->name;
  if (const auto* n = s.as<ir::For>()) return n->iter;
  return s.as<ir::If>()->cond.as<ir::Read>()->name;
}

using Places = std::map<ir::Sym, Path>;

void collect(const ir::Block& list, const Path& parent, ir::Branch branch, Places& out) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    Path here = parent.child(branch, static_cast<int>(i));
    REQUIRE(out.emplace(label_of(list[i]), here).second);
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* inner = ir::branch(list[i], b)) collect(*inner, here, b, out);
  }
}

Places places(const ir::Procedure& p) {
  Places out;
  collect(p.body, {}, ir::Branch::body, out);
  return out;
}

class Gardener {
 public:
  explicit Gardener(unsigned seed) : random_(seed) {}

  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

  ir::Stmt leaf() { return ir::Assign{ir::Sym::fresh("x"), {}, ir::float_lit(0), ir::Scalar::f32}; }

  ir::Stmt statement(int depth) {
    int kind = depth == 0 ? 0 : below(4);
    if (kind <= 1) return leaf();
    ir::Sym name = ir::Sym::fresh("c");
    if (kind == 2) return ir::For{name, ir::int_lit(0), ir::int_lit(2), block(depth - 1), ir::LoopMode::seq};
    return ir::If{ir::read(name, ir::Scalar::bool_), block(depth - 1), below(2) ? block(depth - 1) : ir::Block{}};
  }

  ir::Block block(int depth) {
    ir::Block out;
    for (int n = 1 + below(3); n > 0; --n) out.push_back(statement(depth));
    return out;
  }

  Path any_place(const ir::Procedure& p) {
    Places all = places(p);
    return std::next(all.begin(), below(static_cast<int>(all.size())))->second;
  }

  Range any_range(const ir::Procedure& p) {
    Path first = any_place(p);
    int rest = static_cast<int>(ir::list_at(p, first)->size()) - first.steps.back().index;
    return {first, 1 + below(rest)};
  }

 private:
  std::mt19937 random_;
};

bool in_range(const Path& path, const Range& range) {
  for (int i = 0; i < range.count; ++i)
    if (ir::passes(path, range.first.sibling(i))) return true;
  return false;
}

struct Garden {
  Gardener random;
  Edit edit;
  Places first;
  std::map<ir::Sym, std::optional<ir::Sym>> now;  ///< what became of the statements of the first program
  std::string did;

  explicit Garden(unsigned seed) : random(seed), edit(start()), first(places(edit.proc())) {
    for (const auto& [label, path] : first) now[label] = label;
  }

  ir::ProcRef start() {
    auto p = std::make_shared<ir::Procedure>();
    p->name = "p";
    p->body = random.block(3);
    return p;
  }

  void renamed(ir::Sym from, ir::Sym to) {
    for (auto& [label, current] : now)
      if (current == from) current = to;
  }

  void step() {
    switch (random.below(8)) {
      case 0:
        did += " insert";
        return edit.insert(random.any_place(edit.proc()).sibling(random.below(2)), random.block(1));
      case 1: did += " erase"; return erase();
      case 2: did += " replace"; return edit.replace(random.any_range(edit.proc()), random.block(1));
      case 3: did += " become"; return become();
      case 4: did += " update"; return update();
      case 5: did += " wrap"; return wrap();
      case 6: did += " unwrap"; return unwrap();
      default: did += " move"; return move();
    }
  }

  void erase() {
    Range range = random.any_range(edit.proc());
    if (range.first.steps.size() > 1 || range.count < static_cast<int>(edit.proc().body.size())) edit.erase(range);
  }

  void become() {
    Path at = random.any_place(edit.proc());
    ir::Stmt fresh = random.statement(1);
    renamed(label_of(*ir::stmt_at(edit.proc(), at)), label_of(fresh));
    edit.become(at, fresh);
  }

  // Another counter or target over the same statements below.
  void update() {
    Path at = random.any_place(edit.proc());
    ir::Stmt old = *ir::stmt_at(edit.proc(), at);
    ir::Sym fresh = ir::Sym::fresh("u");
    ir::Stmt changed = old.match(
        [&](const ir::For& n) -> ir::Stmt {
          return ir::For{fresh, n.lo, n.hi, n.body, n.mode};
        },
        [&](const ir::If& n) -> ir::Stmt {
          return ir::If{ir::read(fresh, ir::Scalar::bool_), n.body, n.orelse};
        },
        [&](const auto&) -> ir::Stmt {
          return ir::Assign{fresh, {}, ir::float_lit(1), ir::Scalar::f32};
        });
    renamed(label_of(old), fresh);
    edit.update(at, changed);
  }

  void wrap() {
    edit.wrap(random.any_range(edit.proc()), [](ir::Block body) -> ir::Stmt {
      return ir::For{ir::Sym::fresh("w"), ir::int_lit(0), ir::int_lit(1), std::move(body), ir::LoopMode::seq};
    });
  }

  void unwrap() {
    Path at = random.any_place(edit.proc());
    ir::Branch branch = random.below(2) ? ir::Branch::body : ir::Branch::orelse;
    const ir::Block* inner = ir::branch(*ir::stmt_at(edit.proc(), at), branch);
    if (inner && !inner->empty()) edit.unwrap(at, branch);
  }

  void move() {
    Range range = random.any_range(edit.proc());
    Path target = random.any_place(edit.proc());
    if (!in_range(target, range)) edit.move(range, target.sibling(random.below(2)));
  }

  void check() {
    Places here = places(edit.proc());
    for (const auto& [label, path] : first) {
      std::optional<ir::Sym>& current = now.at(label);
      if (current && !here.count(*current)) current.reset();
      std::optional<Path> wanted;
      if (current) wanted = here.at(*current);
      REQUIRE(edit.forward()(path) == wanted);
    }
  }
};

}  // namespace

TEST_CASE("after random edits every statement is found where it went, or known to be gone") {
  int survivors = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    Garden g(seed);
    for (int i = 0; i < 8; ++i) {
      g.step();
      INFO("seed " << seed << ":" << g.did);
      g.check();
    }
    for (const auto& [label, current] : g.now) survivors += current.has_value();
  }
  CHECK(survivors > 1000);  // else the edits removed all there was to forward
}

TEST_CASE("edits leave the program that they started from as it was") {
  Garden g(7);
  ir::ProcRef before = g.edit.result();
  Places was = places(*before);
  for (int i = 0; i < 20; ++i) g.step();
  CHECK(places(*before) == was);
}

TEST_CASE("an expression that becomes another keeps its place and loses what was below") {
  Gardener random(1);
  ir::Sym x = ir::Sym::fresh("x"), a = ir::Sym::fresh("a"), b = ir::Sym::fresh("b");
  ir::Expr sum = ir::binary(ir::BinOp::add, ir::read(a, ir::Scalar::f32), ir::negate(ir::read(b, ir::Scalar::f32)));
  auto p = std::make_shared<ir::Procedure>();
  p->body = {random.leaf(), ir::Assign{x, {}, sum, ir::Scalar::f32}};
  Path stmt = Path{}.child(ir::Branch::body, 1);
  Edit edit(p);
  edit.become_expr(stmt.expr({0, 1}), ir::float_lit(3));
  CHECK(edit.forward()(stmt) == stmt);
  CHECK(edit.forward()(stmt.expr({0})) == stmt.expr({0}));
  CHECK(edit.forward()(stmt.expr({0, 0})) == stmt.expr({0, 0}));
  CHECK(edit.forward()(stmt.expr({0, 1})) == stmt.expr({0, 1}));
  CHECK(!edit.forward()(stmt.expr({0, 1, 0})));
  CHECK(ir::expr_at(edit.proc(), stmt.expr({0, 1}))->as<ir::FloatLit>()->value == 3);
  CHECK(ir::expr_at(edit.proc(), stmt.expr({0, 0}))->as<ir::Read>()->name == a);
}

TEST_CASE("an expression path goes where its statement goes") {
  Gardener random(2);
  auto p = std::make_shared<ir::Procedure>();
  p->body = {random.leaf(), random.leaf()};
  Path second = Path{}.child(ir::Branch::body, 1);
  Edit edit(p);
  edit.insert(second, {random.leaf()});
  CHECK(edit.forward()(second.expr({0})) == second.sibling(1).expr({0}));
  edit.erase({second.sibling(1), 1});
  CHECK(!edit.forward()(second.expr({0})));
}
