#pragma once
// The primitives as C++ functions. Each takes a procedure and returns a new one, or throws SchedulingError naming the
// condition that failed. Rules, conditions and examples stand in primitives/<name>.cpp.
#include "dsl/rewrite/primitive.hpp"

namespace tessera {

/// What becomes of the iterations that no whole block holds.
enum class Tail { perfect, guard, cut };
std::string_view name(Tail);
std::optional<Tail> tail_named(std::string_view);

// loops
Proc divide_loop(const Proc&, const Place& loop, std::int64_t factor, const std::vector<std::string>& names,
                 Tail tail = Tail::guard);
Proc reorder_loops(const Proc&, const Place& loops);
Proc cut_loop(const Proc&, const Place& loop, const std::string& cut_point);
Proc shift_loop(const Proc&, const Place& loop, const std::string& new_lo);
Proc unroll_loop(const Proc&, const Place& loop);
Proc fission(const Proc&, const Place& gap, std::int64_t n_lifts = 1);
Proc autofission(const Proc&, const Place& gap, std::int64_t n_lifts = 1);
Proc remove_loop(const Proc&, const Place& loop);
Proc lift_scope(const Proc&, const Place& scope);
Proc eliminate_dead_code(const Proc&, const Place& statement);

// expressions
Proc simplify(const Proc&);
Proc simplify(const Proc&, const Place& statement);
Proc bind_expr(const Proc&, const Place& expr, const std::string& name);

// buffers
Proc stage_mem(const Proc&, const Place& block, const std::string& window, const std::string& name, bool accum = false);
Proc expand_dim(const Proc&, const Place& buffer, const std::string& extent, const std::string& index);
Proc lift_alloc(const Proc&, const Place& buffer, std::int64_t n_lifts = 1);
Proc autolift_alloc(const Proc&, const Place& buffer, std::int64_t n_lifts = 1, const std::string& mode = "row",
                    std::int64_t size = 0, bool keep_dims = false);
Proc rearrange_dim(const Proc&, const Place& buffer, const std::vector<std::int64_t>& permutation);
Proc divide_dim(const Proc&, const Place& buffer, std::int64_t dim, std::int64_t quotient);

// annotations
Proc set_memory(const Proc&, const Place& buffer, const ir::MemoryRef& memory);
Proc set_precision(const Proc&, const Place& buffer, const std::string& type);
Proc set_window(const Proc&, const Place& buffer, bool is_window = true);

// procedures
Proc rename(const Proc&, const std::string& name);
Proc partial_eval(const Proc&, const std::vector<std::int64_t>& values);
Proc inline_call(const Proc&, const Place& call);  ///< `inline` in schedule files
Proc replace(const Proc&, const Place& block, const Proc& by);
Proc replace_all(const Proc&, const std::vector<Proc>& by);
struct Extracted {
  Proc proc;    ///< with the call in place of the block
  Proc callee;  ///< the new procedure
};
Extracted extract_subproc(const Proc&, const Place& block, const std::string& name);
Proc call_eqv(const Proc&, const Place& call, const Proc& other);

}  // namespace tessera
