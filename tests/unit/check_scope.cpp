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

// By what differs alone.
std::string failure(const ir::Procedure& after, const ir::Procedure& before) {
  return failure_of([&] {
    check::well_formed(after, ir::differences(before.body, after.body), ir::declarations(before), "some_step");
  });
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
  p.body.insert(p.body.begin(), alloc(x));
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
  SECTION("a declaration is lost that is needed behind") {
    after.body.erase(after.body.begin());
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a declaration gives way to another") {
    after.body[0] = alloc(ir::Sym::fresh("x"));
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a declaration is lost that nobody needs") {
    before.body[3] = after.body[3] = write(x);
    after.body.erase(after.body.begin() + 2);
    CHECK(failure(after, before) == "");
  }
  SECTION("a name is used in front of its declaration") {
    after.body.insert(after.body.begin(), write(x));
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
    after.body[1] = loop({alloc(x), write(x)});
    CHECK(failure(after, before) == twice);
  }
  SECTION("what is new is declared twice") {
    const ir::Sym z = ir::Sym::fresh("x");
    after.body[1] = loop({alloc(z)}), after.body[3] = alloc(z);
    CHECK(failure(after, before) == twice);
  }
  SECTION("a counter is used behind its loop") {
    after.body[1] = loop({write(x)}, ir::Sym::fresh("x"));
    after.body[3] = write(after.body[1].as<ir::For>()->iter);
    CHECK(failure(after, before) == out_of_scope);
  }
  SECTION("a name that an earlier version declared comes back") {
    ir::Procedure between = before;
    between.body = {alloc(y), write(y)};
    CHECK(failure_of([&] {
            check::well_formed(before, ir::differences(between.body, before.body), ir::declarations(before),
                               "some_step");
          }) == "");
  }
}

TEST_CASE("what a procedure declares is found out again where it may have changed") {
  ir::Procedure before;
  before.body = {alloc(x), loop({write(x), write(x)})};
  const analysis::Declared known(before);
  const auto goes = [&](const ir::Block& after) {
    return analysis::goes_for(known, ir::differences(before.body, after));
  };
  CHECK(goes({before.body[0], loop({write(x)}, before.body[1].as<ir::For>()->iter)}));
  CHECK(goes({before.body[0], write(x)}));
  CHECK(goes({alloc(x), write(x)}));
  CHECK_FALSE(goes({before.body[0], loop({write(x)})}));
  CHECK_FALSE(goes({ir::Alloc{x, {ir::Scalar::f64, {}, false}, ir::dram()}, before.body[1]}));
  CHECK_FALSE(goes({ir::Alloc{x, {ir::Scalar::f32, {ir::int_lit(4)}, false}, ir::dram()}, before.body[1]}));
  auto elsewhere = std::make_shared<ir::MemoryDecl>(*ir::dram());
  CHECK_FALSE(goes({ir::Alloc{x, {ir::Scalar::f32, {}, false}, elsewhere}, before.body[1]}));
  const ir::WindowExpr whole{x, {}, ir::Scalar::f32};
  CHECK_FALSE(goes({before.body[0], ir::WindowStmt{y, whole}, before.body[1]}));

  auto config = std::make_shared<ir::ConfigDecl>();
  config->name = "Cfg";
  const ir::Stmt sets = ir::WriteConfig{config, "f", ir::int_lit(1)};
  CHECK_FALSE(goes({before.body[0], sets, before.body[1]}));
  auto callee = std::make_shared<ir::Procedure>();
  callee->body = {sets};
  CHECK_FALSE(goes({before.body[0], ir::Call{callee, {}}, before.body[1]}));
  before.body.push_back(sets);
  CHECK_FALSE(analysis::goes_for(analysis::Declared(before), {}));
}
