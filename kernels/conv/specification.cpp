// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/specification.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <utility>

#include "dsl/support/diagnostic.hpp"
#include "kernels/family/result.hpp"

namespace tessera::kernels::conv {
namespace {

using Indices = std::vector<std::string>;

constexpr std::int64_t max_channels_of_block = 4096;

std::string list(const Indices& items) { return fmt::format("[{}]", fmt::join(items, ", ")); }
std::string n(std::int64_t v) { return std::to_string(v); }

bool is_in_depths(const Form& f) { return f.depth > 0 && f.depth < f.shape.C_of_group(); }

std::int64_t panels(const Form& f) { return (f.shape.K_of_group() + f.panel - 1) / f.panel; }

/// The element at channel c of the pixel in row h and column w.
Indices pixel(Layout layout, const std::string& image, const std::string& c, const std::string& h,
              const std::string& w) {
  switch (layout.kind) {
    case Layout::nhwc: return {image, h, w, c};
    case Layout::nwhc: return {image, w, h, c};
    case Layout::nchw: return {image, c, h, w};
    case Layout::blocked: break;
  }
  return {image, fmt::format("({}) / {}", c, layout.block), h, w, fmt::format("({}) % {}", c, layout.block)};
}

/// How many of each there are.
Indices extents(Layout layout, std::int64_t images, std::int64_t c, std::int64_t h, std::int64_t w) {
  if (layout.kind != Layout::blocked) return pixel(layout, n(images), n(c), n(h), n(w));
  return {n(images), n((c + layout.block - 1) / layout.block), n(h), n(w), n(layout.block)};
}

/// A channel of all groups: `each` to a group.
std::string channel(const shapes::ConvShape& s, const std::string& in_group, std::int64_t each) {
  if (s.groups == 1) return in_group;
  if (s.is_depthwise()) return "g";
  return fmt::format("{} * g + {}", each, in_group);
}

/// The counter over the channels of a block of mixed operands.
const char* const of_block = "e";

bool has_blocks(const Form& f) { return f.mixed && !f.shape.is_depthwise(); }

/// A channel of the image, within its convolution group.
std::string image_channel(const Form& f, const std::string& c) {
  return has_blocks(f) ? fmt::format("{} * ({}) + {}", f.mixed->at_once, c, of_block) : c;
}

std::int64_t channels_of_group(const Form& f) { return f.image_channels() / f.shape.groups; }

/// Values for rows and columns, in the requested kernel's order.
template <class T> std::pair<T, T> as_asked(const Form& f, const T& row, const T& column) {
  return f.is_turned ? std::pair(column, row) : std::pair(row, column);
}

Indices weight(const Form& f, Weights form) {
  const shapes::ConvShape& s = f.shape;
  const std::string k = channel(s, "k", s.K_of_group());
  const auto [row, column] = as_asked<std::string>(f, "r", "s");
  const std::string c = image_channel(f, "c");
  if (form == Weights::hwio) return s.is_depthwise() ? Indices{row, column, k} : Indices{row, column, c, k};
  if (form == Weights::oihw) return s.is_depthwise() ? Indices{k, row, column} : Indices{k, c, row, column};
  if (s.is_depthwise()) return {row, column, "g"};
  Indices out{fmt::format("k / {}", f.panel), row, column, "c", fmt::format("k % {}", f.panel)};
  if (f.mixed) out.back() = fmt::format("{} * ({}) + {}", f.mixed->at_once, out.back(), of_block);
  if (f.mixed && f.mixed->are_taps_together) {
    const std::int64_t C = s.C_of_group();
    out = {out.front(), fmt::format("{} * {} + {} * {} + c", C * s.columns.kernel, row, C, column), out.back()};
  }
  if (is_in_depths(f)) {
    out[3] = fmt::format("c % {}", f.depth);
    out.insert(out.begin() + 1, fmt::format("c / {}", f.depth));
  }
  if (s.groups > 1) out.insert(out.begin(), "g");
  return out;
}

Indices weight_extents(const Form& f, Weights form) {
  const shapes::ConvShape& s = f.shape;
  const auto [R, S] = as_asked(f, n(s.rows.kernel), n(s.columns.kernel));
  const std::string C = n(channels_of_group(f)), K = n(s.K);
  if (form == Weights::hwio) return s.is_depthwise() ? Indices{R, S, K} : Indices{R, S, C, K};
  if (form == Weights::oihw) return s.is_depthwise() ? Indices{K, R, S} : Indices{K, C, R, S};
  if (s.is_depthwise()) return {R, S, K};
  Indices out{n(panels(f)), R, S, n(s.C_of_group()), n(f.panel * (f.mixed ? f.mixed->at_once : 1))};
  if (f.mixed && f.mixed->are_taps_together)
    out = {out.front(), n(s.rows.kernel * s.columns.kernel * s.C_of_group()), out.back()};
  if (is_in_depths(f)) {
    out[3] = n(f.depth);
    out.insert(out.begin() + 1, n(s.C_of_group() / f.depth));
  }
  if (s.groups > 1) out.insert(out.begin(), n(s.groups));
  return out;
}

/// The place that a tap reads: "2 * p + r", of an image with its zeros around it; or of the image, "2 * p + r - 1".
std::string place(const shapes::ConvAxis& along, const std::string& result, const std::string& tap, bool has_zeros) {
  const auto times = [](std::int64_t by, const std::string& what) {
    return by == 1 ? what : fmt::format("{} * {}", by, what);
  };
  const std::string out = fmt::format("{} + {}", times(along.stride, result), times(along.dilation, tap));
  return has_zeros || along.pad_before == 0 ? out : fmt::format("{} - {}", out, along.pad_before);
}

/// The conditions that this place is in the image, except those always true.
Indices conditions(const shapes::ConvShape& s, const std::string& h, const std::string& w) {
  Indices out;
  for (const auto& [along, place] : {std::pair(s.rows, h), std::pair(s.columns, w)}) {
    if (along.pad_before > 0) out.push_back(fmt::format("{} >= 0", place));
    if (along.read() > along.pad_before + along.image) out.push_back(fmt::format("{} < {}", place, along.image));
  }
  return out;
}

/// Lines of a program, indented.
class Text {
 public:
  void line(const std::string& text) { out_ += std::string(static_cast<std::size_t>(4 * depth_), ' ') + text + "\n"; }
  void open(const std::string& text) { line(text), ++depth_; }
  void loop(const std::string& counter, std::int64_t times) {
    open(fmt::format("for {} in seq(0, {}):", counter, times));
  }
  void close(int levels = 1) { depth_ -= levels; }
  const std::string& text() const { return out_; }

 private:
  std::string out_;
  int depth_ = 0;
};

// padded = the image with zeros around it, as far as it is read. Loops in memory order.
void copy_padded(Text& out, const Form& f) {
  const shapes::ConvShape& s = f.shape;
  const shapes::ConvAxis &h = s.rows, &w = s.columns;
  const std::int64_t channels = f.mixed ? s.C * f.mixed->at_once : s.C;
  const Indices sizes = extents(f.layout, s.N, channels, h.read(), w.read());
  const auto counters = [&](const std::string& at_h, const std::string& at_w) {
    if (f.layout.kind == Layout::blocked) return Indices{"n", "b", at_h, at_w, "c"};
    return pixel(f.layout, "n", "c", at_h, at_w);
  };
  const Indices to = counters("h", "w"),
                from = counters(fmt::format("h - {}", h.pad_before), fmt::format("w - {}", w.pad_before));
  out.line(fmt::format("padded: {}{} @ DRAM", ir::name(f.image_type()), list(sizes)));
  for (std::size_t i = 0; i < sizes.size(); ++i) out.open(fmt::format("for {} in seq(0, {}):", to[i], sizes[i]));
  const std::string has_channel = channels > f.image_channels() ? fmt::format(" and c < {}", f.image_channels()) : "";
  out.open(fmt::format("if h >= {} and h < {} and w >= {} and w < {}{}:", h.pad_before, h.pad_before + h.image,
                       w.pad_before, w.pad_before + w.image, has_channel));
  out.line(fmt::format("padded{} = I{}", list(to), list(from)));
  out.close();
  out.open("else:");
  out.line(fmt::format("padded{} = 0.0", list(to)));
  out.close(1 + static_cast<int>(sizes.size()));
}

/// The place of the sum where results have another type.
const char* const own_sum = "sum";

void epilogue(Text& out, const Form& f, const std::string& x, const std::string& at) {
  const std::string k = channel(f.shape, "k", f.shape.K_of_group());
  for (const Epilogue& e : f.epilogue) out.line(statement(e, x, k, at));
}

void after_sum(Text& out, const Form& f, const std::string& result) {
  const std::string at = result.substr(1);
  if (!f.mixed || !f.mixed->result) return epilogue(out, f, result, at);
  for (const std::string& line : result_of(own_sum)) out.line(line);
  epilogue(out, f, "x", at);
  for (const std::string& line : stored_result(*f.mixed->result, result)) out.line(line);
}

std::vector<std::int64_t> numbers(const Indices& extents) {
  std::vector<std::int64_t> out;
  for (const std::string& extent : extents) out.push_back(std::stoll(extent));
  return out;
}

/// With the one over the channels of a block.
std::vector<std::pair<std::string, std::int64_t>> loops_of(const Form& f) {
  auto out = loops(f.shape);
  if (has_blocks(f)) out.emplace_back(of_block, f.mixed->at_once);
  return out;
}

std::string arguments(const Form& f) {
  std::vector<std::string> out;
  for (const Tensor& t : tensors(f))
    out.push_back(fmt::format("{}: {}[{}]", t.name, ir::name(t.type), fmt::join(t.shape, ", ")));
  return fmt::format("{}", fmt::join(out, ", "));
}

}  // namespace

std::string name(const Layout& l) {
  switch (l.kind) {
    case Layout::nhwc: return "nhwc";
    case Layout::nwhc: return "nwhc";
    case Layout::nchw: return "nchw";
    case Layout::blocked: break;
  }
  return fmt::format("nChw{}c", l.block);
}

Layout layout_named(const std::string& word) {
  for (const Layout plain : {Layout::nhwc, Layout::nwhc, Layout::nchw})
    if (name(plain) == word) return plain;
  std::int64_t block = 0;
  const std::size_t start = std::string("nChw").size();
  if (word.size() > start) std::from_chars(word.data() + start, word.data() + word.size(), block);
  const Layout out(Layout::blocked, block);
  if (block < 1 || block > max_channels_of_block || name(out) != word)
    throw InputError(
        "conv", fmt::format("there is no layout {}", word),
        fmt::format("nhwc, nwhc, nchw, or nChw16c with blocks of 16 channels, or 1 to {}", max_channels_of_block));
  return out;
}

std::string_view name(Weights w) {
  switch (w) {
    case Weights::packed: return "packed";
    case Weights::hwio: return "hwio";
    case Weights::oihw: break;
  }
  return "oihw";
}

std::string_view name(Border b) { return b == Border::copied ? "copied" : "peeled"; }

shapes::ConvShape in_one_row(const shapes::ConvShape& s, Layout layout) {
  const auto is_plain = [](const shapes::ConvAxis& a) { return a.kernel == 1 && a.stride == 1 && !a.is_padded(); };
  if (!is_plain(s.rows) || !is_plain(s.columns)) return s;
  shapes::ConvShape out = s;
  out.rows = {1}, out.columns = {s.rows.image * s.columns.image};
  if (layout.kind == Layout::nwhc) std::swap(out.rows, out.columns);
  return out;
}

Form as_computed(Form f) {
  shapes::ConvShape& s = f.shape = in_one_row(f.shape, f.layout);
  const auto turn = [&] { std::swap(s.rows, s.columns), f.is_turned = !f.is_turned; };
  const bool is_plain = f.layout.kind == Layout::nhwc || f.layout.kind == Layout::nwhc;
  if (is_plain && s.C == 1 && s.K == 1) {
    if (f.layout.kind == Layout::nwhc) turn();
    f.layout = Layout::nchw;
  }
  if (f.layout.kind == Layout::nchw && s.columns.image == 1 && s.Q() == 1 && s.P() > 1) turn();
  return f;
}

std::vector<std::pair<std::string, std::int64_t>> loops(const shapes::ConvShape& s) {
  std::vector<std::pair<std::string, std::int64_t>> out{{"n", s.N}};
  if (s.groups > 1 && !s.is_depthwise()) out.emplace_back("g", s.groups);
  out.emplace_back("p", s.P());
  out.emplace_back("q", s.Q());
  if (s.is_depthwise()) out.emplace_back("g", s.groups);
  else out.emplace_back("k", s.K_of_group());
  out.emplace_back("r", s.rows.kernel);
  out.emplace_back("s", s.columns.kernel);
  if (!s.is_depthwise()) out.emplace_back("c", s.C_of_group());
  return out;
}

bool has_copy(const shapes::ConvShape& s, Layout layout, Border border) {
  const bool are_apart = layout.kind == Layout::nchw && s.columns.stride > 1 && s.Q() > 1;
  return (s.is_padded() && border == Border::copied) || are_apart;
}

bool has_copy(const Form& f) { return has_copy(f.shape, f.layout, f.border) || (f.mixed && f.mixed->has_rest()); }

std::vector<schemes::Guard::Condition> inside_image(const shapes::ConvShape& s) {
  std::vector<schemes::Guard::Condition> out;
  const auto add = [&](const shapes::ConvAxis& a, const std::string& result, const std::string& tap) {
    if (a.pad_before > 0) out.push_back({{{result, a.stride}, {tap, a.dilation}}, -a.pad_before});
    const bool reads_after = a.read() > a.pad_before + a.image;
    if (reads_after) out.push_back({{{result, -a.stride}, {tap, -a.dilation}}, a.pad_before + a.image - 1});
  };
  add(s.rows, "p", "r"), add(s.columns, "q", "s");
  return out;
}

std::vector<Tensor> tensors(const Form& f) {
  const shapes::ConvShape& s = f.shape;
  const std::vector<std::int64_t> results = numbers(extents(f.layout, s.N, s.K, s.P(), s.Q()));
  const Indices image = extents(f.layout, s.N, f.image_channels(), s.rows.image, s.columns.image);
  std::vector<Tensor> out{{"O", results, f.result_type()},
                          {"F", weight_shape(f, f.weights), f.weight_type()},
                          {"I", numbers(image), f.image_type()}};
  for (const Epilogue& e : f.epilogue) {
    if (is_of_channels(e)) out.push_back({name(e), {s.K}, f.epilogue_type()});
    if (is_of_results(e)) out.push_back({name(e), results, f.epilogue_type()});
  }
  return out;
}

std::vector<std::int64_t> weight_shape(const Form& f, Weights form) { return numbers(weight_extents(f, form)); }

std::string specification(const Form& f, const std::string& procedure) {
  const shapes::ConvShape& s = f.shape;
  const std::string result = "O" + list(pixel(f.layout, "n", channel(s, "k", s.K_of_group()), "p", "q"));
  const bool is_copied = has_copy(f), has_own_sum = f.mixed && f.mixed->result;
  const std::string sum = has_own_sum ? own_sum : result;
  const std::string h = place(s.rows, "p", "r", is_copied), w = place(s.columns, "q", "s", is_copied);
  const std::string c = image_channel(f, channel(s, "c", s.C_of_group()));
  const std::string image = (is_copied ? "padded" : "I") + list(pixel(f.layout, "n", c, h, w));
  Text out;
  out.open(fmt::format("def {}({}):", procedure, arguments(f)));
  if (is_copied) copy_padded(out, f);
  int depth = 0;
  for (const auto& [counter, times] : loops_of(f)) {
    if (counter == "r") {
      if (has_own_sum) out.line(fmt::format("{}: {} @ DRAM", own_sum, ir::name(f.type)));
      if (!f.adds) out.line(sum + " = 0.0");
      depth = 0;
    }
    out.loop(counter, times);
    ++depth;
  }
  const Indices inside = is_copied ? Indices{} : conditions(s, h, w);
  if (!inside.empty()) out.open(fmt::format("if {}:", fmt::join(inside, " and ")));
  const std::string weight_read = "F" + list(weight(f, f.weights));
  if (f.mixed) out.line(fmt::format("{0} += {1}({2}) * {1}({3})", sum, ir::name(f.type), image, weight_read));
  else out.line(fmt::format("{} += {} * {}", result, weight_read, image));
  out.close(depth + (inside.empty() ? 0 : 1));
  after_sum(out, f, result);
  return out.text();
}

std::string packing(const Form& f, Weights from, const std::string& procedure) {
  const std::string_view type = ir::name(f.weight_type());
  const std::string packed = "P" + list(weight(f, Weights::packed));
  Text out;
  out.open(fmt::format("def {0}(F: {1}{2}, P: {1}{3}):", procedure, type, list(weight_extents(f, from)),
                       list(weight_extents(f, Weights::packed))));
  for (const auto& [counter, times] : loops_of(f))
    if (std::string("npq").find(counter) == std::string::npos) out.loop(counter, times);
  const bool has_rest = f.mixed && f.mixed->has_rest();
  if (has_rest) out.open(fmt::format("if {} < {}:", image_channel(f, "c"), channels_of_group(f)));
  out.line(fmt::format("{} = F{}", packed, list(weight(f, from))));
  if (!has_rest) return out.text();
  out.close();
  out.open("else:");
  out.line(packed + " = 0.0");
  return out.text();
}

}  // namespace tessera::kernels::conv
