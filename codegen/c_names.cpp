#include "codegen/c_names.hpp"

#include "dsl/ir/walk.hpp"

namespace tessera::codegen {

const std::set<std::string>& reserved_words() {
  static const std::set<std::string> words{
      // C11, and what C++ adds: headers are read by both
      "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
      "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static",
      "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "asm", "typeof", "bool", "true",
      "false", "alignas", "alignof", "and", "and_eq", "bitand", "bitor", "catch", "class", "compl", "concept", "consteval",
      "constexpr", "constinit", "const_cast", "co_await", "co_return", "co_yield", "decltype", "delete", "dynamic_cast",
      "explicit", "export", "friend", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator",
      "or", "or_eq", "private", "protected", "public", "reinterpret_cast", "requires", "static_assert", "static_cast",
      "template", "this", "thread_local", "throw", "try", "typeid", "typename", "using", "virtual", "wchar_t", "xor",
      "xor_eq",
      // names of the standard headers, and macros that compilers define
      "NULL", "EOF", "I", "NAN", "INFINITY", "HUGE_VAL", "linux", "unix", "stdin", "stdout", "stderr", "errno", "assert",
      "offsetof", "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
      "malloc", "free", "abort", "aligned_alloc", "main",
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

CNames::CNames(const ir::Procedure& proc, const std::set<std::string>& taken) : names_(proc) {
  std::set<std::string> texts;
  for (const auto& [sym, declaration] : ir::declarations(proc)) texts.insert(names_.of(sym));
  for (const std::string& text : texts) {
    std::set<std::string> others = taken;
    others.insert(texts.begin(), texts.end());
    others.erase(text);
    if (taken.count(text)) others.insert(text);
    for (const auto& [from, to] : safe_) others.insert(to);
    safe_[text] = safe_name(text, others);
  }
}

const std::string& CNames::of(ir::Sym s) const { return safe_.at(names_.of(s)); }

}  // namespace tessera::codegen
