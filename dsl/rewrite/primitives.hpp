// SPDX-License-Identifier: Apache-2.0
#pragma once
// The primitives as C++ functions. Each takes a procedure and returns a new one, or throws SchedulingError naming the
// condition that failed. Rules, conditions and examples stand in primitives/<name>.cpp.
#include "dsl/rewrite/primitive.hpp"

namespace tessera {

/// The iterations beyond the last whole block.
enum class Tail { perfect, guard, cut, cut_and_guard };
std::string_view name(Tail);
std::optional<Tail> tail_named(std::string_view);

/// The staged copy starts with the window's values, or at zero and is added to the window.
enum class Staging { copy, accum };
/// The new dimensions of a lifted allocation come in front of its own, or after them.
enum class LiftMode { row, col };
/// The loops that add a dimension: none, or those whose counter is used with the buffer.
enum class LiftDims { none, used };
/// Loops of one iteration are replaced by their bodies, or stay.
enum class UnitLoops { drop, keep };
/// A tensor argument has the caller's strides, or dense ones.
enum class ArgForm { window, dense };

// loops
Proc divide_loop(const Proc&, const LoopPlace& loop, std::int64_t factor, const std::vector<std::string>& names,
                 Tail tail = Tail::guard);
/// `outer_hi` blocks, one every `outer_stride` iterations, each as long as the first plus the leftover: blocks
/// recompute their overlap.
Proc divide_with_recompute(const Proc&, const LoopPlace& loop, const std::string& outer_hi, std::int64_t outer_stride,
                           const std::vector<std::string>& names);
Proc mult_loops(const Proc&, const LoopPlace& loops, const std::string& name);
Proc join_loops(const Proc&, const LoopPlace& first, const LoopPlace& second);
Proc reorder_loops(const Proc&, const LoopPlace& loops);
Proc cut_loop(const Proc&, const LoopPlace& loop, const std::string& cut_point);
Proc shift_loop(const Proc&, const LoopPlace& loop, const std::string& new_lo);
Proc unroll_loop(const Proc&, const LoopPlace& loop);
/// Extends the loop to `hi`; with `zeros` the new iterations write zeros.
Proc pad_loop(const Proc&, const LoopPlace& loop, const std::string& hi, bool zeros = false);
Proc fission(const Proc&, const GapPlace& gap, std::int64_t n_lifts = 1);
Proc autofission(const Proc&, const GapPlace& gap, std::int64_t n_lifts = 1);
/// Two neighbouring loops, or two neighbouring ifs.
Proc fuse(const Proc&, const ScopePlace& first, const ScopePlace& second);
Proc remove_loop(const Proc&, const LoopPlace& loop);
/// With `guard` only the first iteration runs the block.
Proc add_loop(const Proc&, const BlockPlace& block, const std::string& name, const std::string& extent,
              bool guard = false);
Proc parallelize_loop(const Proc&, const LoopPlace& loop);
Proc lift_scope(const Proc&, const ScopePlace& scope);
Proc eliminate_dead_code(const Proc&, const ScopePlace& statement);
Proc specialize(const Proc&, const BlockPlace& block, const std::vector<std::string>& conditions);
/// Not proved: the trace and the header of the C say that the condition was assumed.
Proc add_unsafe_guard(const Proc&, const BlockPlace& block, const std::string& condition);

// statements
Proc reorder_stmts(const Proc&, const BlockPlace& block);
Proc merge_writes(const Proc&, const BlockPlace& block);
Proc split_write(const Proc&, const StmtPlace& statement);
Proc fold_into_reduce(const Proc&, const StmtPlace& statement);
Proc inline_assign(const Proc&, const StmtPlace& statement);
/// The block: an assignment of zero and the loop that adds to it.
Proc lift_reduce_constant(const Proc&, const BlockPlace& block);
Proc insert_pass(const Proc&, const GapPlace& gap);
Proc delete_pass(const Proc&);
Proc delete_pass(const Proc&, const StmtPlace& statement);
/// Arguments as in a call: "i + 1", "A[i, 0:1]", "A".
Proc insert_noop_call(const Proc&, const GapPlace& gap, const Proc& callee, const std::vector<std::string>& args);

// expressions
Proc commute_expr(const Proc&, const ExprPlace& exprs);  ///< a pattern means all its matches
Proc left_reassociate_expr(const Proc&, const ExprPlace& expr);
Proc rewrite_expr(const Proc&, const ExprPlace& expr, const std::string& value);
Proc simplify(const Proc&, UnitLoops loops = UnitLoops::drop);
Proc simplify(const Proc&, const StmtPlace& statement, UnitLoops loops = UnitLoops::drop);
/// cse: also in later statements while the value is the same. Several equal expressions are bound in front of the first
/// statement of the innermost list around all.
Proc bind_expr(const Proc&, const ExprPlaces& expr, const std::string& name, bool cse = false);

// buffers
Proc stage_mem(const Proc&, const BlockPlace& block, const std::string& window, const std::string& name,
               Staging staging = Staging::copy);
Proc expand_dim(const Proc&, const BufferPlace& buffer, const std::string& extent, const std::string& index);
Proc lift_alloc(const Proc&, const BufferPlace& buffer, std::int64_t n_lifts = 1);
Proc autolift_alloc(const Proc&, const BufferPlace& buffer, std::int64_t n_lifts = 1, LiftMode mode = LiftMode::row,
                    std::int64_t size = 0, LiftDims dims = LiftDims::none);
Proc rearrange_dim(const Proc&, const BufferPlace& buffer, const std::vector<std::int64_t>& permutation);
Proc divide_dim(const Proc&, const BufferPlace& buffer, std::int64_t dim, std::int64_t quotient);
Proc mult_dim(const Proc&, const BufferPlace& buffer, std::int64_t hi_dim, std::int64_t lo_dim);
/// fold: a circular buffer of `size` (a literal) elements.
Proc resize_dim(const Proc&, const BufferPlace& buffer, std::int64_t dim, const std::string& size,
                const std::string& offset, bool fold = false);
Proc unroll_buffer(const Proc&, const BufferPlace& buffer, std::int64_t dim);
Proc sink_alloc(const Proc&, const BufferPlace& buffer, std::int64_t n_levels = 1);
/// `new_buffer` takes the memory of `old_buffer`, and its allocation is removed.
Proc reuse_buffer(const Proc&, const BufferPlace& old_buffer, const BufferPlace& new_buffer);
Proc delete_buffer(const Proc&, const BufferPlace& buffer);
/// window: "A[4:8, 0:K]"; the block's accesses of it go through the name.
Proc bind_window(const Proc&, const BlockPlace& block, const std::string& window, const std::string& name);
Proc inline_window(const Proc&, const StmtPlace& window);  ///< the window statement `w = A[…]`

// configuration: each result equals the input but for the field's final value
Proc bind_config(const Proc&, const ExprPlace& expr, const ir::ConfigRef& config, const std::string& field);
Proc write_config(const Proc&, const GapPlace& gap, const ir::ConfigRef& config, const std::string& field,
                  const std::string& value);
Proc delete_config(const Proc&, const StmtPlace& statement);

// annotations
Proc set_memory(const Proc&, const BufferPlace& buffer, const ir::MemoryRef& memory);
Proc set_precision(const Proc&, const BufferPlace& buffer, const std::string& type);
Proc set_window(const Proc&, const BufferPlace& buffer, ArgForm form = ArgForm::window);

// procedures
Proc rename(const Proc&, const std::string& name);
Proc partial_eval(const Proc&, const std::vector<std::int64_t>& values, const std::vector<std::string>& names = {});
Proc inline_call(const Proc&, const CallPlace& call);  ///< `inline` in schedule files
Proc replace(const Proc&, const BlockPlace& block, const Proc& by);
Proc replace_all(const Proc&, const std::vector<Proc>& by);
struct Extracted {
  Proc proc;    ///< with the call in place of the block
  Proc callee;  ///< the new procedure
};
Extracted extract_subproc(const Proc&, const BlockPlace& block, const std::string& name);
/// The procedure as an instruction. Its C is assumed to implement the body: the trace and the header of all C that uses
/// it say so.
Proc make_instr(const Proc&, const std::string& c_template, const std::vector<std::string>& headers = {},
                const std::vector<std::string>& flags = {}, const std::string& feature = "");
/// Adds a precondition. Calls cannot exchange the result for the original.
Proc add_assertion(const Proc&, const std::string& condition);
/// `other` must derive from the same procedure as the callee; a version that changes configuration fields may be called
/// where these are not read afterwards.
Proc call_eqv(const Proc&, const CallPlace& call, const Proc& other);

}  // namespace tessera
