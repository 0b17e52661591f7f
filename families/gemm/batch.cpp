#include "families/gemm/batch.hpp"

#include <fmt/format.h>

#include "families/gemm/blocked.hpp"
#include "schedules/inspect.hpp"
#include "tessera/tessera.hpp"

namespace tessera::families::gemm {
namespace {

using schedules::VectorTarget;

class Levels {
 public:
  Levels(const Program& program, const VectorTarget& target, const BatchProduct& product, const std::string& name)
      : program_(program), target_(target), product_(product), tile_(product.tile), name_(name) {}

  Proc product() const {
    Proc p = program_.procedure(specification_name());
    p = whole_panels(p, tile_.vectors);
    if (product_.has_partial_tiles) return partial_panels(p);
    if (tile_.vectors > 1) p = whole_panels(p, 1);
    return columns_left(p);
  }

 private:
  Variant variant() const { return batch_variant(product_.update); }
  std::string specification_name() const { return "gemm_" + gemm::name(variant()); }

  // The loop over columns that no panel has yet.
  Proc whole_panels(Proc p, std::int64_t vectors) const {
    const std::vector<Cursor> nests = schedules::body_of(p);
    p = split_columns(p, nests.back().body()[0], vectors * target_.lanes);
    return replace_scheduled(p, p.find_loop("i"), panel_of(vectors, false));
  }

  Proc partial_panels(Proc p) const {
    p = specialize(p, p.find_loop("i"), partial_widths(tile_, target_.lanes));
    for (std::int64_t v = tile_.vectors; v > 0; --v) p = replace_scheduled(p, p.find_loop("i"), panel_of(v, true));
    return delete_pass(eliminate_dead_code(p, p.find_loop("j")));
  }

  // Fewer than a vector: each sum apart from C, and C left alone where there is nothing to add, as in the tiles.
  Proc columns_left(Proc p) const {
    const std::string place = schedules::written_place(p.find("C[_] += _"));
    if (product_.update == Update::set) return stage_mem(p, p.find_loop("b").expand(1, 0), place, "sum");
    const Cursor rows = p.find_loop("i");
    p = specialize(p, rows, {"batch > 0 and K > 0"});
    p = delete_pass(eliminate_dead_code(p, p.find_loop("k #1")));
    return stage_mem(p, p.find_loop("b"), place, "sum", Staging::accum);
  }

  Kernel panel_of(std::int64_t vectors, bool is_partial) const {
    const std::string suffix = panel_name(vectors, is_partial);
    const std::int64_t most = tile_.rows * tile_.vectors / vectors;  // as many sums at once in a narrow panel
    std::vector<Kernel> tiles;
    for (std::int64_t rows = 1; rows <= most; ++rows) tiles.push_back(tile({rows, vectors, is_partial}));
    const Kernel all =
        panel(program_.procedure(specification_name() + "_" + suffix), tiles, tiles.back(), product_.edges);
    return {all.specification, rename(all.scheduled, name_ + "_" + suffix)};
  }

  Kernel tile(const Tile& t) const {
    return microkernel(program_.procedure(specification_name()), target_, t, variant(), {},
                       fmt::format("{}_{}x{}{}", name_, t.rows, t.vectors * target_.lanes, t.is_partial ? "p" : ""));
  }

  const Program& program_;
  const VectorTarget& target_;
  const BatchProduct& product_;
  const Tile& tile_;
  const std::string& name_;
};

}  // namespace

Variant batch_variant(Update u) { return {u, Operand::strided, Operand::strided, Result::rows, Sum::of_batch}; }

std::string batch_program(const BatchProduct& product, std::int64_t lanes, ir::Scalar type) {
  std::string out = batch_specification(product.update, {}, type);
  auto whole = [&](std::int64_t vectors) {
    const std::string width = std::to_string(vectors * lanes);
    out += "\n" + batch_specification(product.update, {width, "M: size", "", "_" + panel_name(vectors, false)}, type);
  };
  whole(product.tile.vectors);
  if (!product.has_partial_tiles) {
    if (product.tile.vectors > 1) whole(1);
    return out;
  }
  for (std::int64_t v = 1; v <= product.tile.vectors; ++v) {
    const std::string range = fmt::format("    assert N > {}\n    assert N <= {}\n", lanes * (v - 1), lanes * v);
    out +=
        "\n" + batch_specification(product.update, {"N", "N: size, M: size", range, "_" + panel_name(v, true)}, type);
  }
  return out;
}

Proc batch_product(const Program& program, const VectorTarget& target, const BatchProduct& product,
                   const std::string& name) {
  return rename(simplify(Levels(program, target, product, name).product()), name);
}

}  // namespace tessera::families::gemm
