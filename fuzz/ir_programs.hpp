// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <random>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::fuzz {

/// Makes random well-typed procedures, as IR. Names come from a small pool, so that variables clash in every way.
/// Indices need not be in bounds: the programs are for the front end, not to be run.
class ProgramGenerator {
 public:
  explicit ProgramGenerator(unsigned seed);

  struct Program {
    std::vector<ir::ConfigRef> configs;
    std::vector<ir::ProcRef> procs;
  };
  Program program();

 private:
  struct Variable {
    ir::Sym sym;
    ir::Declaration declaration;
  };

  int upto(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n + 1)); }
  bool chance(int percent) { return upto(99) < percent; }
  template <class T> const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(upto(static_cast<int>(from.size()) - 1))];
  }

  ir::ProcRef procedure(const std::string& name);
  ir::Arg argument(int number);
  ir::Sym fresh();
  ir::Type tensor_type(ir::Scalar, bool is_window, bool products);

  ir::Block block(int depth);
  ir::Stmt statement(int depth);
  ir::Stmt write();
  ir::Stmt alloc();
  ir::Stmt window();
  ir::Stmt write_config();
  ir::Stmt loop(int depth);
  ir::Stmt branch(int depth);
  ir::Stmt call();
  ir::Expr call_argument(const ir::Arg& parameter);
  ir::Expr window_of(const Variable& base, int intervals);

  ir::Expr integer(int depth, bool products = false);
  ir::Expr condition(int depth, bool products = false);
  ir::Expr data(int depth, ir::Scalar type);
  ir::Expr data_leaf(ir::Scalar type);
  ir::Expr element(const Variable&);
  double number();

  std::vector<Variable> control(ir::Scalar type) const;
  std::vector<Variable> integers() const;
  std::vector<Variable> buffers() const;
  std::vector<Variable> buffers(ir::Scalar type) const;

  std::mt19937 random_;
  std::vector<Variable> scope_;
  Program out_;
};

}  // namespace tessera::fuzz
