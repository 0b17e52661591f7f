#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::rewrite {

/// The body of the callee with the arguments in place of the parameters and fresh binders: what the call does.
/// Accesses through window arguments become accesses of what the window shows.
ir::Block inlined(const ir::Call&);

}  // namespace tessera::rewrite
