// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_names.hpp"

#include <algorithm>
#include <cctype>

#include "codegen/register_variables.hpp"

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
      "HUGE_VALF", "HUGE_VALL", "FP_NAN", "FP_INFINITE", "FP_ZERO", "FP_SUBNORMAL", "FP_NORMAL", "FP_ILOGB0",
      "FP_ILOGBNAN", "FP_FAST_FMA", "FP_FAST_FMAF", "FP_FAST_FMAL", "MATH_ERRNO", "MATH_ERREXCEPT", "math_errhandling",
      "DOMAIN", "SING", "OVERFLOW", "UNDERFLOW", "PLOSS", "TLOSS", "MAXFLOAT", "M_E", "M_LOG2E", "M_LOG10E", "M_LN2",
      "M_LN10", "M_PI", "M_PI_2", "M_PI_4", "M_1_PI", "M_2_PI", "M_2_SQRTPI", "M_SQRT2", "M_SQRT1_2", "EXIT_SUCCESS",
      "EXIT_FAILURE", "RAND_MAX", "MB_CUR_MAX", "SIZE_MAX", "PTRDIFF_MAX", "PTRDIFF_MIN", "INT8_MAX", "INT8_MIN",
      "INT16_MAX", "INT16_MIN", "INT32_MAX", "INT32_MIN", "INT64_MAX", "INT64_MIN", "UINT8_MAX", "UINT16_MAX",
      "UINT32_MAX", "UINT64_MAX", "INTPTR_MAX", "INTPTR_MIN", "UINTPTR_MAX", "INTMAX_MAX", "INTMAX_MIN", "UINTMAX_MAX",
      "WCHAR_MAX", "WCHAR_MIN", "WINT_MAX", "WINT_MIN", "SIG_ATOMIC_MAX", "SIG_ATOMIC_MIN", "assert", "offsetof",
      "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "malloc",
      "free", "abort", "aligned_alloc", "main",
      // functions of libm that emitted code calls
      "exp", "expf", "sqrt", "sqrtf", "sin", "sinf", "fabs", "fabsf", "fmax", "fmaxf", "fmin", "fminf",
      // the context argument of emitted functions
      "ctxt"};
  return words;
}

namespace {

// Each function of math.h on doubles, and its versions for float and long double.
void add_math(std::set<std::string>& out) {
  for (const char* name :
       {"acos",     "acosh",   "asin",        "asinh",    "atan",   "atan2",   "atanh",     "cbrt",      "ceil",
        "copysign", "cos",     "cosh",        "drem",     "erf",    "erfc",    "exp",       "exp10",     "exp2",
        "expm1",    "fabs",    "fdim",        "finite",   "floor",  "fma",     "fmax",      "fmin",      "fmod",
        "frexp",    "gamma",   "gamma_r",     "hypot",    "ilogb",  "isinf",   "isnan",     "j0",        "j1",
        "jn",       "ldexp",   "lgamma",      "lgamma_r", "llrint", "llround", "log",       "log10",     "log1p",
        "log2",     "logb",    "lrint",       "lround",   "modf",   "nan",     "nearbyint", "nextafter", "nexttoward",
        "pow",      "pow10",   "remainder",   "remquo",   "rint",   "round",   "roundeven", "scalb",     "scalbln",
        "scalbn",   "signbit", "significand", "sin",      "sincos", "sinh",    "sqrt",      "tan",       "tanh",
        "tgamma",   "trunc",   "y0",          "y1",       "yn",     "cabs",    "cacos",     "cacosh",    "carg",
        "casin",    "casinh",  "catan",       "catanh",   "ccos",   "ccosh",   "cexp",      "cimag",     "clog",
        "clog10",   "conj",    "cpow",        "cproj",    "creal",  "csin",    "csinh",     "csqrt",     "ctan",
        "ctanh"})
    for (const char* suffix : {"", "f", "l"}) out.insert(name + std::string(suffix));
}

}  // namespace

const std::set<std::string>& library_names() {
  static const std::set<std::string> names = [] {
    std::set<std::string> out{
        // math.h
        "fpclassify", "iscanonical", "isfinite", "isgreater", "isgreaterequal", "isless", "islessequal",
        "islessgreater", "isnormal", "isunordered", "signgam", "float_t", "double_t",
        // stdlib.h, and what it includes
        "_Exit", "a64l", "abs", "alloca", "arc4random", "arc4random_buf", "arc4random_uniform", "at_quick_exit",
        "atexit", "atof", "atoi", "atol", "atoll", "bsearch", "calloc", "clearenv", "cfree", "div", "div_t", "drand48",
        "drand48_r", "ecvt", "ecvt_r", "erand48", "erand48_r", "exit", "fcvt", "fcvt_r", "gcvt", "getenv", "getloadavg",
        "getsubopt", "initstate", "initstate_r", "jrand48", "jrand48_r", "l64a", "labs", "lcong48", "lcong48_r", "ldiv",
        "ldiv_t", "llabs", "lldiv", "lldiv_t", "lrand48", "lrand48_r", "mblen", "mbstowcs", "mbtowc", "mkdtemp",
        "mkostemp", "mkostemps", "mkstemp", "mkstemps", "mktemp", "mrand48", "mrand48_r", "nrand48", "nrand48_r",
        "on_exit", "posix_memalign", "putenv", "qecvt", "qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "qsort", "quick_exit",
        "rand", "rand_r", "random", "random_r", "realloc", "reallocarray", "realpath", "rpmatch", "seed48", "seed48_r",
        "select", "pselect", "setenv", "setstate", "setstate_r", "srand", "srand48", "srand48_r", "srandom",
        "srandom_r", "strtod", "strtof", "strtol", "strtold", "strtoll", "strtoq", "strtoul", "strtoull", "strtouq",
        "system", "unsetenv", "valloc", "wcstombs", "wctomb",
        // types that it declares
        "blkcnt_t", "blksize_t", "caddr_t", "clock_t", "clockid_t", "daddr_t", "dev_t", "fd_mask", "fd_set",
        "fsblkcnt_t", "fsfilcnt_t", "fsid_t", "gid_t", "id_t", "ino_t", "key_t", "loff_t", "mode_t", "nlink_t", "off_t",
        "pid_t", "quad_t", "register_t", "sigset_t", "ssize_t", "suseconds_t", "time_t", "timer_t", "u_char", "u_int",
        "u_int16_t", "u_int32_t", "u_int64_t", "u_int8_t", "u_long", "u_quad_t", "u_short", "uid_t", "uint", "ulong",
        "useconds_t", "ushort", "pthread_t", "pthread_attr_t", "pthread_barrier_t", "pthread_barrierattr_t",
        "pthread_cond_t", "pthread_condattr_t", "pthread_key_t", "pthread_mutex_t", "pthread_mutexattr_t",
        "pthread_once_t", "pthread_rwlock_t", "pthread_rwlockattr_t", "pthread_spinlock_t",
        // stdint.h and stddef.h
        "int_fast8_t", "int_fast16_t", "int_fast32_t", "int_fast64_t", "int_least8_t", "int_least16_t", "int_least32_t",
        "int_least64_t", "uint_fast8_t", "uint_fast16_t", "uint_fast32_t", "uint_fast64_t", "uint_least8_t",
        "uint_least16_t", "uint_least32_t", "uint_least64_t", "intptr_t", "uintptr_t", "intmax_t", "uintmax_t",
        "ptrdiff_t", "max_align_t",
        // string.h and strings.h
        "bcmp", "bcopy", "bzero", "explicit_bzero", "ffs", "ffsl", "ffsll", "index", "memccpy", "memchr", "memcmp",
        "memcpy", "memmove", "mempcpy", "memset", "rindex", "stpcpy", "stpncpy", "strcasecmp", "strcat", "strchr",
        "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror", "strlcat", "strlcpy", "strlen", "strncasecmp",
        "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr", "strsep", "strsignal", "strspn",
        "strstr", "strtok", "strtok_r", "strxfrm",
        // compilers know these without a header
        "execl", "execle", "execlp", "execv", "execve", "execvp", "fork", "fprintf", "fputc", "fputs", "fscanf",
        "fwrite", "imaxabs", "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower",
        "isprint", "ispunct", "isspace", "isupper", "iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswdigit",
        "iswgraph", "iswlower", "iswprint", "iswpunct", "iswspace", "iswupper", "iswxdigit", "isxdigit", "longjmp",
        "printf", "printf_unlocked", "putchar", "puts", "scanf", "setjmp", "snprintf", "sprintf", "sscanf", "strfmon",
        "strftime", "toascii", "tolower", "toupper", "towlower", "towupper", "vfprintf", "vfscanf", "vprintf", "vscanf",
        "vsnprintf", "vsprintf", "vsscanf", "gettext", "dgettext", "dcgettext",
        // OpenMP
        "omp_get_max_threads", "omp_get_thread_num"};
    add_math(out);
    return out;
  }();
  return names;
}

namespace {

// __x and _X, which C keeps for its compilers.
bool is_of_compilers(const std::string& name) {
  return name.size() > 1 && name[0] == '_' && (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])));
}

}  // namespace

std::string safe_function_name(const std::string& name, std::set<std::string> taken) {
  taken.insert(library_names().begin(), library_names().end());
  return safe_name(name, taken);
}

std::string config_name(const ir::ConfigDecl& config) { return safe_name(config.name, {}); }

// Two fields are never the same member: no field takes the name of another.
std::string field_name(const ir::ConfigDecl& config, const std::string& field) {
  std::set<std::string> others;
  for (const auto& [name, type] : config.fields)
    if (name != field) others.insert(name);
  return safe_name(field, others);
}

std::string config_member(const ir::ConfigDecl& config, const std::string& field) {
  return config_name(config) + "." + field_name(config, field);
}

std::string safe_name(std::string name, const std::set<std::string>& taken) {
  auto forbidden = [&] { return taken.count(name) || reserved_words().count(name) || name.rfind("tessera_", 0) == 0; };
  if (name.rfind("tessera_", 0) == 0) name = "v_" + name;
  if (is_of_compilers(name)) name = "v" + name;
  while (forbidden()) name += '_';
  return name;
}

CNames::CNames(const ir::Procedure& proc, const std::set<std::string>& taken) {
  ir::Names text(proc);
  for (const ir::Arg& a : proc.args) bind(a.name, text, taken);
  bind(proc.body, text, taken);
}

void CNames::bind(ir::Sym s, const ir::Names& text, const std::set<std::string>& taken, const ir::Alloc* buffer) {
  const auto is_free = [&](const std::string& n) {
    return std::find(in_scope_.begin(), in_scope_.end(), n) == in_scope_.end() && !taken.count(n);
  };
  const auto parts = [&](const std::string& n) {
    return buffer ? register_variables(n, *buffer) : std::vector<std::string>();
  };
  const auto is_good = [&](const std::string& n) {
    const std::vector<std::string> all = parts(n);
    return is_free(n) && std::all_of(all.begin(), all.end(), is_free);
  };
  const std::string base = safe_name(text.of(s), taken);
  std::string name = base;
  for (int k = 1; !is_good(name); ++k) name = base + "_" + std::to_string(k);
  names_[s] = name;
  in_scope_.push_back(name);
  for (std::string& part : parts(name)) in_scope_.push_back(std::move(part));
}

void CNames::bind(const ir::Block& block, const ir::Names& text, const std::set<std::string>& taken) {
  std::size_t outside = in_scope_.size();
  for (const ir::Stmt& s : block) {
    std::size_t before = in_scope_.size();
    if (ir::Sym name = ir::bound_name(s)) bind(name, text, taken, s.as<ir::Alloc>());
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* inner = ir::branch(s, b)) bind(*inner, text, taken);
    if (s.as<ir::For>()) in_scope_.resize(before);
  }
  in_scope_.resize(outside);
}

}  // namespace tessera::codegen
