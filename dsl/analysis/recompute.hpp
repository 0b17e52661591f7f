// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::analysis {

/// Splitting `for k: pre; post`, with `split` statements in pre, where runs of pre overlap and compute the same values
/// again: post(k) and pre(k') must not conflict for k < k', but post(k) may read elements that pre(k') writes where
///   - the buffer is written by assignments of pre alone, from values that neither part writes;
///   - two of them that write one element in different iterations write the same value;
///   - pre(k) itself has written the element.
/// Then the element has its value when post(k) reads it, and every later run of pre leaves it as it is.
std::vector<smt::Query> recomputed(Lowering&, const ir::For& loop, int split, const std::vector<Formula>& facts);

}  // namespace tessera::analysis
