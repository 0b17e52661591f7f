#include "families/gemm/blocked.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/inspect.hpp"
#include "tessera/tessera.hpp"

namespace tessera::families::gemm {
namespace {

using schedules::VectorTarget;

constexpr Variant in_place{Update::add, Operand::strided, Operand::strided, Result::rows};

// ---- specifications

std::string panel_name(std::int64_t vectors, bool is_partial) {
  return fmt::format("gemm_panel_{}{}", vectors, is_partial ? "p" : "");
}

struct Text {
  std::string name, sizes, asserts, b, columns, term;
  std::string of(std::string_view type) const {
    return fmt::format(
        "\ndef {0}({1}, A: [{2}][M, K], B: {3}, C: [{2}][M, {4}]):\n{5}"
        "    assert stride(A, 1) == 1\n    assert stride(C, 1) == 1\n"
        "    for i in seq(0, M):\n        for j in seq(0, {4}):\n            for k in seq(0, K):\n"
        "                C[i, j] += A[i, k] * {6}\n",
        name, sizes, type, b, columns, asserts, term);
  }
};

std::string panels(const Blocking& b, std::int64_t lanes, std::string_view type) {
  const std::string unit = "    assert stride(B, 1) == 1\n", depth = "    assert K >= 0\n";
  const std::int64_t width = lanes * b.tile.vectors;
  std::string out = Text{panel_name(b.tile.vectors, false),       "M: size, K: index",   depth + unit,
                         fmt::format("[{}][K, {}]", type, width), std::to_string(width), "B[k, j]"}
                        .of(type);
  for (std::int64_t v = 1; v <= b.tile.vectors; ++v)
    out += Text{panel_name(v, true),
                "N: size, M: size, K: index",
                fmt::format("    assert N > {}\n    assert N <= {}\n", lanes * (v - 1), lanes * v) + depth + unit,
                fmt::format("[{}][K, N]", type),
                "N",
                "B[k, j]"}
               .of(type);
  return out;
}

// ---- one level inside the other

Proc call_scheduled(Proc p, const Kernel& k) {
  for (const Cursor& call : p.find_all(k.specification.name() + "(_)")) p = call_eqv(p, p.forward(call), k.scheduled);
  return p;
}

// for i: for j: for k: …  -->  tiles of rows: as many high ones as leave one or two, these of nearly equal height
Kernel panel(const Proc& specification, const std::vector<Kernel>& tiles) {
  const auto most = static_cast<std::int64_t>(tiles.size());
  auto tile = [&](std::int64_t rows) -> const Kernel& { return tiles.at(static_cast<std::size_t>(rows - 1)); };
  const std::string main = fmt::format("((M + {}) / {} - 2) * {}", most - 1, most, most);
  std::vector<std::string> alone, last_two;
  for (std::int64_t r = 1; r <= most; ++r) alone.push_back(fmt::format("M == {}", r));
  for (std::int64_t r = most + 1; r <= 2 * most; ++r) last_two.push_back(fmt::format("M - {} == {}", main, r));

  Proc p = specialize(specification, "for i in _: _", alone);
  for (std::int64_t r = 1; r <= most; ++r) p = replace(p, "for i in _: _", tile(r).specification);
  p = cut_loop(p, "i", main);
  if (most > 1) {
    p = divide_loop(p, "i", most, {"it", "ii"}, Tail::perfect);
    p = replace(p, "for ii in _: _", tile(most).specification);
  }
  p = specialize(p, p.find_loop("i"), last_two);
  for (std::int64_t r = most + 1; r <= 2 * most; ++r) {
    p = cut_loop(p, "i", fmt::format("{} + {}", main, (r + 1) / 2));
    p = replace(p, "for i in _: _", tile((r + 1) / 2).specification);
    p = replace(p, "for i in _: _", tile(r / 2).specification);
  }
  p = eliminate_dead_code(p, fmt::format("if M - {} == {}: _", main, 2 * most));  // no other number of rows is left
  for (const Kernel& t : tiles) p = call_scheduled(p, t);
  return {specification, simplify(p)};
}

// The nest over what is left of the extent of `loop`, which may be nothing: then nothing is done.
Proc call_for_rest(Proc p, const std::string& loop, const std::string& left, const Kernel& k) {
  p = specialize(p, p.find_loop("i"), {left + " > 0"});
  p = replace(p, p.find_loop("i"), k.specification);
  return eliminate_dead_code(p, p.find_loop(loop));
}

// The procedures from the tile outwards, each called by the next.
class Levels {
 public:
  Levels(const Specifications& specification, const VectorTarget& target, const Blocking& blocking,
         const std::string& name)
      : specification_(specification), target_(target), blocking_(blocking), name_(name) {}

  // All columns of some rows, B in panels.
  Kernel strip() {
    const std::int64_t width = target_.lanes * blocking_.tile.vectors;
    const Kernel whole = panel_of(blocking_.tile.vectors, false);
    const Proc start = specification_("gemm_strip");
    Proc p = divide_loop(start, "j", width, {"jo", "j"}, Tail::cut);
    p = simplify(p);
    p = autofission(p, p.find_loop("jo").after());
    p = reorder_loops(p, "i jo");
    p = replace(p, "for i in _: _", whole.specification);
    p = call_scheduled(p, whole);
    return named({start, rest_of_columns(p, width)}, "strip");
  }

  // All rows and columns, some of the sums: B packed.
  Kernel block() {
    const Kernel inner = strip();
    const std::int64_t width = target_.lanes * blocking_.tile.vectors;
    const Proc start = specification_("gemm_block");
    Proc p = stage_mem(start, "for i in _: _", "B[0:K, 0:N]", "packed");
    p = resize_dim(p, "packed", 1, fmt::format("(N + {}) / {} * {}", width - 1, width, width), "0");
    p = divide_dim(p, "packed", 1, width);
    p = rearrange_dim(p, "packed", {1, 0, 2});
    p = simplify(p);
    p = divide_loop(p, "i1", width, {"jo", "ji"}, Tail::cut);
    p = autofission(p, p.find_loop("jo").after());
    p = reorder_loops(p, "i0 jo");
    p = simplify(divide_loop(p, "i", blocking_.rows, {"io", "i"}, Tail::cut));
    p = replace(p, "for i in _: _", inner.specification);
    p = call_for_rest(p, "i", fmt::format("M % {}", blocking_.rows), inner);
    return named({start, packing_in_vectors(call_scheduled(p, inner))}, "block");
  }

  Proc whole() {
    const Kernel inner = block();
    Proc p = divide_loop(specification_("gemm"), "k", blocking_.depth, {"ko", "k"}, Tail::cut);
    p = autofission(p, p.find_loop("ko").after(), 2);
    p = reorder_loops(p, "j ko");
    p = reorder_loops(p, "i ko");
    p = replace(p, "for i in _: _", inner.specification);
    p = call_for_rest(p, "k", fmt::format("K % {}", blocking_.depth), inner);
    return rename(simplify(call_scheduled(p, inner)), name_);
  }

 private:
  Kernel named(const Kernel& k, const std::string& part) const {
    return {k.specification, rename(simplify(k.scheduled), name_ + "_" + part)};
  }

  Kernel panel_of(std::int64_t vectors, bool is_partial) {
    std::vector<Kernel> tiles;
    for (std::int64_t rows = 1; rows <= blocking_.tile.rows; ++rows) {
      const std::string name = fmt::format("{}_{}x{}{}", name_, rows, vectors * target_.lanes, is_partial ? "p" : "");
      tiles.push_back(microkernel(specification_("gemm_" + gemm::name(in_place)), target_, {rows, vectors, is_partial},
                                  in_place, name));
    }
    return named(panel(specification_(panel_name(vectors, is_partial)), tiles),
                 fmt::format("panel_{}{}", vectors, is_partial ? "p" : ""));
  }

  // Behind the whole panels: one with so many vectors as the rest needs, the last used in part.
  Proc rest_of_columns(Proc p, std::int64_t width) {
    std::vector<std::string> widths;
    for (std::int64_t v = blocking_.tile.vectors; v > 0; --v)
      widths.push_back(fmt::format("N % {} > {}", width, target_.lanes * (v - 1)));
    p = specialize(p, p.find_loop("i"), widths);
    for (std::int64_t v = blocking_.tile.vectors; v > 0; --v) {
      const Kernel k = panel_of(v, true);
      p = replace(p, "for i in _: _", k.specification);
      p = call_scheduled(p, k);
    }
    return eliminate_dead_code(p, p.find_loop("j"));
  }

  Proc packing_in_vectors(Proc p) const {
    p = divide_loop(p, "ji", target_.lanes, {"v", "l"}, Tail::perfect);
    const Cursor vectors = p.find_loop("v");
    p = schedules::vectorize_lanes(p, p.find_loop("l"), target_);
    p = unroll_loop(p, p.forward(vectors));
    return schedules::vectorize(p, "ji", target_, schedules::Leftover::masked);
  }

  const Specifications& specification_;
  const VectorTarget& target_;
  const Blocking& blocking_;
  const std::string& name_;
};

}  // namespace

Blocking blocking(const Caches& caches, const Tile& tile, std::int64_t lanes, std::int64_t bytes) {
  constexpr std::int64_t step = 8;
  const std::int64_t width = tile.vectors * lanes;
  const std::int64_t depth = std::max(step, caches.first / ((width + tile.rows) * bytes) / step * step);
  const std::int64_t rows = std::max<std::int64_t>(1, caches.second / 2 / (depth * bytes) / tile.rows) * tile.rows;
  return {tile, rows, depth};
}

Tile default_tile(std::int64_t registers) { return {std::max<std::int64_t>(1, (registers - 1) / 2 - 1), 2, false}; }

std::string blocked_specification(const Blocking& b, std::int64_t lanes, ir::Scalar scalar) {
  const std::string_view type = ir::name(scalar);
  const std::int64_t width = lanes * b.tile.vectors;
  const std::string unit = "    assert stride(B, 1) == 1\n", matrix = fmt::format("[{}][K, N]", type);
  std::string out = specification(in_place, scalar) + panels(b, lanes, type);
  out += Text{"gemm_strip", "M: size, N: size, K: size",
              "",           fmt::format("{}[(N + {}) / {}, K, {}]", type, width - 1, width, width),
              "N",          fmt::format("B[j / {0}, k, j % {0}]", width)}
             .of(type);
  const std::string depth = fmt::format("    assert K <= {}\n", b.depth);
  out += Text{"gemm_block", "M: size, N: size, K: size", depth + unit, matrix, "N", "B[k, j]"}.of(type);
  return out + Text{"gemm", "M: size, N: size, K: size", unit, matrix, "N", "B[k, j]"}.of(type);
}

Proc blocked(const Specifications& specification, const VectorTarget& target, const Blocking& blocking,
             const std::string& name) {
  return Levels(specification, target, blocking, name).whole();
}

}  // namespace tessera::families::gemm
