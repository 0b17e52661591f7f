// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm_mixed/specification.hpp"

#include <fmt/format.h>

#include "kernels/family/result.hpp"

namespace tessera::kernels::gemm::mixed {
namespace {

std::string as_sum(const std::string& element, ir::Scalar type, ir::Scalar sum) {
  return type == sum ? element : fmt::format("{}({})", ir::name(sum), element);
}

std::string times(std::int64_t factor, const std::string& text) {
  return factor == 1 ? text : fmt::format("{} * {}", factor, text);
}

std::string name_of(ir::Scalar type) { return std::string(ir::name(type)); }

constexpr std::size_t indent = 4;

/// An operand: its extents, and the place of a product's factor in it.
struct Panel {
  std::string shape, place;
};

// Around the factors of a product, outermost first.
std::vector<std::string> loops_of_depth(const Form& f) {
  std::vector<std::string> out;
  if (f.b_has_rows()) out.push_back(fmt::format("l in seq(0, {})", f.depth / f.group));
  if (f.group > 1) out.push_back(fmt::format("q in seq(0, {})", f.group));
  return out;
}

std::string of_depth(const Form& f) {
  const std::string q = f.group > 1 ? "q" : "";
  if (!f.b_has_rows()) return q;
  return times(f.group, "l") + (q.empty() ? "" : " + " + q);
}

std::string plus(const std::string& text, const std::string& more) { return more.empty() ? text : text + " + " + more; }

Panel panel_of_a(const Form& f, bool is_packed) {
  const std::string q = of_depth(f);
  if (!is_packed)
    return {fmt::format("M, {}", times(f.depth, "K")), fmt::format("[i, {}]", plus(times(f.depth, "k"), q))};
  if (f.a_has_rows()) return {fmt::format("K, Q, {}", f.depth), fmt::format("[k, i, {}]", q.empty() ? "0" : q)};
  return {fmt::format("K, {}", times(f.depth, "Q")), fmt::format("[k, {}]", plus(times(f.depth, "i"), q))};
}

Panel panel_of_b(const Form& f) {
  const std::string columns = times(f.group, "P"), column = plus(times(f.group, "j"), f.group > 1 ? "q" : "");
  if (f.b_has_rows()) return {fmt::format("K, {}, {}", f.depth / f.group, columns), fmt::format("[k, l, {}]", column)};
  return {fmt::format("K, {}", columns), fmt::format("[k, {}]", column)};
}

std::vector<std::string> results(ir::Scalar type) {
  std::vector<std::string> out = result_of("sums");
  out.insert(out.end(), {"x = scale[j] * x", "x += bias[j]"});
  const std::vector<std::string> stored = stored_result(type, "C[i, j]");
  out.insert(out.end(), stored.begin(), stored.end());
  return out;
}

}  // namespace

std::string name(const MixedVariant& v) {
  return fmt::format("{}{}", gemm::name(v.update), v.a == Operand::strided ? "_strided" : "");
}

std::string specification_name(const MixedVariant& v) { return "gemm_" + name(v); }

std::string specification(const MixedVariant& v, const Form& f) {
  const Types& t = f.types;
  const bool is_packed = v.a == Operand::packed, is_window = v.b == Operand::strided;
  const std::string sum = v.result ? "sums" : "C[i, j]", in_tile(3 * indent, ' ');
  std::string first, following;
  if (v.result) first = fmt::format("{}sums: {} @ DRAM\n", in_tile, ir::name(t.sum));
  if (v.update == Update::set) first += fmt::format("{}{} = 0.0\n", in_tile, sum);
  for (const std::string& line : v.result ? results(*v.result) : std::vector<std::string>{})
    following += in_tile + line + "\n";
  const Panel a = panel_of_a(f, is_packed), b = panel_of_b(f);
  const std::vector<std::string> loops = loops_of_depth(f);
  std::string nest;
  for (std::size_t i = 0; i < loops.size(); ++i)
    nest += fmt::format("{}for {}:\n", std::string((4 + i) * indent, ' '), loops[i]);
  return fmt::format(
      "def {}(M: size, {}N: size, P: size, K: index, A: {}[{}], B: {}[{}], C: [{}][M, N]{}):\n"
      "    assert K >= 0\n    assert {}\n    assert N <= P\n    assert stride(C, 1) == 1\n{}"
      "    for i in seq(0, M):\n        for j in seq(0, N):\n{}            for k in seq(0, K):\n{}"
      "{}{} += {} * {}\n{}",
      specification_name(v), is_packed ? "Q: size, " : "", is_packed ? name_of(t.a) : fmt::format("[{}]", name_of(t.a)),
      a.shape, is_window ? fmt::format("[{}]", name_of(t.b)) : name_of(t.b), b.shape,
      ir::name(v.result.value_or(t.sum)), v.result ? ", scale: f32[P], bias: f32[P]" : "",
      is_packed ? "M <= Q" : "stride(A, 1) == 1",
      is_window ? fmt::format("    assert stride(B, {}) == 1\n", f.b_has_rows() ? 2 : 1) : "", first, nest,
      std::string((4 + loops.size()) * indent, ' '), sum, as_sum("A" + a.place, t.a, t.sum),
      as_sum("B" + b.place, t.b, t.sum), following);
}

}  // namespace tessera::kernels::gemm::mixed
