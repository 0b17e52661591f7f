// SPDX-License-Identifier: Apache-2.0
// write_config — give a configuration field a value.
//   s   -->   Cfg.f = e; s
// Shape:   R1 the configuration has the field, and e is a value for it.  R2 the place is in no parallel loop.
// Safety:  S1 nothing reads the field before it is written again.
//          S2 the field has the value already: then nothing changes, and S1 does not matter.
//          S3 what e reads is in bounds.
// Forward: every cursor stays valid.
// The procedure may end with another value in the field: then the result is equal but for that field.
// Example: a_stride_for_an_instruction_that_asserts_it
#include <fmt/format.h>

#include "dsl/analysis/call.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/rewrite/fields.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

struct WriteConfig {
  struct Args {
    GapPlace gap;
    ir::ConfigRef config;
    std::string field;
    Text value;
    static constexpr auto fields() {
      return std::tuple{required("gap", &Args::gap), required("config", &Args::config), required("field", &Args::field),
                        required("value", &Args::value)};
    }
  };
  static constexpr Condition conditions[] = {{"R1", "the configuration has the field, and the value is one for it"},
                                             {"R2", "the place is in no parallel loop"},
                                             {"S1", "nothing reads the field before it is written again"},
                                             {"S2", "the field has the value already", true},
                                             {"S3", "what the value reads is in bounds"}};

  struct Shape {
    Path at;
    ir::WriteConfig write;
    FieldChange change;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Path at = step.gap(a.gap);
    const ir::Scalar type = field_type(step, "R1", *a.config, a.field, at);
    require_sequential(step, "R2", at);
    const ir::WriteConfig write{a.config, a.field, value(step, at, a.value, type)};
    return {at, write, change_of(step, "S2", *a.config, a.field, write.rhs, at, at)};
  }

  static ir::Expr value(StepContext& step, const Path& at, const Text& text, ir::Scalar type) {
    ir::Expr e;
    try {
      e = step.parse_expr(text, at);
    } catch (const InputError& error) {
      step.refuse("R1", at, fmt::format("'{}' has no meaning here: {}", text.text, error.diagnostic().message));
    }
    // A number takes the type of the field.
    if (const std::int64_t* n = ir::literal(e); n && ir::is_data(type))
      e = ir::float_lit(static_cast<double>(*n), type);
    if (const auto* n = e.as<ir::FloatLit>(); n && ir::is_data(type)) e = ir::float_lit(n->value, type);
    const bool fits = ir::is_data(type)           ? ir::is_data(e.type()) && is_value(step, e)
                      : type == ir::Scalar::bool_ ? e.type() == ir::Scalar::bool_
                                                  : ir::is_integer_control(e.type());
    if (!fits)
      step.refuse("R1", at, fmt::format("'{}' is not a value for a field of type {}", text.text, ir::name(type)));
    return e;
  }

  static bool is_value(const StepContext& step, const ir::Expr& e) {
    if (e.as<ir::WindowExpr>()) return false;
    const auto* r = e.as<ir::Read>();
    return !r || !r->idx.empty() || !step.declared(r->name).type.is_tensor();
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    std::vector<Obligation> out{unread("S1", s.change, s.at)};
    Lowering lower = step.fresh_lower();
    const std::vector<Formula> facts = analysis::facts_at(lower, step.ir(), s.at);
    ir::for_each_expr(s.write.rhs, [&](const ir::Expr& e) {
      if (const auto* r = e.as<ir::Read>(); r && !r->idx.empty())
        out.push_back(analysis::obligation("S3", s.at, facts, analysis::element_in_bounds(lower, r->name, r->idx),
                                           fmt::format("{} lies in {}", ir::print(e), r->name.text())));
    });
    return out;
  }

  static std::set<std::string> modulo(const Shape& s) { return left_changed({&s.change, 1}); }
  static void rewrite(StepContext&, const Shape& s, Edit& edit) { edit.insert(s.at, {ir::Stmt(s.write)}); }
};

}  // namespace

Primitive write_config_primitive() {
  return describe<WriteConfig>("write_config", "configuration", "give a configuration field a value");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc write_config(const Proc& p, const GapPlace& gap, const ir::ConfigRef& config, const std::string& field,
                  const std::string& value) {
  return rewrite::apply<rewrite::WriteConfig>("write_config", p, {{gap}, config, field, {value}});
}

}  // namespace tessera
