// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "dsl/interp/arguments.hpp"
#include "dsl/interp/control.hpp"

namespace tessera::interp {

/// A part of a tensor, as a procedure sees it.
template <class Domain> struct View {
  Tensor<Domain>* storage = nullptr;
  ir::Scalar type = ir::Scalar::f32;
  std::int64_t offset = 0;
  std::vector<std::int64_t> shape, strides;
  std::int64_t address = 0;  ///< of the first element, in bytes: as aligned as is known, and not more
};

/// The variables of one running procedure. Scopes are nested, so both lists are stacks; they are short, and searching
/// them from the end is quicker than hashing.
template <class Domain> class Frame : public ControlScope {
 public:
  explicit Frame(Arguments<Domain>& state) : state_(state) {}

  struct Mark {
    std::size_t control, data, locals;
  };
  Mark mark() const { return {control_.size(), data_.size(), locals_.size()}; }
  void release(Mark m) {
    control_.resize(m.control);
    data_.resize(m.data);
    locals_.resize(m.locals);
  }

  void bind(ir::Sym s, std::int64_t value) { control_.emplace_back(s, value); }
  void bind(ir::Sym s, View<Domain> view) { data_.emplace_back(s, std::move(view)); }
  /// Storage that lives as long as the scope.
  Tensor<Domain>* keep(Tensor<Domain> t) {
    locals_.push_back(std::make_unique<Tensor<Domain>>(std::move(t)));
    return locals_.back().get();
  }
  void set_top_control(std::int64_t value) { control_.back().second = value; }

  const View<Domain>& view(ir::Sym s) const {
    for (std::size_t i = data_.size(); i-- > 0;)
      if (data_[i].first == s) return data_[i].second;
    bug("no data named " + s.text() + " in scope");
  }
  std::int64_t variable(ir::Sym s) const override {
    for (std::size_t i = control_.size(); i-- > 0;)
      if (control_[i].first == s) return control_[i].second;
    bug("no control variable named " + s.text() + " in scope");
  }
  std::int64_t stride(ir::Sym s, int dim) const override { return view(s).strides.at(static_cast<std::size_t>(dim)); }
  bool is_aligned(ir::Sym s, int bytes) const override { return view(s).address % bytes == 0; }
  std::int64_t config(const std::string& config, const std::string& field) const override {
    auto it = state_.control_configs.find(config + "." + field);
    if (it == state_.control_configs.end()) fail("uninitialised", "config " + config + "." + field + " has no value");
    return it->second;
  }
  Arguments<Domain>& state() const { return state_; }

  /// The control variables in scope, for messages.
  std::vector<Counterexample::Value> values() const {
    std::vector<Counterexample::Value> out;
    for (const auto& [sym, value] : control_) out.push_back({sym.text(), value});
    return out;
  }

 private:
  Arguments<Domain>& state_;
  std::vector<std::pair<ir::Sym, std::int64_t>> control_;
  std::vector<std::pair<ir::Sym, View<Domain>>> data_;
  std::vector<std::unique_ptr<Tensor<Domain>>> locals_;
};

}  // namespace tessera::interp
