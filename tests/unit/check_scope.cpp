#include <catch2/catch.hpp>

#include "dsl/check/scope.hpp"
#include "dsl/support/diagnostic.hpp"

using namespace tessera;

TEST_CASE("a use out of scope is a bug in Tessera that names the step") {
  ir::Sym x = ir::Sym::fresh("x");
  ir::Procedure p;
  p.body = {ir::Assign{x, {}, ir::float_lit(0), ir::Scalar::f32}};
  auto failure = [&]() -> std::string {
    try {
      check::well_formed(p, "some_step");
    } catch (const Error& e) {
      CHECK(e.exit_code() == ExitCode::bug);
      return e.diagnostic().message;
    }
    return "";
  };
  CHECK(failure() == "bug in Tessera: some_step left x used out of its scope");
  ir::Stmt alloc = ir::Alloc{x, {ir::Scalar::f32, {}, false}, ir::dram()};
  p.body.insert(p.body.begin(), alloc);
  CHECK(failure() == "");
  p.body.push_back(alloc);
  CHECK(failure() == "bug in Tessera: some_step declared x twice");
  p.body = {ir::For{ir::Sym::fresh("i"), ir::int_lit(0), ir::int_lit(1), {alloc}, ir::LoopMode::seq}, p.body[1]};
  CHECK(failure() == "bug in Tessera: some_step left x used out of its scope");
}
