// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/index_text.hpp"

namespace tessera::rewrite {

ir::Expr IndexText::at(const Path& path) {
  ir::Expr value;
  for (std::size_t depth = path.steps.size(); depth-- > 0 && !value;) {
    auto it = known_.find(list_of(path, depth));
    if (it != known_.end() && it->second.index <= path.steps[depth].index && !hidden(path, depth, it->second.index))
      value = it->second.value;
  }
  if (!value) value = index_argument(step_, text_, path, id_);
  known_[list_of(path, path.steps.size() - 1)] = {path.steps.back().index, value};
  return value;
}

IndexText::List IndexText::list_of(const Path& path, std::size_t depth) {
  List out(path.steps.begin(), path.steps.begin() + static_cast<long>(depth) + 1);
  out.back().index = 0;
  return out;
}

bool IndexText::hidden(const Path& path, std::size_t depth, int from) const {
  // The printed name of a variable starts with its own.
  auto hides = [&](ir::Sym name) { return name && text_.text.find(name.text()) != std::string::npos; };
  for (std::size_t d = depth; d < path.steps.size(); ++d, from = 0) {
    const Path here{{path.steps.begin(), path.steps.begin() + static_cast<long>(d) + 1}, {}};
    const ir::Block& list = *ir::list_at(step_.ir(), here);
    const auto* loop = d > depth ? ir::stmt_at(step_.ir(), here.parent())->as<ir::For>() : nullptr;
    if (loop && hides(loop->iter)) return true;
    for (int i = from; i < here.steps.back().index; ++i) {
      const ir::Stmt& s = list.at(static_cast<std::size_t>(i));
      if (!s.as<ir::For>() && hides(ir::bound_name(s))) return true;
    }
  }
  return false;
}

}  // namespace tessera::rewrite
