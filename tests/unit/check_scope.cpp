// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/analysis/lowering.hpp"
#include "dsl/check/scope.hpp"
#include "dsl/support/diagnostic.hpp"

using namespace tessera;

namespace {

template <class Check> std::string failure_of(const Check& check) {
  try {
    check();
  } catch (const Error& e) {
    CHECK(e.exit_code() == ExitCode::bug);
    return e.diagnostic().message;
  }
  return "";
}

std::string failure(const ir::Procedure& p) {
  return failure_of([&] { check::well_formed(p, "some_step"); });
}

std::function<bool(ir::Sym)> declared_in(const ir::Procedure& p) {
  return [all = ir::declarations(p)](ir::Sym s) { return all.count(s) > 0; };
}

// By what differs alone.
std::string failure(const ir::Procedure& after, const ir::Procedure& before) {
  return failure_of(
      [&] { check::well_formed(after, ir::differences(before.body, after.body), declared_in(before), "some_step"); });
}

const std::string out_of_scope = "bug in Tessera: some_step left x used out of its scope";
const std::string twice = "bug in Tessera: some_step declared x twice";

const ir::Sym x = ir::Sym::fresh("x"), y = ir::Sym::fresh("y");

ir::Stmt write(ir::Sym s) { return ir::Assign{s, {}, ir::float_lit(0), ir::Scalar::f32}; }
ir::Stmt alloc(ir::Sym s) { return ir::Alloc{s, {ir::Scalar::f32, {}, false}, ir::dram()}; }
ir::Stmt loop(ir::Block body, ir::Sym i = ir::Sym::fresh("i")) {
  return ir::For{i, ir::int_lit(0), ir::int_lit(1), std::move(body), ir::LoopMode::seq};
}

}  // namespace

TEST_CASE("a use out of scope is a bug in Tessera that names the step") {
  ir::Procedure p;
  p.body = {write(x)};
  CHECK(failure(p) == out_of_scope);
  p.body.splice(0, 0, ir::Block{alloc(x)});
  CHECK(failure(p) == "");
  p.body.push_back(alloc(x));
  CHECK(failure(p) == twice);
  p.body = {loop({alloc(x)}), p.body[1]};
  CHECK(failure(p) == out_of_scope);
}

TEST_CASE("what differs is checked alone, and says the same") {
  ir::Procedure before;
  before.body = {alloc(x), loop({write(x), write(x)}), alloc(y), write(y), write(x)};
  ir::Procedure after = before;
  SECTION("a declaration is lost that is needed after") {
    after.body.splice(0, 1, {});
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a declaration gives way to another") {
    after.body.set(0, alloc(ir::Sym::fresh("x")));
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a declaration gives way to another, and a use after to another use") {
    after.body.set(0, alloc(ir::Sym::fresh("x"))), after.body.set(4, write(x));
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a declaration is lost that nobody needs") {
    before.body.set(3, write(x)), after.body.set(3, before.body[3]);
    after.body.splice(2, 1, {});
    CHECK(failure(after, before) == "");
  }
  SECTION("a name is used in front of its declaration") {
    after.body.splice(0, 0, ir::Block{write(x)});
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a declaration goes where it does not reach all uses") {
    after.body = {loop({before.body[0], write(x)}), before.body[4]};
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a declaration goes from one place to another") {
    after.body = {before.body[2], before.body[0], before.body[1], before.body[3], before.body[4]};
    CHECK(failure(after, before) == "");
  }
  SECTION("what stays is declared once more") {
    after.body.set(1, loop({alloc(x), write(x)}));
    CHECK(failure(after, before) == twice);
  }
  SECTION("what is new is declared twice") {
    const ir::Sym z = ir::Sym::fresh("x");
    after.body.set(1, loop({alloc(z)})), after.body.set(3, alloc(z));
    CHECK(failure(after, before) == twice);
  }
  SECTION("a counter is used after its loop") {
    after.body.set(1, loop({write(x)}, ir::Sym::fresh("x")));
    after.body.set(3, write(after.body[1].as<ir::For>()->iter));
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a name that an earlier version declared comes back") {
    ir::Procedure between = before;
    between.body = {alloc(y), write(y)};
    CHECK(failure_of([&] {
            check::well_formed(before, ir::differences(between.body, before.body), declared_in(before), "some_step");
          }) == "");
  }
}

TEST_CASE("what a procedure declares is found out again where it may have changed") {
  ir::Procedure before;
  before.body = {alloc(x), loop({write(x), write(x)})};
  const auto known = std::make_shared<const analysis::Declared>(before);
  const auto after = [&](const ir::Block& body) {
    return analysis::Declared::after(known, ir::differences(before.body, body));
  };
  const auto of_x = [](const analysis::DeclaredRef& d) { return d ? d->at(x).type.scalar : ir::Scalar::R; };
  CHECK(after({before.body[0], loop({write(x)}, before.body[1].as<ir::For>()->iter)}) == known);
  CHECK(after({before.body[0], write(x)})->at(x).mem == ir::dram());
  const ir::Stmt other_loop = loop({write(x)});
  const ir::Sym counter = other_loop.as<ir::For>()->iter;
  CHECK(after({before.body[0], other_loop})->at(counter).type.scalar == ir::Scalar::index);
  CHECK(!known->find(counter));
  CHECK(of_x(after({ir::Alloc{x, {ir::Scalar::f64, {}, false}, ir::dram()}, before.body[1]})) == ir::Scalar::f64);
  CHECK(of_x(known) == ir::Scalar::f32);
  const auto longer = after({ir::Alloc{x, {ir::Scalar::f32, {ir::int_lit(4)}, false}, ir::dram()}, before.body[1]});
  CHECK(longer->at(x).type.shape.size() == 1);
  auto elsewhere = std::make_shared<ir::MemoryDecl>(*ir::dram());
  CHECK(after({ir::Alloc{x, {ir::Scalar::f32, {}, false}, elsewhere}, before.body[1]})->at(x).mem == elsewhere);
  const ir::WindowExpr whole{x, {}, ir::Scalar::f32};
  CHECK(!after({before.body[0], ir::WindowStmt{y, whole}, before.body[1]}));

  auto config = std::make_shared<ir::ConfigDecl>();
  config->name = "Cfg";
  const ir::Stmt sets = ir::WriteConfig{config, "f", ir::int_lit(1)};
  CHECK(!after({before.body[0], sets, before.body[1]}));
  auto callee = std::make_shared<ir::Procedure>();
  callee->body = {sets};
  CHECK(!after({before.body[0], ir::Call{callee, {}}, before.body[1]}));
  before.body.push_back(sets);
  CHECK(!analysis::Declared::after(std::make_shared<const analysis::Declared>(before), {}));
}

TEST_CASE("which texts are in use is known through many changes") {
  ir::Procedure now;
  analysis::DeclaredRef known = std::make_shared<const analysis::Declared>(now);
  const auto change = [&](ir::Block body) {
    known = analysis::Declared::after(known, ir::differences(now.body, body));
    now.body = std::move(body);
  };
  std::vector<ir::Sym> all;
  change({loop({}, ir::Sym::fresh("i"))});
  for (int i = 0; i < 100; ++i) {
    all.push_back(ir::Sym::fresh("v" + std::to_string(i % 50)));
    ir::Block body = now.body;
    body.push_back(alloc(all.back()));
    change(body);
  }
  CHECK((known->has_text("v0") && known->has_text("v49") && !known->has_text("v50")));
  CHECK((known->has_buffer_text("v0") && known->has_text("i") && !known->has_buffer_text("i")));
  change({now.body.begin() + 2, now.body.end()});  // the loop and one v0
  CHECK(known->has_text("v0"));
  change({now.body.begin() + 50, now.body.end()});
  CHECK((!known->has_text("v0") && known->has_text("v1") && known->at(all[0]).mem == ir::dram()));
}
