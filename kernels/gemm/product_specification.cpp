// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/product_specification.hpp"

#include <fmt/format.h>

namespace tessera::kernels::gemm {

std::string panel_name(std::int64_t vectors, bool is_partial) {
  return fmt::format("panel_{}{}", vectors, is_partial ? "p" : "");
}

namespace {

/// The procedures of all levels for one update, as written.
class Texts {
 public:
  Texts(const Blocking& blocking, std::int64_t lanes, ir::Scalar scalar, Update update)
      : b_(blocking), lanes_(lanes), width_(lanes * blocking.tile.vectors), type_(ir::name(scalar)), update_(update) {}

  std::string panels() const {
    const std::string unit = fmt::format("{}{}", unit_a, unit_b);
    std::string out = level({panel_name(b_.tile.vectors, false), "M: size, K: size",
                             fmt::format("B: [{}][K, {}]", type_, width_), unit, std::to_string(width_)},
                            nest("0", "M", std::to_string(width_), "B[k, j]"));
    for (std::int64_t v = 1; v <= b_.tile.vectors; ++v) {
      const std::string range = fmt::format("    assert N > {}\n    assert N <= {}\n", lanes_ * (v - 1), lanes_ * v);
      out += level({panel_name(v, true), "N: size, M: size, K: size", matrix("K, N"), range + unit, "N"},
                   nest("0", "M", "N", "B[k, j]"));
    }
    return out;
  }

  std::string strips() const {
    const std::string packed = fmt::format("{}[(N + {}) / {}, K, {}]", type_, width_ - 1, width_, width_);
    const std::string element = fmt::format("P[j / {0}, k, j % {0}]", width_);
    return level({"packed_strip", sizes, "P: " + packed, unit_a, "N"}, nest("0", "M", "N", element)) +
           level({"packing_strip", sizes, matrix("K, N"),
                  fmt::format("    assert M > {}\n{}{}", b_.tile.rows, unit_a, unit_b), "N"},
                 nest("0", "M", "N", "B[k, j]")) +
           level({"copying_strip", sizes, matrix("K, N") + ", P: " + packed,
                  fmt::format("    assert M > {}\n{}{}", b_.tile.rows, unit_a, unit_b), "N"},
                 copying(fmt::format("P[jp / {0}, kp, jp % {0}]", width_)) +
                     nest("0", std::to_string(b_.tile.rows), "N", "B[k, j]") +
                     nest(std::to_string(b_.tile.rows), "M", "N", element));
  }

  std::string blocks() const { return product("block", fmt::format("    assert K <= {}\n", b_.depth)); }
  std::string products() const { return product("product", ""); }

 private:
  static constexpr const char* sizes = "M: size, N: size, K: size";
  static constexpr const char* unit_a = "    assert stride(A, 1) == 1\n";
  static constexpr const char* unit_b = "    assert stride(B, 1) == 1\n";

  struct Head {
    std::string name, sizes, b, asserts, columns;
  };

  // Of rows, and of matrices that lie in any way.
  std::string product(const std::string& name, const std::string& asserts) const {
    const std::string body = nest("0", "M", "N", "B[k, j]");
    return level({name, sizes, matrix("K, N"), asserts + unit_a + unit_b, "N"}, body) +
           level({name + "_any", sizes, matrix("K, N"), asserts, "N"}, body);
  }

  std::string matrix(const std::string& shape) const { return fmt::format("B: [{}][{}]", type_, shape); }

  std::string level(const Head& h, const std::string& body) const {
    return fmt::format(
        "\ndef gemm_{0}_{1}({2},{3} A: [{4}][M, K], {5}, C: [{4}][M, {6}]):\n{7}"
        "    assert stride(C, 1) == 1\n{8}",
        name(update_), h.name, h.sizes, has_alpha() ? fmt::format(" alpha: {},", type_) : "", type_, h.b, h.columns,
        h.asserts, body);
  }

  std::string nest(const std::string& lo, const std::string& hi, const std::string& columns,
                   const std::string& b) const {
    return fmt::format(
        "    for i in seq({}, {}):\n        for j in seq(0, {}):\n{}"
        "            for k in seq(0, K):\n                C[i, j] += {}A[i, k] * {}\n",
        lo, hi, columns, update_ == Update::set ? "            C[i, j] = 0.0\n" : "", has_alpha() ? "alpha * " : "", b);
  }

  static std::string copying(const std::string& to) {
    return fmt::format("    for kp in seq(0, K):\n        for jp in seq(0, N):\n            {} = B[kp, jp]\n", to);
  }

  bool has_alpha() const { return update_ == Update::add_scaled; }

  const Blocking& b_;
  std::int64_t lanes_, width_;
  std::string_view type_;
  Update update_;
};

}  // namespace

std::string product_specification(const Blocking& b, std::int64_t lanes, ir::Scalar scalar, Update update) {
  std::string out;
  for (Operand operand : {Operand::strided, Operand::copied})
    out += (out.empty() ? "" : "\n") + specification({update, Operand::strided, operand, Result::rows}, scalar);
  const Texts texts(b, lanes, scalar, update);
  return out + texts.panels() + texts.strips() + texts.blocks() + texts.products();
}

}  // namespace tessera::kernels::gemm
