// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/proc.hpp"

#include <algorithm>

#include "dsl/rewrite/primitive.hpp"

namespace tessera {

// One after the other: within one another, those of a long schedule would need more than the stack.
Version::~Version() {
  VersionRef last = std::move(parent);
  while (last && last.use_count() == 1) last = std::move(const_cast<Version&>(*last).parent);
}

void Context::keep(const std::shared_ptr<Version>& version, const cursor::Untouched& untouched) {
  const auto number = static_cast<std::uint32_t>(passed.size());
  version->number = number;
  const std::uint32_t parent = version->parent ? version->parent->number : number;
  const bool follows = parent + 1 == number;
  passed.push_back({version.get(), parent, follows ? passed[parent].run : number, untouched});
  const cursor::Untouched here = follows ? untouched : cursor::Untouched();
  if (number % in_stretch == 0) stretches.push_back(here);
  else stretches.back() = stretches.back().then(here);
  versions[version->ir.get()] = version;
}

Proc::Proc(ir::ProcRef ir, ContextRef context) : context_(context ? std::move(context) : std::make_shared<Context>()) {
  const auto known = context_->versions.find(ir.get());
  if (known != context_->versions.end()) {
    version_ = known->second;
    return;
  }
  auto version = std::make_shared<Version>();
  version->ir = std::move(ir);
  context_->keep(version);
  version_ = std::move(version);
}

std::vector<VersionRef> Proc::history() const {
  std::vector<VersionRef> out;
  for (VersionRef v = version_; v; v = v->parent) out.push_back(v);
  std::reverse(out.begin(), out.end());
  return out;
}

Proc Proc::rename(const std::string& name) const {
  return find_primitive("rename")->apply(*this, {{rewrite::Value{name}}, {}});
}

Proc Proc::partial_eval_values(const std::vector<std::int64_t>& values) const {
  rewrite::Values list(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) list[i].data = values[i];
  return find_primitive("partial_eval")->apply(*this, {{rewrite::Value{list}}, {}});
}

}  // namespace tessera
