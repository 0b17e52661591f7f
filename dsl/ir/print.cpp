// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/print.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::ir {
namespace {

using NameOf = std::function<const std::string&(Sym)>;

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
                   [&](const ExternCall& n) { return fmt::format("{}({})", n.function, list(n.args)); },
                   [&](const Aligned& n) { return fmt::format("aligned({}, {})", names_(n.tensor), n.bytes); });
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

namespace {

std::string state_text(const MachineState& state) {
  std::string out;
  const std::pair<const char*, const std::string&> lines[] = {
      {"startup", state.startup}, {"enter", state.enter}, {"leave", state.leave}, {"attributes", state.attributes}};
  for (const auto& [word, text] : lines)
    if (!text.empty()) out += fmt::format("    {} {}\n", word, quoted(text));
  for (const std::string& file : state.sources) out += fmt::format("    link {}\n", quoted(file));
  return out;
}

}  // namespace

std::string print(const MemoryDecl& m) {
  std::string out = fmt::format("memory {}:\n", m.name);
  std::vector<std::string> holds;
  for (const RegisterType& h : m.holds)
    holds.push_back(m.is_numbered
                        ? h.text()
                        : fmt::format("{} as {}", h.text(), is_identifier(h.c_type) ? h.c_type : quoted(h.c_type)));
  if (m.lanes)
    out += fmt::format("    lanes {} in ({}) as {}\n", m.lanes->symbol, fmt::join(m.lanes->lengths, ", "),
                       quoted(m.lanes->c_text));
  if (!holds.empty()) out += fmt::format("    holds {}\n", fmt::join(holds, ", "));
  if (m.registers) out += fmt::format("    registers {}\n", *m.registers);
  if (m.shares) out += fmt::format("    shares {}\n", m.shares->name);
  if (m.has_variables) out += "    variables\n";
  if (m.is_numbered) out += "    numbered\n";
  if (!m.initial.empty()) out += fmt::format("    initial {}\n", quoted(m.initial));
  if (m.constant_indices) out += "    indices constant\n";
  out += fmt::format("    storage {}\n", storage_word(m.storage));
  if (m.is_like_dram) out += "    like DRAM\n";
  if (m.align) out += fmt::format("    align {}\n", *m.align);
  for (const std::string& h : m.headers) out += fmt::format("    header {}\n", quoted(h));
  for (const std::string& f : m.flags) out += fmt::format("    flags {}\n", quoted(f));
  for (const std::string& o : m.gcc_optimize) out += fmt::format("    gcc_optimize {}\n", quoted(o));
  if (m.allocator)
    out += fmt::format("    allocate {}\n    free {}\n", quoted(m.allocator->allocate), quoted(m.allocator->free));
  for (const NamedInstruction& i : m.fill) out += fmt::format("    fill {}\n", quoted(i.name));
  for (const NamedInstruction& i : m.read) out += fmt::format("    read {}\n", quoted(i.name));
  return out + state_text(m.state);
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
  const Names names = Names::of_fragment(block);
  const NameOf lookup = [&](Sym s) -> const std::string& { return names.of(s); };
  return block_text(block, lookup, indent);
}

std::string print(const Expr& e, const Names& names) {
  NameOf lookup = [&](Sym s) -> const std::string& { return names.of(s); };
  return ExprPrinter(lookup).print(e);
}

std::string print(const Stmt& s, const Names& names, int indent) {
  NameOf lookup = [&](Sym sym) -> const std::string& { return names.of(sym); };
  return block_text({s}, lookup, indent);
}

}  // namespace tessera::ir
