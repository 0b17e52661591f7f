// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <tuple>
#include <vector>

#include "fuzz/dice.hpp"
#include "fuzz/linear.hpp"

namespace tessera::fuzz {

/// A value between two linear bounds, both included: a counter, or an index argument.
struct Counter {
  std::string text;
  Linear least, most;
};

/// A buffer, argument, window or scalar (no dimensions).
struct Buffer {
  std::string name, type;
  std::vector<Linear> shape;
  std::string base;  ///< the buffer of a window; else itself
};

/// A callable procedure with its arguments, in order.
struct Callee {
  enum class Kind { size, window, dense, scalar, flag, index };
  struct Parameter {
    Kind kind;
    std::string type;
    Linear extent;  ///< in terms of the callee's n, its first argument if it has one
  };
  std::string name;
  std::vector<Parameter> parameters;
};

/// Writes the body of one procedure. The procedure's header adds the names in scope.
class BodyWriter {
 public:
  BodyWriter(Dice& dice, const SizeBounds& box, const std::vector<Callee>& callees)
      : dice_(dice), box_(box), callees_(callees) {}

  std::vector<Counter> counters;
  std::vector<Buffer> buffers;
  std::vector<std::string> flags;
  bool configs = false;  ///< the module has `Cfg`
  bool aligned = false;  ///< and `settle`, which sets four numbers at an address that is a multiple of 16

  std::string body(int statements);

 private:
  // program_writer.cpp: statements
  void line(const std::string&);
  void block(int depth);
  void statement(int depth);
  void scoped(int depth, const std::vector<Counter>&);
  void loop(int depth);
  void divided_loop(int depth);
  void branch(int depth);
  void guarded_access(int depth);
  void write();
  void write_config();
  void allocate(int depth);
  void temporary();
  void window();
  void call();
  std::string call_arguments(const Callee&);
  void configured_call();
  std::string stride();
  std::string call_argument(const Callee::Parameter&, Linear size, std::vector<std::string>& taken);
  // program_idioms.cpp: shapes that primitives look for
  void idiom(int depth);
  void sum_of_products();
  void twin_loops();
  void continued_loop();
  void twin_branches();
  void twin_writes();
  void staged_row();
  void circular_row();
  void roomy_row();
  void moving_bound();
  void half_written();
  void half_written_row(const Buffer&);
  void nest();
  void repeated_block();
  void numbered_buffers();
  void two_buffers();
  void row_call();
  void lane_loop();
  void shared_scratch();
  void aligned_row();
  // program_indices.cpp: expressions
  std::string index(Linear extent);
  std::vector<Counter> values() const;
  std::string indices(const std::vector<Linear>& shape);
  std::string element(const Buffer&);
  std::string condition();
  std::string converted(const std::string& type);
  std::string data(int depth, const std::string& type);
  std::string leaf(const std::string& type);
  std::string literal(const std::string& type);
  Linear extent();
  Counter bounds(std::string& lo, std::string& hi);
  const Buffer* buffer(const std::string& type, std::size_t least_rank);
  const Buffer* any_buffer(std::size_t least_rank);
  std::string fresh(const std::string& stem) { return stem + std::to_string(++fresh_); }
  std::string counter_name() { return dice_.chance(85) ? fresh(dice_.pick({"i", "j", "k"})) : dice_.pick({"i", "j"}); }

  Dice& dice_;
  SizeBounds box_;
  const std::vector<Callee>& callees_;
  std::string text_;
  int indent_ = 1, left_ = 0, fresh_ = 0;
};

}  // namespace tessera::fuzz
