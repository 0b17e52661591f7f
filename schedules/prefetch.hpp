#pragma once
#include "schedules/vectorize.hpp"

namespace tessera::schedules {

/// Elements of the buffer in a line of the cache: what one prefetch brings.
std::int64_t elements_of_line(const Proc&, const std::string& buffer);

/// Calls the target's prefetch in front of the statement, for the first element of each of these windows ("A[i, 0:1]").
/// Nothing where the target has none.
Proc prefetch(Proc, const Cursor& statement, const std::vector<std::string>& windows, const VectorTarget&);

enum class Into { first, second };  ///< which cache

/// The same for what lies `elements` behind the first element of the window, whether that is in the buffer or not.
Proc prefetch_ahead(Proc, const Cursor& statement, const std::string& window, const std::string& elements, Into cache,
                    const VectorTarget&);

}  // namespace tessera::schedules
