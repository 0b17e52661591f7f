// SPDX-License-Identifier: Apache-2.0
#include <z3.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "dsl/smt/smtlib.hpp"

using namespace tessera::smt;

namespace {

Affine affine_of(Var v) { return Affine::variable(v); }

/// What Z3's own reader and `check-sat` say to the text.
std::string verdict(const std::string& script) {
  const Z3_config config = Z3_mk_config();
  const Z3_context context = Z3_mk_context(config);
  Z3_del_config(config);
  std::string answer = Z3_eval_smtlib2_string(context, script.c_str());
  Z3_del_context(context);
  while (!answer.empty() && answer.back() == '\n') answer.pop_back();
  return answer;
}

bool has_command(const std::string& name) {
  return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

std::string verdict_of_command(const std::string& command, const std::string& script) {
  const auto path = std::filesystem::temp_directory_path() / "tessera_smtlib_test.smt2";
  std::ofstream(path) << script;
  std::FILE* pipe = popen((command + " " + path.string()).c_str(), "r");
  char line[64] = "";
  const bool read = pipe && std::fgets(line, sizeof line, pipe);
  if (pipe) pclose(pipe);
  std::filesystem::remove(path);
  const std::string text = read ? line : "";
  return text.substr(0, text.find('\n'));
}

struct Fixture {
  Solver solver;
  Var n = Var::fresh("n"), i = Var::fresh("i"), other = Var::fresh("i");
  Affine quotient = solver.terms().quotient(affine_of(n), 4), remainder = solver.terms().remainder(affine_of(i), 4);

  Query provable() {
    return {"tile.S1",
            "the tile stays\nwithin n",
            {le(1, affine_of(n)), le(0, affine_of(i)), lt(affine_of(i), quotient),
             lt(affine_of(other), affine_of(i)) || eq(affine_of(other), -7)},
            le(affine_of(i) * 4 + remainder, affine_of(n))};
  }
  Query refutable() {
    Query query = provable();
    query.goal = lt(solver.terms().product(affine_of(n), affine_of(i)), 100);
    return query;
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "a query is written as a complete SMT-LIB script") {
  CHECK(to_smtlib(provable(), solver.terms(), Status::proved, "step 3") ==
        "(set-info :smt-lib-version 2.6)\n"
        "; step 3\n"
        "; tile.S1\n"
        "; the tile stays\n"
        "; within n\n"
        "; unsat: the assumptions imply the goal\n"
        "(set-logic QF_LIA)\n"
        "(set-info :status unsat)\n"
        "(declare-const n_0 Int)\n"
        "(declare-const i_1 Int)\n"
        "(declare-const quotient_2 Int)\n"
        "(assert (and (<= (* 4 quotient_2) n_0) (< n_0 (+ (* 4 quotient_2) 4))))\n"
        "(declare-const i_3 Int)\n"
        "(declare-const quotient_4 Int)\n"
        "(assert (and (<= (* 4 quotient_4) i_1) (< i_1 (+ (* 4 quotient_4) 4))))\n"
        "(assert (>= (+ n_0 (- 1)) 0))\n"
        "(assert (>= i_1 0))\n"
        "(assert (>= (+ (* (- 1) i_1) quotient_2 (- 1)) 0))\n"
        "(assert (or (>= (+ i_1 (* (- 1) i_3) (- 1)) 0) (= (+ i_3 7) 0)))\n"
        "; the negated goal\n"
        "(assert (not (>= (+ n_0 (* (- 5) i_1) (* 4 quotient_4)) 0)))\n"
        "(check-sat)\n");
}

TEST_CASE_METHOD(Fixture, "a product of unknowns makes the logic non-linear, and the expected verdict is that given") {
  const std::string script = to_smtlib(refutable(), solver.terms(), Status::refuted, "");
  CHECK(script.find("(set-logic QF_NIA)\n(set-info :status sat)\n") != std::string::npos);
  CHECK(script.find("() Int (* n_0 i_1))") != std::string::npos);
  CHECK(to_smtlib(refutable(), solver.terms()).find(":status unknown") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "the script is read back with the solver's own verdict") {
  CHECK(solver.prove(provable()).status == Status::proved);
  CHECK(verdict(to_smtlib(provable(), solver.terms())) == "unsat");
  CHECK(solver.prove(refutable()).status == Status::refuted);
  CHECK(verdict(to_smtlib(refutable(), solver.terms())) == "sat");
}

TEST_CASE("any name becomes a symbol") {
  Solver solver;
  const Affine odd = affine_of(Var::fresh("0|it'; (x)\n")), empty = affine_of(Var::fresh(""));
  const Query query{"odd names", "", {le(1, odd)}, le(0, odd) && eq(empty, empty + odd - odd)};
  CHECK(verdict(to_smtlib(query, solver.terms())) == "unsat");
}

TEST_CASE_METHOD(Fixture, "the z3 and cvc5 commands confirm the verdicts") {
  for (const std::string command : {"z3", "cvc5"}) {
    if (!has_command(command)) {
      WARN("skipped: no " << command << " here");
      continue;
    }
    INFO(command);
    CHECK(verdict_of_command(command, to_smtlib(provable(), solver.terms())) == "unsat");
    CHECK(verdict_of_command(command, to_smtlib(refutable(), solver.terms())) == "sat");
  }
}
