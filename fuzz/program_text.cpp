// SPDX-License-Identifier: Apache-2.0
#include "fuzz/program_text.hpp"

#include <fmt/format.h>

#include "fuzz/program_writer.hpp"

namespace tessera::fuzz {
namespace {

using ParameterKind = Callee::Kind;

class ModuleWriter {
 public:
  explicit ModuleWriter(Dice& dice) : dice_(dice), configs_(dice.chance(35)) {}

  std::string write() {
    std::string out = configs_ ? "config Cfg:\n    f: index\n    s: f32\n    b: bool\n    st: stride\n\n" : "";
    if (dice_.chance(50)) out += instructions();
    for (int i = dice_.chance(30) ? 0 : dice_.between(1, 2); i > 0; --i) out += callee() + "\n";
    aligned_ = out.size() % 10 == 7;  // by no throw of the dice, which would make other programs of all seeds
    if (aligned_) out += settle;
    return out + subject();
  }

 private:
  static constexpr const char* settle =
      "def settle(dst: [f32][4]):\n    assert stride(dst, 0) == 1\n    assert aligned(dst, 16)\n"
      "    for i in seq(0, 4):\n        dst[i] = 0.0\n\n";

  std::string header(const std::string& name, const std::vector<std::string>& arguments) {
    return Written{"def {}({}):\n", name, fmt::join(arguments, ", ")};
  }

  // In the manner of a hardware library: four lanes, strides asserted, the C that does the same.
  std::string instructions() {
    std::string out;
    const bool configured = configs_ && dice_.chance(50);
    for (const auto& [name, op] : {std::pair{"lanes_copy", "="}, std::pair{"lanes_add", "+="}}) {
      if (dice_.chance(25)) continue;
      out += Written{"@instr(\"for (int l = 0; l < 4; l++) (&{{dst_data}})[l] {} (&{{src_data}})[l];\")\n", op};
      out += Written{"def {}(dst: [f32][4], src: [f32][4]):\n    assert stride(dst, 0) == 1\n", name};
      out += configured ? "    assert Cfg.st == 1\n    assert Cfg.st == stride(src, 0)\n"
                        : "    assert stride(src, 0) == 1\n";
      out += Written{"    for i in seq(0, 4):\n        dst[i] {} src[i]\n\n", op};
      const Callee::Parameter lanes{ParameterKind::window, "f32", {4}};
      callees_.push_back({name, {lanes, lanes}});
    }
    if (dice_.chance(50)) return out;
    callees_.push_back({"touch", {{ParameterKind::window, "f32", {1}}}});
    return out + "@instr(\"(void){src_data};\")\ndef touch(src: [f32][1]):\n    pass\n\n";
  }

  std::string callee() {
    Callee c{Written{"f{}", callees_.size()}, {{ParameterKind::size, "", {}}}};
    BodyWriter body(dice_, SizeBounds{}, callees_);
    body.configs = configs_ && dice_.chance(40);
    std::vector<std::string> arguments{"n: size"};
    std::string asserts;
    for (int i = dice_.between(1, 3); i > 0; --i) {
      const std::string name = Written{"x{}", i}, type = dice_.pick({"f32", "f32", "f32", "f64"});
      const Linear extent = dice_.chance(75) ? Linear{0, 1} : Linear{4};
      const ParameterKind kind = dice_.chance(70)   ? ParameterKind::window
                                 : dice_.chance(50) ? ParameterKind::scalar
                                                    : ParameterKind::dense;
      c.parameters.push_back({kind, type, extent});
      body.buffers.push_back({name, type, {extent}, name});
      if (kind == ParameterKind::scalar) body.buffers.back().shape.clear();
      const std::string format = kind == ParameterKind::window  ? "{}: [{}][{}]"
                                 : kind == ParameterKind::dense ? "{}: {}[{}]"
                                                                : "{}: {}";
      arguments.push_back(Written{fmt::runtime(format), name, type, text(extent)});
      if (kind == ParameterKind::window && dice_.chance(25))
        asserts += Written{"    assert stride({}, 0) == 1\n", name};
    }
    if (dice_.chance(20)) {
      arguments.push_back("on: bool");
      c.parameters.push_back({ParameterKind::flag, "", {}});
      body.flags.push_back("on");
    }
    if (dice_.chance(20)) {
      arguments.push_back("at: index");
      c.parameters.push_back({ParameterKind::index, "", {}});
      body.counters.push_back({"at", {}, {-1, 1}});
      asserts += "    assert 0 <= at and at < n\n";
    }
    const bool idle = dice_.chance(20);  // for the machine's sake only
    const std::string does = idle ? "    pass\n" : body.body(dice_.between(1, 3));
    std::string out = header(c.name, arguments) + asserts + does;
    callees_.push_back(std::move(c));
    return out;
  }

  // Preconditions on the sizes, and the resulting bounds.
  std::string asserts(SizeBounds& box) {
    std::string out;
    if (dice_.chance(35)) out += Written{"    assert n <= {}\n", *(box.n_hi = dice_.between(4, 9))};
    if (dice_.chance(25)) out += Written{"    assert n >= {}\n", box.n_lo = dice_.between(2, 4)};
    if (dice_.chance(25)) {
      const int by = dice_.pick(std::vector<int>{2, 4});
      out += Written{"    assert n % {} == 0\n", by};
      box.n_lo = std::max(box.n_lo, by);
    }
    if (dice_.chance(15)) out += "    assert m <= n\n";
    if (dice_.chance(15)) out += Written{"    assert m >= {}\n", box.m_lo = 2};
    return out;
  }

  void tensors(BodyWriter& body, std::vector<std::string>& arguments) {
    static const std::vector<std::vector<Linear>> shapes{
        {{0, 1}},          {{8}}, {{1, 1}}, {{0, 1}, {4}}, {{4}, {4}}, {{0, 1}, {0, 1}}, {{0, 1}, {0, 0, 1}}, {{0, 2}},
        {{2}, {4}, {0, 1}}};
    const int count = dice_.between(2, 4);
    for (int i = 0; i < count; ++i) {
      Buffer b{std::string(1, static_cast<char>('A' + i)),
               dice_.chance(80) ? "f32" : dice_.pick({"f64", "i32", "f32", "i8"}), dice_.pick(shapes), ""};
      b.base = b.name;
      std::string shape;
      for (const Linear& e : b.shape) shape += (shape.empty() ? "" : ", ") + text(e);
      arguments.push_back(dice_.chance(25) ? Written{"{}: [{}][{}]", b.name, b.type, shape}
                                           : Written{"{}: {}[{}]", b.name, b.type, shape});
      body.buffers.push_back(std::move(b));
    }
    if (!dice_.chance(50)) return;
    arguments.push_back("x: f32");
    body.buffers.push_back({"x", "f32", {}, "x"});
  }

  std::string subject() {
    SizeBounds box;
    std::string conditions = asserts(box);
    BodyWriter body(dice_, box, callees_);
    body.configs = configs_;
    body.aligned = aligned_;
    std::vector<std::string> arguments{"n: size", "m: size"};
    if (dice_.chance(20)) arguments.push_back("on: bool"), body.flags.push_back("on");
    if (dice_.chance(20)) {
      arguments.push_back("at: index");
      body.counters.push_back({"at", {}, {-1, 1}});
      conditions += "    assert at >= 0\n    assert at < n\n";
    }
    tensors(body, arguments);
    return header("p", arguments) + conditions + body.body(dice_.between(3, 9));
  }

  Dice& dice_;
  bool configs_, aligned_ = false;
  std::vector<Callee> callees_;
};

}  // namespace

std::string random_program(Dice& dice) { return ModuleWriter(dice).write(); }

}  // namespace tessera::fuzz
