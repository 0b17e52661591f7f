// SPDX-License-Identifier: Apache-2.0
// delete_config — leave a configuration field as it is.
//   Cfg.f = e; s   -->   s
// Shape:   R1 the statement writes a field.
// Safety:  S1 nothing reads the field before it is written again.
//          S2 the field has the value already: then nothing changes, and S1 does not matter.
// Forward: the statement is gone (it becomes pass where it was the only one); all else stays.
// The procedure may end with another value in the field: then the result is equal but for that field.
// Example: deletes_what_is_written_again_before_it_is_read
#include "dsl/rewrite/fields.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"

namespace tessera::rewrite {
namespace {

struct DeleteConfig {
  struct Args {
    StmtPlace stmt;
    static constexpr auto fields() { return std::tuple{required("stmt", &Args::stmt)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the statement writes a configuration field"},
                                             {"S1", "nothing reads the field before it is written again"},
                                             {"S2", "the field has the value already", true}};

  struct Shape {
    Path at;
    FieldChange change;
  };

  static Shape shape(Site& site, const Args& a) {
    const Path at = site.stmt(a.stmt);
    const auto* write = cursor::stmt_at(site.ir(), at)->as<ir::WriteConfig>();
    if (!write) site.refuse("R1", at, "this writes no configuration field");
    return {at, change_of(site, "S2", *write->config, write->field, write->rhs, at, at.sibling(1))};
  }

  static std::vector<Obligation> safety(Site&, const Shape& s) { return {unread("S1", s.change, s.at)}; }
  static std::set<std::string> modulo(const Shape& s) { return left_changed({&s.change, 1}); }
  static void rewrite(Site&, const Shape& s, Edit& edit) { erase_or_pass(edit, s.at); }
};

}  // namespace

Primitive delete_config_primitive() {
  return describe<DeleteConfig>("delete_config", "configuration", "leave a configuration field as it is");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc delete_config(const Proc& p, const StmtPlace& stmt) {
  return rewrite::apply<rewrite::DeleteConfig>("delete_config", p, {{stmt}});
}

}  // namespace tessera
