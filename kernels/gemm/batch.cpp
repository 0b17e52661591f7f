// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/batch.hpp"

#include <fmt/format.h>

#include "kernels/gemm/blocked.hpp"
#include "kernels/gemm/panel.hpp"
#include "schedules/inspect.hpp"
#include "tessera/tessera.hpp"

namespace tessera::kernels::gemm {
namespace {

using schedules::VectorTarget;

class BatchLevels {
 public:
  BatchLevels(const Program& program, const VectorTarget& target, const BatchProduct& product, const std::string& name)
      : program_(program), target_(target), product_(product), tile_(product.tile), name_(name) {}

  Proc product() const {
    const Proc start = program_.procedure(specification_name());
    Proc p = split_columns(start, schedules::body_of(start)[0].body()[0], tile_.vectors * target_.lanes);
    p = replace_scheduled(p, p.find_loop("i"), panel_of(tile_.vectors, false));
    p = specialize(p, p.find_loop("i"), partial_widths(tile_, target_.lanes));
    for (std::int64_t v = tile_.vectors; v > 0; --v) p = replace_scheduled(p, p.find_loop("i"), panel_of(v, true));
    return delete_pass(eliminate_dead_code(p, p.find_loop("j")));
  }

 private:
  Variant variant() const { return batch_variant(product_.update); }
  std::string specification_name() const { return "gemm_" + gemm::name(variant()); }

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
  const std::string width = std::to_string(product.tile.vectors * lanes);
  out += "\n" + batch_specification(product.update,
                                    {width, "M: size", "", "_" + panel_name(product.tile.vectors, false)}, type);
  for (std::int64_t v = 1; v <= product.tile.vectors; ++v) {
    const std::string range = fmt::format("    assert N > {}\n    assert N <= {}\n", lanes * (v - 1), lanes * v);
    out +=
        "\n" + batch_specification(product.update, {"N", "N: size, M: size", range, "_" + panel_name(v, true)}, type);
  }
  return out;
}

Proc batch_product(const Program& program, const VectorTarget& target, const BatchProduct& product,
                   const std::string& name) {
  return rename(simplify(BatchLevels(program, target, product, name).product()), name);
}

}  // namespace tessera::kernels::gemm
