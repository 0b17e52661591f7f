// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/history.hpp"

namespace tessera {

void History::keep(const std::shared_ptr<Version>& version, const cursor::Untouched& untouched) {
  const auto number = static_cast<std::uint32_t>(passed_.size());
  version->number = number;
  const std::uint32_t parent = version->parent ? version->parent->number : number;
  const bool follows = parent + 1 == number;
  passed_.push_back({version.get(), parent, follows ? passed_[parent].run : number, untouched});
  const cursor::Untouched here = follows ? untouched : cursor::Untouched();
  if (number % in_stretch == 0) stretches_.push_back(here);
  else stretches_.back() = stretches_.back().then(here);
  versions_[version->ir.get()] = version;
  for (const ir::ProcRef& made : version->step.created) makers_[made.get()] = version;
  if (!first_that_may_wrap_ && version->step.may_wrap) first_that_may_wrap_ = version;
}

VersionRef History::version_of(const ir::Procedure& proc) const {
  const auto it = versions_.find(&proc);
  return it == versions_.end() ? nullptr : it->second;
}

VersionRef History::maker_of(const ir::Procedure& proc) const {
  const auto it = makers_.find(&proc);
  return it == makers_.end() ? nullptr : it->second;
}

}  // namespace tessera
