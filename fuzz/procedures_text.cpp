// SPDX-License-Identifier: Apache-2.0
#include "fuzz/procedures_text.hpp"

#include <algorithm>

namespace tessera::fuzz {
namespace {

// The machine's state is errno: a thread has one, and no C that is emitted touches it by itself.
constexpr const char* machine = R"(config Cfg:
    k: index

@instr("errno = (int)({v});", header="errno.h")
def set_k(v: index):
    assert 0 <= v and v < 100
    Cfg.k = v

@instr("if (errno == 3) {{ for (int l = 0; l < 4; l++) (&{x_data})[l] = 2.0f; }}", header="errno.h")
def use_k(x: [f32][4]):
    assert stride(x, 0) == 1
    if Cfg.k == 3:
        for l in seq(0, 4):
            x[l] = 2.0

)";

constexpr const char* dense_copy = R"(@instr("for (int l = 0; l < {n}; l++) (&{dst_data})[l] = (&{src_data})[l];")
def copy_dense(n: size, dst: f32[n], src: f32[n]):
    for l in seq(0, n):
        dst[l] = src[l]

)";

constexpr const char* open_fill = R"(@instr("for (int l = 0; l < 4; l++) (&{dst_data})[l] = 1.0f;")
def fill_four(dst: [R][4]):
    assert stride(dst, 0) == 1
    for l in seq(0, 4):
        dst[l] = 1.0

)";

class ProceduresWriter {
 public:
  explicit ProceduresWriter(Dice& dice) : dice_(dice) {}

  std::string write() {
    std::string out = machine;
    out += dense_copy;
    if (dice_.chance(50)) out += open_fill;
    for (int i = 0, count = dice_.between(2, 3); i < count; ++i) out += callee(i) + "\n";
    return out + subject();
  }

 private:
  struct Form {
    std::string name, body;  ///< over x, y, n and at, at one level of indentation
    bool dense;
    // Names not used in the body, `replace` could not infer.
    bool has(const std::string& word) const { return body.find(word) != std::string::npos; }
    bool has_size() const { return has("seq(0, n)"); }
    bool has_index() const { return has("[at]"); }
    bool has_source() const { return has("y["); }
    std::string call(const std::string& at, const std::string& x, const std::string& y) const {
      return name + "(" + (has_size() ? "8, " : "") + (has_index() ? at + ", " : "") + x +
             (has_source() ? ", " + y : "") + ")";
    }
  };

  // A statement whose form depends on the contract: steps use that, and may outlive it.
  std::string by_stride(bool dense) {
    const std::string then = statement(), otherwise = statement();
    if (!dense && dice_.chance(50)) return then;
    return "    if stride(x, 0) == 1:\n    " + then + "    else:\n    " + otherwise;
  }

  std::string statement() {
    switch (dice_.below(5)) {
      case 0: return "    x[i] = 1.0\n";
      case 1: return "    x[i] = y[i]\n";
      case 2: return "    x[i] += y[i]\n";
      case 3: return "    x[i] = 2.0\n";
      default: return "    x[i] = y[n - 1 - i]\n";
    }
  }

  std::string body(bool dense) {
    switch (dice_.below(5)) {
      case 0: return "    if Cfg.k == 3:\n        x[0] = 3.0\n    else:\n        x[0] = 4.0\n";
      case 1: return "    x[at] = y[at]\n";
      case 2: return "    x[at] += y[at]\n";
      default: {
        std::string inner = by_stride(dense), out;
        for (std::size_t from = 0; from < inner.size();) {
          const std::size_t end = inner.find('\n', from) + 1;
          out += "    " + inner.substr(from, end - from);
          from = end;
        }
        return "    for i in seq(0, n):\n" + out;
      }
    }
  }

  std::string asserts() {
    std::string out;
    if (dice_.chance(15)) out += Written{"    assert n > {}\n", dice_.between(0, 4)};
    if (dice_.chance(15)) out += Written{"    assert n <= {}\n", dice_.between(1, 8)};
    if (dice_.chance(10))
      out += Written{"    assert n % {} == {}\n", dice_.pick(std::vector<int>{2, 4}), dice_.between(0, 1)};
    return out;
  }

  std::string callee(int number) {
    Form f{Written{"f{}", number}, "", dice_.chance(60)};
    f.body = body(f.dense);
    if (f.has_index() && dice_.chance(50)) f.dense = false;
    const std::string length = f.has_size() ? "n" : "8",
                      tensor = f.dense ? "f32[" + length + "]" : "[f32][" + length + "]";
    std::string arguments = f.has_size() ? "n: size, " : "";
    arguments += f.has_index() ? "at: index, " : "";
    arguments += "x: " + tensor + (f.has_source() ? ", y: " + tensor : "");
    forms_.push_back(f);
    return "def " + f.name + "(" + arguments + "):\n" +
           (f.has_index() ? "    assert 0 <= at and at < " + length + "\n" : "") + (f.has_size() ? asserts() : "") +
           f.body;
  }

  static std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
    return text;
  }

  // The body of a form for row r of A and B, or a column: as `replace` would like to find it.
  std::string written_out(const Form& f, const std::string& row, const std::string& at) {
    const bool column = dice_.chance(50);
    std::string out =
        replaced(replaced(f.body, "stride(x, 0)", column ? "stride(A, 0)" : "stride(A, 1)"), "[n - 1 - i]", "[7 - i]");
    for (const auto& [from, to] : {std::pair{"x", "A"}, std::pair{"y", "B"}})
      for (const std::string& index : {std::string("i"), std::string("at"), std::string("0"), std::string("7 - i")}) {
        const std::string e = index == "at" ? at : index;
        out = replaced(out, Written{"{}[{}]", from, index},
                       column ? Written{"{}[{}, {}]", to, e, row}.text : Written{"{}[{}, {}]", to, row, e}.text);
      }
    return replaced(out, "seq(0, n)", "seq(0, 8)");
  }

  static std::string indented(const std::string& text) {
    std::string out;
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = text.find('\n', from) + 1;
      out += "    " + text.substr(from, end - from);
      from = end;
    }
    return out;
  }

  std::string along(const std::string& counter) { return dice_.chance(50) ? "1, " + counter : counter + ", 2"; }

  std::string part(int number) {
    const std::string r = Written{"r{}", number};
    const Form& f = dice_.pick(forms_);
    switch (dice_.below(13)) {
      case 11: return loop(r) + "        use_k(A[" + r + ", 0:4])\n";
      case 9:  // along a row or a column, as a copy of four or eight
        return Written{"    for {} in seq(0, {}):\n        A[{}] = B[{}]\n", r, dice_.pick({"4", "8"}), along(r),
                       along(r)};
      case 10: return Written{"    for {} in seq(0, 4):\n        A[{}] = 1.0\n", r, along(r)};
      case 0: return Written{"    Cfg.k = {}\n", dice_.between(2, 4)};
      case 1: return dice_.chance(50) ? "    Cfg.k = at\n" : "    set_k(3)\n";
      case 2: return "    use_k(A[1, 0:4])\n";
      case 3:
      case 4: return loop(r) + indented(written_out(f, r, r));
      case 5: return written_out(f, "at", "at");
      case 6:
        if (f.dense) return "    " + f.call("at", "u", "v") + "\n";
        return loop(r) + "        " + f.call(r, "A[" + r + ", 0:8]", "B[" + r + ", 0:8]") + "\n";
      case 7:  // each iteration a part of its own, and what another form may see
      case 12:
        if (f.dense) return "    " + f.call("at", "u", "v") + "\n";
        return loop(r, 70) + "        " + f.call(r, "A[0, 0:8]", "B[0, 0:8]") + "\n        B[0, " + r + "] = 2.0\n";
      default: return Written{"    for {} in seq(0, 8):\n        u[{}] = v[{}]\n", r, r, r};
    }
  }

  std::string loop(const std::string& counter, unsigned parallel = 35) {
    return Written{"    for {} in {}(0, 8):\n", counter, dice_.chance(parallel) ? "par" : "seq"};
  }

  std::string subject() {
    std::string out =
        "def p(at: index, A: f32[8, 8], B: f32[8, 8], u: f32[8], v: f32[8]):\n    assert 0 <= at and at < 8\n";
    out += dice_.chance(50) ? "    set_k(3)\n" : Written{"    Cfg.k = {}\n", dice_.between(2, 4)}.text;
    if (dice_.chance(50)) out += written_out(forms_.front(), "at", "at");
    for (int i = 0, count = dice_.between(2, 5); i < count; ++i) out += part(i);
    return out;
  }

  Dice& dice_;
  std::vector<Form> forms_;
};

}  // namespace

std::string random_procedures(Dice& dice) { return ProceduresWriter(dice).write(); }

std::string instructions_of_procedures() { return std::string(machine) + dense_copy + open_fill; }

}  // namespace tessera::fuzz
