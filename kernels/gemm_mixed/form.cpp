// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm_mixed/form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "dsl/ir/conversion.hpp"
#include "dsl/ir/walk.hpp"
#include "schedules/vectorize.hpp"

namespace tessera::kernels::gemm::mixed {
namespace {

/// The places of one product: the flat index in each operand, last dimension fastest.
struct Product {
  std::int64_t sum, a, b;
};

const ir::Read* factor(const ir::Expr& e) {
  return ir::conversion(e) ? e.as<ir::ExternCall>()->args[0].as<ir::Read>() : e.as<ir::Read>();
}

/// Runs through the loops of a body and lists its products.
class Products {
 public:
  explicit Products(const ir::Procedure& p) : p_(p) {
    for (const ir::Arg& a : p.args)
      if (a.type.is_control()) values_.emplace(a.name, 0);  // the first part of a register
  }

  /// Nothing for a body that does anything else, or has no constant loops.
  std::optional<std::vector<Product>> all() {
    if (!add(p_.body)) return std::nullopt;
    return products_;
  }
  ir::Sym sum() const { return sum_; }
  ir::Sym left() const { return left_; }
  ir::Sym right() const { return right_; }

 private:
  static constexpr std::size_t most = 1 << 16;  // of a tile of 16 x 16 x 64 there are a quarter

  bool add(const ir::Block& block) {
    return std::all_of(block.begin(), block.end(), [&](const ir::Stmt& s) {
      if (const auto* loop = s.as<ir::For>()) return add_loop(*loop);
      const auto* reduce = s.as<ir::Reduce>();
      return reduce && add_product(*reduce);
    });
  }

  bool add_loop(const ir::For& loop) {
    const std::optional<std::int64_t> lo = value(loop.lo), hi = value(loop.hi);
    if (!lo || !hi) return false;
    for (std::int64_t i = *lo; i < *hi; ++i) {
      values_[loop.iter] = i;
      if (products_.size() > most || !add(loop.body)) return false;
    }
    return true;
  }

  bool add_product(const ir::Reduce& n) {
    const auto* product = n.rhs.as<ir::Binary>();
    if (!product || product->op != ir::BinOp::mul) return false;
    const ir::Read *l = factor(product->lhs), *r = factor(product->rhs);
    if (!l || !r || product->lhs.type() != n.type || product->rhs.type() != n.type) return false;
    const auto sum = place(n.name, n.idx), left = place(l->name, l->idx), right = place(r->name, r->idx);
    if (!sum || !left || !right || !is_same(sum_, n.name) || !is_same(left_, l->name) || !is_same(right_, r->name))
      return false;
    products_.push_back({*sum, *left, *right});
    return true;
  }

  static bool is_same(ir::Sym& known, ir::Sym now) {
    if (!known) known = now;
    return known == now;
  }

  std::optional<std::int64_t> place(ir::Sym name, const std::vector<ir::Expr>& idx) const {
    const auto arg = std::find_if(p_.args.begin(), p_.args.end(), [&](const ir::Arg& a) { return a.name == name; });
    if (arg == p_.args.end()) return std::nullopt;
    std::int64_t out = 0;
    for (std::size_t d = 0; d < idx.size(); ++d) {
      const std::optional<std::int64_t> at = value(idx[d]), extent = value(arg->type.shape[d]);
      if (!at || !extent) return std::nullopt;
      out = out * *extent + *at;
    }
    return out;
  }

  std::optional<std::int64_t> value(const ir::Expr& e) const {
    ir::Substitution literals;
    for (const auto& [name, v] : values_) literals.emplace(name, ir::int_lit(v));
    const ir::Expr folded = ir::fold_literals(ir::substitute(e, literals));
    const std::int64_t* v = ir::literal(folded);
    return v ? std::optional(*v) : std::nullopt;
  }

  const ir::Procedure& p_;
  std::map<ir::Sym, std::int64_t> values_;
  std::vector<Product> products_;
  ir::Sym sum_, left_, right_;
};

const ir::Arg* argument(const ir::Procedure& p, ir::Sym name) {
  const auto found = std::find_if(p.args.begin(), p.args.end(), [&](const ir::Arg& a) { return a.name == name; });
  return found == p.args.end() ? nullptr : &*found;
}

std::int64_t elements(const ir::Arg& a) {
  std::int64_t out = 1;
  for (const ir::Expr& extent : a.type.shape) out *= ir::literal(extent) ? *ir::literal(extent) : 0;
  return out;
}

template <class Place> std::int64_t distinct(const std::vector<Product>& all, Place place) {
  std::set<std::int64_t> seen;
  for (const Product& p : all) seen.insert(p.*place);
  return static_cast<std::int64_t>(seen.size());
}

// The place of B in a product, by that in A and in the sums.
std::int64_t place_of_b(const Form& f, const Product& x) {
  const std::int64_t q = x.a % f.depth, j = x.sum % f.columns;
  return q / f.group * f.columns * f.group + j * f.group + q % f.group;
}

// The longest group by which each product is where the sizes have it; 0 without one.
std::int64_t group_of(Form f, const std::vector<Product>& all) {
  for (f.group = f.depth; f.group > 0; --f.group)
    if (f.depth % f.group == 0 && std::all_of(all.begin(), all.end(), [&](const Product& x) {
          const std::int64_t i = x.a / f.depth;
          return i < f.rows && x.sum / f.columns == i && x.b == place_of_b(f, x);
        }))
      return f.group;
  return 0;
}

// Sizes that the numbers of places allow; then each product must be where these have it.
std::optional<Form> with_sizes(const Proc& p, const std::vector<Product>& all) {
  const auto count = static_cast<std::int64_t>(all.size()), sums = distinct(all, &Product::sum);
  if (sums == 0 || count % sums != 0) return std::nullopt;
  Form f;
  f.instruction = p;
  f.depth = count / sums;
  f.rows = distinct(all, &Product::a) / f.depth;
  f.columns = distinct(all, &Product::b) / f.depth;
  if (f.products() != count) return std::nullopt;
  f.group = group_of(f, all);
  return f.group > 0 ? std::optional(f) : std::nullopt;
}

// As in the microkernel, whose loops the instruction replaces: those of one iteration are none.
std::vector<std::int64_t> extents_of_loops(const Form& f) {
  std::vector<std::int64_t> out;
  for (const std::int64_t extent : {f.rows, f.columns, f.depth / f.group, f.group})
    if (extent > 1) out.push_back(extent);
  return out;
}

// By rows, then columns, then the depth.
bool is_in_order(const Form& f, const std::vector<Product>& all) {
  for (std::size_t n = 0; n < all.size(); ++n) {
    const auto at = static_cast<std::int64_t>(n);
    if (all[n].sum != at / f.depth || all[n].a % f.depth != at % f.depth) return false;
  }
  return true;
}

// Of the loops, each of which is all that the one around it does; nothing for other bodies.
std::optional<std::vector<std::int64_t>> extents_of_nest(const ir::Procedure& p) {
  std::vector<std::int64_t> out;
  for (const ir::Block* block = &p.body; block->size() == 1;) {
    const auto* loop = (*block)[0].as<ir::For>();
    if (!loop) return out;
    const std::int64_t *lo = ir::literal(loop->lo), *hi = ir::literal(loop->hi);
    if (!lo || !hi) return std::nullopt;
    if (*hi - *lo > 1) out.push_back(*hi - *lo);
    block = &loop->body;
  }
  return std::nullopt;
}

// Panels are made of registers: one row of numbers, or these rows.
bool is_packed_so(const ir::Arg& a, std::int64_t rows, std::int64_t columns) {
  const auto extent = [&](std::size_t d) { return ir::literal(a.type.shape[d]); };
  if (a.type.shape.size() == 1) return true;
  return a.type.shape.size() == 2 && extent(0) && *extent(0) == rows && extent(1) && *extent(1) == columns;
}

std::optional<Form> with_operands(const Proc& p, const Types& types, const std::vector<Product>& all, ir::Sym sum,
                                  ir::Sym a, ir::Sym b) {
  const ir::Arg *of_sum = argument(p.ir(), sum), *of_a = argument(p.ir(), a), *of_b = argument(p.ir(), b);
  if (!(Types{of_a->type.scalar, of_b->type.scalar, of_sum->type.scalar} == types)) return std::nullopt;
  std::optional<Form> f = with_sizes(p, all);
  if (!f || !of_sum->mem->is_register() || !of_b->mem->is_register()) return std::nullopt;
  if (elements(*of_b) != f->columns * f->depth) return std::nullopt;  // panels of B are whole registers
  f->types = types;
  f->of_a = of_a->mem, f->of_b = of_b->mem, f->of_sum = of_sum->mem;
  f->parts = std::max<std::int64_t>(1, elements(*of_a) / (f->rows * f->depth));
  if (f->b_has_rows() == (of_b->type.shape.size() == 1)) return std::nullopt;
  if (!is_packed_so(*of_b, f->depth / f->group, f->columns * f->group)) return std::nullopt;
  if (f->a_is_in_register() && !is_packed_so(*of_a, f->rows, f->depth)) return std::nullopt;
  const bool chooses =
      std::any_of(p.ir().args.begin(), p.ir().args.end(), [](const ir::Arg& x) { return x.type.is_control(); });
  if (chooses != (f->parts > 1)) return std::nullopt;
  if (!is_in_order(*f, all) || extents_of_nest(p.ir()) != extents_of_loops(*f)) return std::nullopt;
  return f;
}

}  // namespace

const char* const body_of_form =
    "the body is dst[i, j] += a[i, q] * b[j, q] in constant loops over i, j and q, one in the other (b[j, q] is "
    "b[4 * j + q] where q is below 4), dst and b in registers, with sums in floating point or in at least 32 bits: "
    "docs/hardware-vendor.md";

std::string text(const Types& t) { return fmt::format("{},{},{}", ir::name(t.a), ir::name(t.b), ir::name(t.sum)); }
std::string word(const Types& t) { return fmt::format("{}_{}_{}", ir::name(t.a), ir::name(t.b), ir::name(t.sum)); }

bool Form::a_has_rows() const { return a_is_in_register() && of_a->register_type(types.a)->rank() == 2; }

std::int64_t Form::scratch() const { return schedules::stated_scratch(instruction).value_or(0); }

namespace {

// Rows and columns beyond C are computed too; of sums in integers of fewer bits that is refused, as they are not modulo
// 2^32 (pad_loop.R3).
bool can_be_padded(ir::Scalar sum) { return ir::is_float(sum) || ir::byte_size(sum) >= 4; }

}  // namespace

std::optional<Form> form_of(const Proc& instruction, const Types& types) {
  if (!instruction.ir().instr || !can_be_padded(types.sum)) return std::nullopt;
  Products products(instruction.ir());
  const std::optional<std::vector<Product>> all = products.all();
  if (!all || all->empty()) return std::nullopt;
  if (auto f = with_operands(instruction, types, *all, products.sum(), products.left(), products.right())) return f;
  std::vector<Product> turned = *all;  // the factor of the rows may stand on either side
  for (Product& p : turned) std::swap(p.a, p.b);
  return with_operands(instruction, types, turned, products.sum(), products.right(), products.left());
}

namespace {

// Of whatever types.
std::optional<Form> form_of_own_types(const Proc& instruction) {
  if (!instruction.ir().instr) return std::nullopt;
  Products products(instruction.ir());
  const std::optional<std::vector<Product>> all = products.all();
  if (!all || all->empty()) return std::nullopt;
  const auto type = [&](ir::Sym name) { return argument(instruction.ir(), name)->type.scalar; };
  const ir::Scalar left = type(products.left()), right = type(products.right()), sum = type(products.sum());
  if (auto f = form_of(instruction, {left, right, sum})) return f;
  return form_of(instruction, {right, left, sum});
}

}  // namespace

bool is_move(const Proc& p, const OperandMove& m) {
  const auto& facts = p.ir().instr->facts;
  const auto found = facts.find("role");
  if (found == facts.end() || found->second != m.role) return false;
  const auto is_of_rows = [](const ir::Arg& a) {
    return !a.type.is_control() && !a.mem->is_register() && a.type.shape.size() > 1;
  };
  if (m.is_row && std::any_of(p.ir().args.begin(), p.ir().args.end(), is_of_rows)) return false;
  return std::any_of(p.ir().args.begin(), p.ir().args.end(), [&](const ir::Arg& a) {
    return !a.type.is_control() && a.mem->name == m.memory->name && a.type.scalar == m.type;
  });
}

bool is_of_lanes(const Proc& instruction, const ir::MemoryRef& memory, std::int64_t lanes) {
  const std::vector<ir::Arg>& args = instruction.ir().args;
  return std::all_of(args.begin(), args.end(), [&](const ir::Arg& a) {
    return a.type.is_control() || !a.mem->is_register() || (a.mem == memory && elements(a) == lanes);
  });
}

std::vector<Form> best_forms(const std::vector<Proc>& instructions) {
  std::vector<Form> out;
  for (const Proc& p : instructions) {
    std::optional<Form> f = form_of_own_types(p);
    if (!f) continue;
    const auto same = std::find_if(out.begin(), out.end(), [&](const Form& o) { return o.types == f->types; });
    if (same == out.end()) out.push_back(*std::move(f));
    else if (f->products() > same->products()) *same = *std::move(f);
  }
  return out;
}

std::optional<OperandMove> missing_move(const Form& f, const std::vector<Proc>& instructions) {
  for (const OperandMove& m :
       {OperandMove{"load", f.types.a, f.of_a}, OperandMove{"load", f.types.b, f.of_b},
        OperandMove{"zero", f.types.sum, f.of_sum}, OperandMove{"store", f.types.sum, f.of_sum, f.rows == 1}}) {
    const auto is_it = [&](const Proc& p) { return is_move(p, m); };
    if (m.memory->is_register() && std::none_of(instructions.begin(), instructions.end(), is_it)) return m;
  }
  return std::nullopt;
}

std::optional<Form> best_form(const std::vector<Proc>& instructions, const Types& types) {
  std::optional<Form> out;
  for (const Proc& p : instructions)
    if (std::optional<Form> f = form_of(p, types); f && (!out || f->products() > out->products())) out = std::move(f);
  return out;
}

}  // namespace tessera::kernels::gemm::mixed
