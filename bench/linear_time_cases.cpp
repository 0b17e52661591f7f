// SPDX-License-Identifier: Apache-2.0
#include "linear_time_cases.hpp"

namespace tessera::bench {

const char* const nest = R"(
for t in seq(0, m):
    for u in seq(0, n):
        Z[t, u, 0] = 1.0
)";

namespace {

constexpr const char* long_nest = R"(
for t in seq(0, m):
    for u in seq(0, n):
        ... Z[t, u, {k}] = X[{x}]
)";
constexpr const char* long_nest_of_calls = R"(
for t in seq(0, m):
    for u in seq(0, n):
        ... fill(Z[t, u, {w}:{w4}])
)";
constexpr const char* long_nest_of_sums = R"(
for t in seq(0, m):
    for u in seq(0, n):
        ... Z[t, u, {k}] += X[{x}] * Z[t, u, {k}]
)";
constexpr const char* long_loop = R"(
for t in seq(0, m):
    ... U[t, {k}] = X[{x}]
)";
constexpr const char* two_in_loop = R"(
for t in seq(0, m):
    V[t] = 1.0
    W[t, 0] = 2.0
)";
constexpr const char* two_in_long_loop = R"(
for t in seq(0, m):
    V[t] = 1.0
    ... U[t, {k}] = X[{x}]
)";
constexpr const char* buffer_in_loop = R"(
for t in seq(0, m):
    b: f32[8]
    b[0] = V[t]
    V[t] = b[0]
)";
constexpr const char* buffer_in_long_loop = R"(
for t in seq(0, m):
    b: f32[{n}]
    for k in seq(0, {n}):
        b[k] = V[t]
    ... X[{x}] += b[{k}]
)";
constexpr const char* buffer_used_in_long_loop = R"(
for t in seq(0, m):
    b: f32[{n}]
    ... b[{k}] = V[t]
    ... U[t, {k}] = b[{k}]
)";
constexpr const char* accumulators_in_long_loop = R"(
for t in seq(0, m):
    b: f32[{n}]
    ... b[{k}] = 0.0
    ... b[{k}] += X[{x}] * Y[{x}]
    ... U[t, {k}] = b[{k}]
)";
constexpr const char* buffer_in_long_loop_of_calls = R"(
for t in seq(0, m):
    b: f32[{n}]
    ... fill(b[{w}:{w4}])
)";
constexpr const char* tile_in_loop = R"(
for t in seq(0, m):
    b: f32[8, 2]
    b[0, 0] = V[t]
    V[t] = b[0, 0]
)";
constexpr const char* tile_in_long_loop = R"(
for t in seq(0, m):
    b: f32[{n}, 2]
    ... b[{k}, 0] = X[{x}]
)";

}  // namespace

std::vector<Case> loop_cases() {
  return {
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='guard')"},
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut')"},
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut_and_guard')"},
      {"divide_loop", long_nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut')"},
      {"divide_with_recompute", "\nfor t in seq(0, m):\n    V[t] = 1.0\n",
       "p = divide_with_recompute(p, 't', 'm', 1, ['to', 'ti'])"},
      {"divide_with_recompute", long_loop, "p = divide_with_recompute(p, 't', 'm', 1, ['to', 'ti'])"},
      {"mult_loops", "\nfor t in seq(0, m):\n    for u in seq(0, 8):\n        Z[t, 0, u] = 1.0\n",
       "p = mult_loops(p, 't u', 'tu')"},
      {"mult_loops", "\nfor t in seq(0, m):\n    for u in seq(0, 8):\n        ... U[t, {k}] = X[u]\n",
       "p = mult_loops(p, 't u', 'tu')"},
      {"join_loops", "\nfor t in seq(0, 4):\n    X[t] = 1.0\nfor t in seq(4, 8):\n    X[t] = 1.0\n",
       "p = join_loops(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"join_loops", "\nfor t in seq(0, 4):\n    ... U[0, {k}] = X[t]\nfor t in seq(4, 8):\n    ... U[0, {k}] = X[t]\n",
       "p = join_loops(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"cut_loop", nest, "p = cut_loop(p, 't', '1')"},
      {"cut_loop", long_nest, "p = cut_loop(p, 't', '1')"},
      {"shift_loop", nest, "p = shift_loop(p, 't', '1')"},
      {"shift_loop", long_nest, "p = shift_loop(p, 't', '1')"},
      {"reorder_loops", nest, "p = reorder_loops(p, 't u')"},
      {"reorder_loops", long_nest, "p = reorder_loops(p, 't u')"},
      {"reorder_loops of sums", long_nest_of_sums, "p = reorder_loops(p, 't u')"},
      {"reorder_loops of calls", long_nest_of_calls, "p = reorder_loops(p, 't u')"},
      {"unroll_loop", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = unroll_loop(p, 't')"},
      {"unroll_loop", "\nfor t in seq(0, 2):\n    ... U[0, {k}] = X[t]\n", "p = unroll_loop(p, 't')"},
      {"fission", two_in_loop, "p = fission(p, p.find('V[_] = 1.0').after())"},
      {"fission", two_in_long_loop, "p = fission(p, p.find('V[_] = 1.0').after())"},
      {"fission in the middle",
       "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\n    V[t] = 1.0\n    ... U[t, {k}] += 1.0\n",
       "p = fission(p, p.find('V[_] = 1.0').after())"},
      {"autofission", two_in_loop, "p = autofission(p, p.find('V[_] = 1.0').after())"},
      {"autofission", two_in_long_loop, "p = autofission(p, p.find('V[_] = 1.0').after())"},
      {"fuse", "\nfor t in seq(0, m):\n    V[t] = 1.0\nfor t in seq(0, m):\n    W[t, 0] = 2.0\n",
       "p = fuse(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"fuse", "\nfor t in seq(0, m):\n    V[t] = 1.0\nfor t in seq(0, m):\n    ... U[t, {k}] = Y[{x}]\n",
       "p = fuse(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"remove_loop", "\nfor t in seq(0, m):\n    V[0] = 1.0\n", "p = remove_loop(p, 't')"},
      {"remove_loop", "\nfor t in seq(0, m):\n    ... U[0, {k}] = X[{x}]\n", "p = remove_loop(p, 't')"},
      {"add_loop", "\nV[0] = 1.0\n", "p = add_loop(p, 'V[_] = _', 'q', '4')"},
      {"add_loop", "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\n", "p = add_loop(p, 't', 'q', '4')"},
      {"pad_loop", "\nb: f32[m + 1]\nfor t in seq(0, m):\n    b[t] = 1.0\nfor t in seq(0, m):\n    V[t] = b[t]\n",
       "p = pad_loop(p, 't', 'm + 1')"},
      {"pad_loop",
       "\nb: f32[2, {n}]\nfor t in seq(0, 1):\n    ... b[t, {k}] = 1.0\nfor t in seq(0, 1):\n    ... b[t, {k}] += "
       "X[{x}]\n"
       "for t in seq(0, 1):\n    ... U[t, {k}] = b[t, {k}]\n",
       "p = pad_loop(p, 't', '2')\np = pad_loop(p, 't #1', '2')"},
      {"parallelize_loop", nest, "p = parallelize_loop(p, 't')"},
      {"parallelize_loop", long_nest, "p = parallelize_loop(p, 't')"},
      {"lift_scope", "\nfor t in seq(0, m):\n    if n > 4:\n        V[t] = 1.0\n", "p = lift_scope(p, 'if _: _')"},
      {"lift_scope", "\nfor t in seq(0, m):\n    if n > 4:\n        ... U[t, {k}] = X[{x}]\n",
       "p = lift_scope(p, 'if _: _')"},
      {"specialize", nest, "p = specialize(p, 'for t in _: _', ['n > 4'])"},
      {"specialize", long_nest, "p = specialize(p, 'for t in _: _', ['n > 4'])"},
      {"eliminate_dead_code", "\nif n > 0:\n    V[0] = 1.0\n", "p = eliminate_dead_code(p, 'if _: _')"},
      {"eliminate_dead_code", "\nif n > 0:\n    ... U[0, {k}] = X[{x}]\n", "p = eliminate_dead_code(p, 'if _: _')"},
  };
}

std::vector<Case> buffer_cases() {
  return {
      {"stage_mem", nest, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0]', 'z')"},
      {"stage_mem", long_nest, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0:{n}]', 'z')"},
      {"stage_mem of sums", long_nest_of_sums, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0:{n}]', 'z')"},
      {"stage_mem of calls", long_nest_of_calls, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0:{n}]', 'z')"},
      {"expand_dim", buffer_in_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim", buffer_in_long_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim of temporaries", buffer_used_in_long_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim of accumulators", accumulators_in_long_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim in calls", buffer_in_long_loop_of_calls, "p = expand_dim(p, 'b', 'm', 't')"},
      {"lift_alloc", buffer_in_loop, "p = lift_alloc(p, 'b')"},
      {"lift_alloc", buffer_in_long_loop, "p = lift_alloc(p, 'b')"},
      {"lift_alloc in calls", buffer_in_long_loop_of_calls, "p = lift_alloc(p, 'b')"},
      {"sink_alloc", "\nb: f32\nfor t in seq(0, m):\n    b = V[t]\n    W[t, 0] = b\n", "p = sink_alloc(p, 'b')"},
      {"sink_alloc", "\nb: f32[{n}]\nfor t in seq(0, m):\n    ... b[{k}] = V[t]\n    ... U[t, {k}] = b[{k}]\n",
       "p = sink_alloc(p, 'b')"},
      {"autolift_alloc", buffer_in_loop, "p = autolift_alloc(p, 'b', keep_dims=True)"},
      {"autolift_alloc", buffer_in_long_loop, "p = autolift_alloc(p, 'b', keep_dims=True)"},
      {"autolift_alloc in calls", buffer_in_long_loop_of_calls, "p = autolift_alloc(p, 'b', keep_dims=True)"},
      {"rearrange_dim", tile_in_loop, "p = rearrange_dim(p, 'b', [1, 0])"},
      {"rearrange_dim", tile_in_long_loop, "p = rearrange_dim(p, 'b', [1, 0])"},
      {"divide_dim", buffer_in_loop, "p = divide_dim(p, 'b', 0, 4)"},
      {"divide_dim", buffer_in_long_loop, "p = divide_dim(p, 'b', 0, 4)"},
      {"divide_dim in calls", buffer_in_long_loop_of_calls, "p = divide_dim(p, 'b', 0, 4)"},
      {"mult_dim", tile_in_loop, "p = mult_dim(p, 'b', 0, 1)"},
      {"mult_dim", tile_in_long_loop, "p = mult_dim(p, 'b', 0, 1)"},
      {"resize_dim", buffer_in_loop, "p = resize_dim(p, 'b', 0, '4', '0')"},
      {"resize_dim", buffer_used_in_long_loop, "p = resize_dim(p, 'b', 0, '{n} + 1', '0')"},
      {"resize_dim by folding", buffer_used_in_long_loop, "p = resize_dim(p, 'b', 0, '{n}', '0', fold=True)"},
      {"unroll_buffer", "\nb: f32[2]\nb[0] = V[0]\nV[0] = b[0]\n", "p = unroll_buffer(p, 'b', 0)"},
      {"unroll_buffer", "\nb: f32[2, {n}]\n... b[0, {k}] = X[{x}]\n", "p = unroll_buffer(p, 'b', 0)"},
      {"reuse_buffer", "\nb: f32\nb = V[0]\nV[0] = b\nc: f32\nc = V[0]\nV[0] = c\n", "p = reuse_buffer(p, 'b', 'c')"},
      {"reuse_buffer",
       "\nb: f32[{n}]\n... b[{k}] = X[{x}]\n... U[0, {k}] = b[{k}]\nc: f32[{n}]\n... c[{k}] = Y[{x}]\n... U[0, {k}] = "
       "c[{k}]\n",
       "p = reuse_buffer(p, 'b', 'c')"},
      {"delete_buffer", "\nb: f32\n", "p = delete_buffer(p, 'b')"},
      {"bind_window", nest, "p = bind_window(p, 'for u in _: _', 'Z[t, 0:n, 0:1]', 'z')"},
      {"bind_window", long_nest, "p = bind_window(p, 'for u in _: _', 'Z[t, 0:n, 0:{n}]', 'z')"},
      {"inline_window", "\nw = V[0:m]\nw[0] = 1.0\n", "p = inline_window(p, 'w = _')"},
      {"inline_window", "\nw = U[0, 0:{n}]\n... w[{k}] = 1.0\n", "p = inline_window(p, 'w = _')"},
      {"set_memory", buffer_in_loop, "p = set_memory(p, 'b', DRAM_STACK)"},
      {"set_memory", buffer_in_long_loop_of_calls, "p = set_memory(p, 'b', DRAM_STACK)"},
      {"set_precision", "\nC[0] = 1.0\n", "p = set_precision(p, 'C', 'f32')"},
      {"set_precision", "\nr: R\n... r = 1.0\n", "p = set_precision(p, 'r', 'f32')"},
      {"set_window", nest, "p = set_window(p, 'W', True)"},
  };
}

std::vector<Case> other_cases() {
  return {
      {"simplify", nest, "p = simplify(p)"},
      {"simplify", "\nfor t in seq(0, m):\n    ... U[t, {k} + 0 * t] = X[{x}]\n", "p = simplify(p)"},
      {"simplify one statement", nest, "p = simplify(p, 'for t in _: _')"},
      {"bind_expr", "\nfor t in seq(0, m):\n    V[t] = 2.0 * W[t, 0]\n", "p = bind_expr(p, 'W[_]', 'w')"},
      {"reorder_stmts", "\nV[0] = 1.0\nW[0, 0] = 2.0\n", "p = reorder_stmts(p, 'V[_] = _ ; W[_] = _')"},
      {"reorder_stmts",
       "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\nfor u in seq(0, m):\n    ... Z[u, 0, {k}] = X[{x}]\n",
       "p = reorder_stmts(p, 'for t in _: _ ; for u in _: _')"},
      {"merge_writes", "\nV[0] = 1.0\nV[0] += 2.0\n", "p = merge_writes(p, 'V[_] = _ ; V[_] += _')"},
      {"split_write", "\nV[0] = W[0, 0] + 2.0\n", "p = split_write(p, 'V[_] = _')"},
      {"fold_into_reduce", "\nV[0] = V[0] + 2.0\n", "p = fold_into_reduce(p, 'V[_] = _')"},
      {"inline_assign", "\nc: f32\nc = V[0]\nW[0, 0] = c\n", "p = inline_assign(p, 'c = _')"},
      {"inline_assign", "\nc: f32\nc = V[0]\n... U[0, {k}] = c\n", "p = inline_assign(p, 'c = _')"},
      {"lift_reduce_constant", "\nW[0, 0] = 0.0\nfor t in seq(0, m):\n    W[0, 0] += 3.0 * V[t]\n",
       "p = lift_reduce_constant(p, 'W[_] = 0.0 ; for t in _: _')"},
      {"insert_pass", "\nV[0] = 1.0\n", "p = insert_pass(p, p.find('V[_] = _').before())"},
      {"delete_pass", "\nV[0] = 1.0\npass\n", "p = delete_pass(p, 'pass')"},
      {"commute_expr", "\nV[0] = W[0, 0] * 2.0\n", "p = commute_expr(p, 'W[_] * _')"},
      {"left_reassociate_expr", "\nV[0] = W[0, 0] * (W[0, 0] * 2.0)\n",
       "p = left_reassociate_expr(p, 'W[_] * (_ * _)')"},
      {"rewrite_expr", "\nfor t in seq(0, m):\n    V[t + 0] = 1.0\n", "p = rewrite_expr(p, 't + 0', 't')"},
      {"rename", nest, "p = rename(p, 'q')"},
      {"partial_eval", nest, "p = p.partial_eval(8, 8)"},
      {"inline", "\nfill(X[0:4])\n", "p = inline(p, 'fill')"},
      {"extract_subproc", nest, "p, q = extract_subproc(p, 'for t in _: _', 'q')"},
      {"extract_subproc", long_nest, "p, q = extract_subproc(p, 'for t in _: _', 'q')"},
      {"replace", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = replace(p, 'for t in _: _', fill)"},
      {"replace by what was extracted", "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\n",
       "r, q = extract_subproc(p, 'for t in _: _', 'q')\np = replace(p, 'for t in _: _', q)"},
      {"inline what was extracted", "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\n",
       "p, q = extract_subproc(p, 'for t in _: _', 'q')\np = inline(p, 'q')"},
      {"replace_all", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = replace_all(p, [fill, scale])"},
      {"call_eqv", "\nfill(X[0:4])\n",
       "other = unroll_loop(rename(fill, 'other'), 'i')\np = call_eqv(p, 'fill', other)"},
      {"a forwarded cursor", nest,
       "c = p.find('for t in _: _')\np = rename(p, 'q')\np = divide_loop(p, c, 4, ['to', 'ti'])"},
  };
}

}  // namespace tessera::bench
