#include "codegen/c_names.hpp"

#include <algorithm>

namespace tessera::codegen {

const std::set<std::string>& reserved_words() {
  static const std::set<std::string> words{
      // C11, and what C++ adds: headers are read by both
      "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
      "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
      "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "asm",
      "typeof", "bool", "true", "false", "alignas", "alignof", "and", "and_eq", "bitand", "bitor", "catch", "class",
      "compl", "concept", "consteval", "constexpr", "constinit", "const_cast", "co_await", "co_return", "co_yield",
      "decltype", "delete", "dynamic_cast", "explicit", "export", "friend", "mutable", "namespace", "new", "noexcept",
      "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "reinterpret_cast",
      "requires", "static_assert", "static_cast", "template", "this", "thread_local", "throw", "try", "typeid",
      "typename", "using", "virtual", "wchar_t", "xor", "xor_eq",
      // names of the standard headers, and macros that compilers define
      "NULL", "EOF", "I", "NAN", "INFINITY", "HUGE_VAL", "linux", "unix", "stdin", "stdout", "stderr", "errno",
      "assert", "offsetof", "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
      "uint64_t", "malloc", "free", "abort", "aligned_alloc", "main",
      // the context argument of emitted functions
      "ctxt"};
  return words;
}

std::string safe_name(std::string name, const std::set<std::string>& taken) {
  auto forbidden = [&] { return taken.count(name) || reserved_words().count(name) || name.rfind("tessera_", 0) == 0; };
  if (name.rfind("tessera_", 0) == 0) name = "v_" + name;
  while (forbidden()) name += '_';
  return name;
}

CNames::CNames(const ir::Procedure& proc, const std::set<std::string>& taken) {
  ir::Names text(proc);
  for (const ir::Arg& a : proc.args) bind(a.name, text, taken);
  bind(proc.body, text, taken);
}

void CNames::bind(ir::Sym s, const ir::Names& text, const std::set<std::string>& taken) {
  auto is_hidden = [&](const std::string& n) {
    return std::find(in_scope_.begin(), in_scope_.end(), n) != in_scope_.end();
  };
  std::string base = safe_name(text.of(s), taken), name = base;
  for (int k = 1; is_hidden(name) || taken.count(name); ++k) name = base + "_" + std::to_string(k);
  names_[s] = name;
  in_scope_.push_back(name);
}

void CNames::bind(const ir::Block& block, const ir::Names& text, const std::set<std::string>& taken) {
  std::size_t outside = in_scope_.size();
  for (const ir::Stmt& s : block) {
    std::size_t before = in_scope_.size();
    if (ir::Sym name = ir::bound_name(s)) bind(name, text, taken);
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* inner = ir::branch(s, b)) bind(*inner, text, taken);
    if (s.as<ir::For>()) in_scope_.resize(before);
  }
  in_scope_.resize(outside);
}

}  // namespace tessera::codegen
