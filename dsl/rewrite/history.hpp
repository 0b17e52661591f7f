// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "dsl/rewrite/version.hpp"

namespace tessera {

/// Where each procedure of a compilation came from. It keeps all versions: that of a callee is known by the procedure
/// alone, from every program that calls it, with what its steps leaned on and whether calls may be exchanged.
class History {
 public:
  /// From here on the version is one of these.
  void keep(const std::shared_ptr<Version>&, const cursor::Untouched& = {});
  /// The version that is this procedure; null for one that is not known.
  VersionRef version_of(const ir::Procedure&) const;
  /// The version whose step made the procedure besides its result; null for others.
  VersionRef maker_of(const ir::Procedure&) const;
  /// The first version whose step may have left an integer that does not fit its place; null while there is none.
  const VersionRef& first_that_may_wrap() const { return first_that_may_wrap_; }

  /// What a cursor needs of each version that it is forwarded over, side by side: there may be thousands. By their
  /// numbers.
  struct Passed {
    const Version* version;
    std::uint32_t parent;  ///< its own number for a procedure as written
    std::uint32_t run;     ///< from which number on each was made of the one before it, up to this
    cursor::Untouched untouched;
  };
  const std::vector<Passed>& passed() const { return passed_; }
  /// The same of `in_stretch` neighbours together, where each was made of the one before it.
  const std::vector<cursor::Untouched>& stretches() const { return stretches_; }
  static constexpr std::uint32_t in_stretch = 64;

 private:
  std::unordered_map<const ir::Procedure*, VersionRef> versions_, makers_;
  VersionRef first_that_may_wrap_;
  std::vector<Passed> passed_;
  std::vector<cursor::Untouched> stretches_;
};

}  // namespace tessera
