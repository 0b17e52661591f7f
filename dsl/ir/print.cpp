// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/print.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/ir/walk.hpp"

namespace tessera::ir {
namespace {

using NameOf = std::function<const std::string&(Sym)>;

// ---- which name each variable gets ----

/// Gives names to binders, outside in. A binder keeps its text unless a variable of that name is still used where it
/// is visible, or was declared in the same block (which C forbids); then it gets the first free suffix.
class Naming {
 public:
  /// What a list of statements, or of arguments, has declared so far.
  struct Declared {
    std::set<std::string> names;
    struct Suffixes {
      int next = 0;              ///< none was tried from here on
      std::vector<int> skipped;  ///< those before it that were in use, and may be free later on
    };
    std::unordered_map<std::string, Suffixes> suffixes;  ///< for each text
  };

  void block(const Block& statements, Declared declared = {}) {
    std::size_t outside = visible_.size();
    std::unordered_map<Sym, std::size_t> ends;
    for (std::size_t i = 0; i < statements.size(); ++i) statement(statements, i, declared, ends);
    leave(outside);
  }

  /// The same on the way to a place: what stands beside it leaves no name after but those of the lists on the way.
  void way(const Block& statements, std::span<const Names::Turn> turns, std::size_t count, Declared declared = {}) {
    std::unordered_map<Sym, std::size_t> ends;
    const std::size_t last = std::min(turns.front().index, statements.size());
    for (std::size_t i = 0; i < last; ++i) binder(statements, i, declared, ends);
    if (turns.size() == 1) {
      for (std::size_t i = last; i < std::min(last + count, statements.size()); ++i)
        statement(statements, i, declared, ends);
      return;
    }
    const Stmt& s = statements.at(last);
    if (const For* loop = s.as<For>()) counter(s, *loop);
    way(*branch(s, turns[1].branch), turns.subspan(1), count);
  }

  void bind(Sym sym, std::string name) {
    names_.emplace(sym, name);
    called_[name].push_back(sym);
    visible_.push_back(std::move(name));
  }

  /// The name for an argument, which must differ from all before it.
  void argument(Sym sym, Declared& declared) {
    bind(sym, choose(sym, declared, [](Sym) { return true; }));
  }

  std::unordered_map<Sym, std::string> take() { return std::move(names_); }

 private:
  using Ends = std::unordered_map<Sym, std::size_t>;

  void statement(const Block& statements, std::size_t i, Declared& declared, Ends& ends) {
    const Stmt& s = statements[i];
    if (const For* loop = s.as<For>()) return this->loop(s, *loop);
    binder(statements, i, declared, ends);
    for (Branch b : {Branch::body, Branch::orelse})
      if (const Block* below = branch(s, b)) block(*below);
  }

  // What the statement declares for the rest of its list.
  void binder(const Block& statements, std::size_t i, Declared& declared, Ends& ends) {
    const Sym bound = statements[i].as<For>() ? Sym() : bound_name(statements[i]);
    if (bound) bind(bound, choose(bound, declared, [&](Sym other) { return i < end_of_use(statements, other, ends); }));
  }

  void counter(const Stmt& s, const For& n) {
    Declared nothing;
    bind(n.iter, choose(n.iter, nothing, [&](Sym other) { return mentions(s, other); }));
  }

  void loop(const Stmt& s, const For& n) {
    std::size_t outside = visible_.size();
    counter(s, n);
    block(n.body);
    leave(outside);
  }

  void leave(std::size_t outside) {
    for (; visible_.size() > outside; visible_.pop_back()) called_[visible_.back()].pop_back();
  }

  /// The place after the last statement that mentions the variable; `known` keeps it.
  static std::size_t end_of_use(const Block& statements, Sym sym, Ends& known) {
    auto [end, is_new] = known.try_emplace(sym, 0);
    if (is_new) {
      auto last = std::find_if(statements.rbegin(), statements.rend(), [&](const Stmt& s) { return mentions(s, sym); });
      end->second = static_cast<std::size_t>(statements.rend() - last);
    }
    return end->second;
  }

  /// The first name that is free, from now on declared.
  std::string choose(Sym sym, Declared& declared, const std::function<bool(Sym)>& is_used) const {
    auto taken = [&](const std::string& name) {
      auto others = called_.find(name);
      return declared.names.count(name) > 0 ||
             (others != called_.end() && std::any_of(others->second.begin(), others->second.end(), is_used));
    };
    auto& [next, skipped] = declared.suffixes[sym.text()];
    for (auto it = skipped.begin(); it != skipped.end(); ++it)
      if (std::string name = suffixed(sym, *it); !taken(name)) {
        skipped.erase(it);
        return *declared.names.insert(std::move(name)).first;
      }
    for (;; ++next) {
      std::string name = suffixed(sym, next);
      if (!taken(name)) return *declared.names.insert(std::move(name)).first;
      if (declared.names.count(name) == 0) skipped.push_back(next);
    }
  }

  static std::string suffixed(Sym sym, int suffix) {
    return suffix == 0 ? sym.text() : fmt::format("{}_{}", sym.text(), suffix);
  }

  std::unordered_map<Sym, std::string> names_;
  std::vector<std::string> visible_;                          ///< innermost last
  std::unordered_map<std::string, std::vector<Sym>> called_;  ///< the visible variables of each name
};

std::unordered_map<Sym, std::string> names_of_fragment(const Block& block) {
  Naming naming;
  for (Sym s : free_syms(block)) naming.bind(s, s.text());
  naming.block(block);
  return naming.take();
}

NameOf lookup(const std::unordered_map<Sym, std::string>& names) {
  return [&names](Sym s) -> const std::string& {
    auto it = names.find(s);
    return it == names.end() ? s.text() : it->second;
  };
}

const NameOf& by_text() {
  static const NameOf names = [](Sym s) -> const std::string& { return s.text(); };
  return names;
}

// ---- expressions ----

/// How tightly an operator binds.
enum Precedence { loosest = 0, disjunction = 1, conjunction, comparison, sum, product, sign, tightest };

Precedence precedence(BinOp op) {
  switch (op) {
    case BinOp::or_: return disjunction;
    case BinOp::and_: return conjunction;
    case BinOp::add:
    case BinOp::sub: return sum;
    case BinOp::mul:
    case BinOp::div:
    case BinOp::mod: return product;
    default: return comparison;
  }
}

// Shortest digits that read back as the same number, and never the spelling of an integer.
std::string number_text(double value) {
  if (std::isinf(value)) return value < 0 ? "-1e999" : "1e999";
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

class ExprPrinter {
 public:
  explicit ExprPrinter(const NameOf& names) : names_(names) {}

  std::string list(const std::vector<Expr>& items) const {
    std::string out;
    for (const Expr& e : items) {
      if (!out.empty()) out += ", ";
      out += print(e, loosest);
    }
    return out;
  }

  std::string place(Sym name, const std::vector<Expr>& idx) const {
    return idx.empty() ? names_(name) : fmt::format("{}[{}]", names_(name), list(idx));
  }

  /// In parentheses when it binds less tightly than `least`.
  std::string print(const Expr& e, int least = loosest) const {
    return e.match([](const IntLit& n) { return fmt::format("{}", n.value); },
                   [](const FloatLit& n) { return number_text(n.value); },
                   [](const BoolLit& n) { return std::string(n.value ? "True" : "False"); },
                   [&](const Read& n) { return place(n.name, n.idx); },
                   [&](const Binary& n) { return binary(n, least); }, [&](const Negate& n) { return negated(n); },
                   [&](const WindowExpr& n) { return window(n); },
                   [&](const StrideOf& n) { return fmt::format("stride({}, {})", names_(n.tensor), n.dim); },
                   [](const ReadConfig& n) { return fmt::format("{}.{}", n.config->name, n.field); },
                   [&](const ExternCall& n) { return fmt::format("{}({})", n.function, list(n.args)); });
  }

 private:
  std::string binary(const Binary& n, int least) const {
    int own = precedence(n.op);
    int left = own == comparison ? own + 1 : own;  // comparisons do not nest, the others lean to the left
    std::string text = fmt::format("{} {} {}", print(n.lhs, left), spelling(n.op), print(n.rhs, own + 1));
    return own < least ? "(" + text + ")" : text;
  }

  // -1 is a literal, -(1) the negation of one.
  std::string negated(const Negate& n) const {
    bool is_literal = n.arg.as<IntLit>() || n.arg.as<FloatLit>();
    return is_literal ? fmt::format("-({})", print(n.arg)) : "-" + print(n.arg, sign);
  }

  std::string window(const WindowExpr& w) const {
    std::string out;
    for (const WindowDim& d : w.dims) {
      if (!out.empty()) out += ", ";
      out += print(d.lo);
      if (d.hi) out += ":" + print(d.hi);
    }
    return fmt::format("{}[{}]", names_(w.base), out);
  }

  const NameOf& names_;
};

std::string type_text(const Type& t, const NameOf& names) {
  if (!t.is_tensor()) return std::string(name(t.scalar));
  std::string shape = ExprPrinter(names).list(t.shape);
  return t.is_window ? fmt::format("[{}][{}]", name(t.scalar), shape) : fmt::format("{}[{}]", name(t.scalar), shape);
}

// ---- statements ----

class StmtPrinter {
 public:
  StmtPrinter(const NameOf& names, std::string& out) : names_(names), exprs_(names), out_(out) {}

  void block(const Block& statements, int indent) {
    if (statements.empty()) line(indent, "pass");
    for (const Stmt& s : statements) statement(s, indent);
  }

  void statement(const Stmt& s, int indent) {
    s.match(
        [&](const Assign& n) {
          line(indent, fmt::format("{} = {}", exprs_.place(n.name, n.idx), exprs_.print(n.rhs)));
        },
        [&](const Reduce& n) {
          line(indent, fmt::format("{} += {}", exprs_.place(n.name, n.idx), exprs_.print(n.rhs)));
        },
        [&](const Alloc& n) {
          line(indent, fmt::format("{}: {} @ {}", names_(n.name), type_text(n.type, names_), n.mem->name));
        },
        [&](const WindowStmt& n) { line(indent, fmt::format("{} = {}", names_(n.name), exprs_.print(n.rhs))); },
        [&](const WriteConfig& n) {
          line(indent, fmt::format("{}.{} = {}", n.config->name, n.field, exprs_.print(n.rhs)));
        },
        [&](const Pass&) { line(indent, "pass"); }, [&](const For& n) { loop(n, indent); },
        [&](const If& n) { conditional("if", n, indent); },
        [&](const Call& n) { line(indent, fmt::format("{}({})", n.callee->name, exprs_.list(n.args))); });
  }

  void line(int indent, const std::string& text) {
    out_.append(static_cast<std::size_t>(4 * indent), ' ');
    out_ += text;
    out_ += '\n';
  }

 private:
  void loop(const For& n, int indent) {
    const char* mode = n.mode == LoopMode::par ? "par" : "seq";
    line(indent, fmt::format("for {} in {}({}, {}):", names_(n.iter), mode, exprs_.print(n.lo), exprs_.print(n.hi)));
    block(n.body, indent + 1);
  }

  void conditional(const char* word, const If& n, int indent) {
    line(indent, fmt::format("{} {}:", word, exprs_.print(n.cond)));
    block(n.body, indent + 1);
    if (n.orelse.empty()) return;
    const If* chained = n.orelse.size() == 1 ? n.orelse.front().as<If>() : nullptr;
    if (chained) return conditional("elif", *chained, indent);
    line(indent, "else:");
    block(n.orelse, indent + 1);
  }

  const NameOf& names_;
  ExprPrinter exprs_;
  std::string& out_;
};

std::string block_text(const Block& block, const NameOf& names, int indent) {
  std::string out;
  StmtPrinter printer(names, out);
  for (const Stmt& s : block) printer.statement(s, indent);
  return out;
}

// ---- definitions ----

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

bool is_number(const std::string& text) {
  bool digit = false, dot = false;
  for (char c : text) {
    if (c == '.' && dot) return false;
    dot = dot || c == '.';
    digit = digit || std::isdigit(static_cast<unsigned char>(c));
    if (c != '.' && !std::isdigit(static_cast<unsigned char>(c))) return false;
  }
  return digit && text.size() <= 15;  // the grammar reads it back as it stands
}

bool is_identifier(const std::string& text) {
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

std::string instr_text(const InstrInfo& info) {
  std::string out = "@instr(" + quoted(info.c_template);
  for (const std::string& h : info.headers) out += ", header=" + quoted(h);
  for (const std::string& f : info.flags) out += ", flags=" + quoted(f);
  if (!info.feature.empty()) out += ", feature=" + quoted(info.feature);
  for (const auto& [word, value] : info.facts)
    out += fmt::format(", {}={}", word, is_number(value) ? value : quoted(value));
  return out + ")\n";
}

std::string arg_text(const Arg& a, const NameOf& names) {
  std::string out = fmt::format("{}: {}", names(a.name), type_text(a.type, names));
  return a.type.is_control() ? out : fmt::format("{} @ {}", out, (a.mem ? a.mem : dram())->name);
}

const char* storage_word(Storage s) {
  switch (s) {
    case Storage::heap: return "heap";
    case Storage::stack: return "stack";
    case Storage::static_: return "static";
    case Storage::registers: return "registers";
  }
  return "heap";
}

}  // namespace

Names::Names(const Procedure& proc) {
  Naming naming;
  Naming::Declared declared;
  for (const Arg& a : proc.args) naming.argument(a.name, declared);
  naming.block(proc.body, declared);
  names_ = naming.take();
}

Names::Names(const Procedure& proc, const std::vector<Turn>& way, std::size_t count) {
  Naming naming;
  Naming::Declared declared;
  for (const Arg& a : proc.args) naming.argument(a.name, declared);
  if (!way.empty()) naming.way(proc.body, way, count, declared);
  names_ = naming.take();
}

const std::string& Names::of(Sym s) const {
  auto it = names_.find(s);
  return it == names_.end() ? s.text() : it->second;
}

std::string print(const Procedure& proc) {
  Names unique(proc);
  NameOf names = [&](Sym s) -> const std::string& { return unique.of(s); };
  std::string out = proc.instr ? instr_text(*proc.instr) : "";
  std::vector<std::string> args;
  for (const Arg& a : proc.args) args.push_back(arg_text(a, names));
  StmtPrinter printer(names, out);
  printer.line(0, fmt::format("def {}({}):", proc.name, fmt::join(args, ", ")));
  for (const Expr& e : proc.asserts) printer.line(1, "assert " + ExprPrinter(names).print(e));
  printer.block(proc.body, 1);
  return out;
}

std::string print(const MemoryDecl& m) {
  std::string out = fmt::format("memory {}:\n", m.name);
  std::vector<std::string> holds;
  for (const RegisterType& h : m.holds)
    holds.push_back(
        fmt::format("{}[{}] as {}", name(h.scalar), h.lanes, is_identifier(h.c_type) ? h.c_type : quoted(h.c_type)));
  if (!holds.empty()) out += fmt::format("    holds {}\n", fmt::join(holds, ", "));
  if (m.registers) out += fmt::format("    registers {}\n", *m.registers);
  if (m.constant_indices) out += "    indices constant\n";
  out += fmt::format("    storage {}\n", storage_word(m.storage));
  if (m.is_like_dram) out += "    like DRAM\n";
  for (const std::string& h : m.headers) out += fmt::format("    header {}\n", quoted(h));
  for (const std::string& f : m.flags) out += fmt::format("    flags {}\n", quoted(f));
  for (const std::string& o : m.gcc_optimize) out += fmt::format("    gcc_optimize {}\n", quoted(o));
  if (m.allocator)
    out += fmt::format("    allocate {}\n    free {}\n", quoted(m.allocator->allocate), quoted(m.allocator->free));
  return out;
}

std::string print(const ConfigDecl& c) {
  std::string out = fmt::format("config {}:\n", c.name);
  for (const auto& [field, type] : c.fields) out += fmt::format("    {}: {}\n", field, name(type));
  return out;
}

std::string print(const Expr& e) { return ExprPrinter(by_text()).print(e); }
std::string print(const Type& t) { return type_text(t, by_text()); }
std::string print(const Stmt& s, int indent) { return print(Block{s}, indent); }

std::string print(const Block& block, int indent) {
  std::unordered_map<Sym, std::string> names = names_of_fragment(block);
  return block_text(block, lookup(names), indent);
}

std::string print(const Expr& e, const Names& names) {
  NameOf lookup = [&](Sym s) -> const std::string& { return names.of(s); };
  return ExprPrinter(lookup).print(e);
}

std::string print(const Stmt& s, const Names& names, int indent) {
  NameOf lookup = [&](Sym sym) -> const std::string& { return names.of(sym); };
  return block_text({s}, lookup, indent);
}

std::string first_line(const std::string& printed) { return printed.substr(0, printed.find('\n')); }

}  // namespace tessera::ir
