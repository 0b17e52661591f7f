// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/proc.hpp"

#include <algorithm>

#include "dsl/rewrite/primitive.hpp"

namespace tessera {

Proc::Proc(ir::ProcRef ir, ContextRef context) : context_(context ? std::move(context) : std::make_shared<Context>()) {
  version_ = context_->history.version_of(*ir);
  if (version_) return;
  auto version = std::make_shared<Version>();
  version->ir = std::move(ir);
  context_->history.keep(version);
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
