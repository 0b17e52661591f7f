// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "dsl/rewrite/version.hpp"

namespace tessera {

/// The origin of each procedure of a compilation. It keeps all versions: a callee's is found by the procedure alone,
/// from every caller, with its assumptions and whether calls may be exchanged.
class History {
 public:
  /// Adds a version.
  void keep(const std::shared_ptr<Version>&, const cursor::Untouched& = {});
  /// The version of this procedure; null for an unknown one.
  VersionRef version_of(const ir::Procedure&) const;
  /// The version whose step created the procedure besides its result; null for others.
  VersionRef maker_of(const ir::Procedure&) const;
  /// The first version whose step may have left an integer out of its type's range; null while there is none.
  const VersionRef& first_that_may_wrap() const { return first_that_may_wrap_; }

  /// The data for forwarding a cursor over each version, contiguous, as there may be thousands. By version numbers.
  struct Passed {
    const Version* version;
    std::uint32_t parent;  ///< its own number for a procedure as written
    std::uint32_t run;     ///< start of the chain up to this number in which each is the parent of the next
    cursor::Untouched untouched;
  };
  const std::vector<Passed>& passed() const { return passed_; }
  /// The same for blocks of `in_stretch` consecutive versions, where each is the parent of the next.
  const std::vector<cursor::Untouched>& stretches() const { return stretches_; }
  static constexpr std::uint32_t in_stretch = 64;

 private:
  std::unordered_map<const ir::Procedure*, VersionRef> versions_, makers_;
  VersionRef first_that_may_wrap_;
  std::vector<Passed> passed_;
  std::vector<cursor::Untouched> stretches_;
};

}  // namespace tessera
