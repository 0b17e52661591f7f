// rename — give the procedure another name.
//   def f(…)   -->   def g(…)
// Shape:   R1 the new name is an identifier.
// Forward: every cursor stays valid.
#include <cctype>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/step.hpp"

namespace tessera::rewrite {
namespace {

struct Rename {
  struct Args {
    std::string name;
    static constexpr auto fields() { return std::tuple{required("name", &Args::name)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the name is an identifier: a letter or _, then letters, digits and _"}};
  using Shape = std::string;

  static bool is_identifier(const std::string& s) {
    if (s.empty() || std::isdigit(static_cast<unsigned char>(s[0]))) return false;
    for (char c : s)
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
    return true;
  }

  static Shape shape(Site& site, const Args& a) {
    if (!is_identifier(a.name)) site.refuse("R1", {}, "'" + a.name + "' is no name");
    return a.name;
  }
  static std::vector<Obligation> safety(Site&, const Shape&) { return {}; }
  static void rewrite(Site&, const Shape& name, Edit& edit) {
    edit.set_header([&](ir::Procedure& p) { p.name = name; });
  }
};

}  // namespace

Primitive rename_primitive() { return describe<Rename>("rename", "procedures", "give the procedure another name"); }

}  // namespace tessera::rewrite

namespace tessera {

Proc rename(const Proc& p, const std::string& name) { return rewrite::apply<rewrite::Rename>("rename", p, {name}); }

}  // namespace tessera
