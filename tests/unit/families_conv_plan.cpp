// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "dsl/support/diagnostic.hpp"
#include "kernels/conv/convolution.hpp"
#include "kernels/conv/problem.hpp"
#include "kernels/conv/threads.hpp"
#include "shapes/conv_text.hpp"
#include "tuning/space.hpp"

using namespace tessera;
using namespace tessera::kernels::conv;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

const tuning::Machine avx512{16, 32, 4, true, {}};
const tuning::Machine neon{4, 32, 4, false, {}};

std::string scheme(const std::string& shape, const tuning::Machine& machine, Layout layout = Layout::nhwc) {
  return schemes::text(plan(shapes::parse_conv_shape(shape), layout, machine).scheme);
}

}  // namespace

TEST_CASE("one result from many channels has lanes along these, where they lie side by side and fill vectors") {
  const auto of = [](const char* channels) { return std::string(channels) + ",H=56,W=56,R=3,S=3,pad=1"; };
  CHECK_THAT(scheme(of("K=1,C=64"), avx512), EndsWith(" V(c)") && Contains(", c)"));
  CHECK_THAT(scheme(of("K=1,C=64"), neon, Layout::nwhc), EndsWith(" V(c)"));
  CHECK_THAT(scheme(of("K=1,C=64"), avx512, Layout::nchw), EndsWith(", q)"));
  CHECK_THAT(scheme(of("K=1,C=50"), avx512), EndsWith(", k)"));
  CHECK_THAT(scheme(of("K=64,C=64"), avx512), EndsWith(", k)") || EndsWith(" V(k)"));
}

TEST_CASE("two tiles cover a row that none divides, equal ones where that costs as much") {
  CHECK_THAT(scheme("512,256,17,17,3,3", avx512), Contains(", a, [(1, 9), (1, 8)])"));
  CHECK_THAT(scheme("512,256,1,34,1,3", avx512), Contains("Lseq(q, a, [(1, 12), (2, 11)])"));
}

TEST_CASE("several rows make a tile where rows are short") {
  CHECK_THAT(scheme("512,512,6,4,3,3", avx512), Contains("U(4, q)") && Contains(", p) U("));
}

TEST_CASE("a copied image that is no small one is computed in blocks of rows, as large as the cache holds twice") {
  CHECK_THAT(scheme("K=64,C=64,H=56,W=56,R=3,S=3,pad=1", avx512, Layout::nchw),
             StartsWith("T(4, p)") && Contains("T(14, p)"));
  CHECK_THAT(scheme("K=64,C=64,H=14,W=14,R=3,S=3,pad=1", avx512, Layout::nchw), !StartsWith("T(2, p)"));
  CHECK_THAT(scheme("K=64,C=64,H=113,W=56,R=3,S=3,pad=1", avx512, Layout::nchw),
             StartsWith("T(113, p)"));  // which have no blocks
}

TEST_CASE("zeros around an image are counted as they are treated: left out, or copied and multiplied") {
  const shapes::ConvShape large =
      shapes::parse_conv_shape("K=35,C=3,H=67,W=67,R=7,S=7,stride=2,top=2,left=2,bottom=3,right=3");
  const tuning::Machine m{16, 32, 4, true, {}, 1, 0};  // a multiplication reads its element from memory
  tuning::Microkernels two_are_fast;
  for (std::int64_t rows = 1; rows < 31; ++rows)
    for (const char* const written : {"", "r", "s", "rs"})
      for (const std::int64_t vectors : {1, 2, 3})
        two_are_fast.measured({rows, vectors, written}, vectors == 1 && (rows == 13 || rows == 20) ? 98 : 50);
  const auto first = [&](Border counted, const auto& is_wanted) {
    for (const tuning::Candidate& c :
         tuning::space(problem(large, Layout::nhwc, Weights::packed, counted), m, two_are_fast, {64, 200}))
      if (is_wanted(border(large, Layout::nhwc, c.scheme, m.lanes))) return c.predicted.cycles;
    return std::numeric_limits<double>::infinity();
  };
  const auto any = [](Border) { return true; };
  const auto is_so = [](Border wanted) { return [wanted](Border treated) { return treated == wanted; }; };
  const double cycles = plan(large, Layout::nhwc, m, two_are_fast).cycles;
  CHECK(cycles == std::min(first(Border::peeled, is_so(Border::peeled)), first(Border::copied, is_so(Border::copied))));
  CHECK(cycles > first(Border::peeled, any));  // too much to write out
}

TEST_CASE("the border of an image that is not copied asks for no blocks") {
  const schemes::Scheme whole =
      plan(shapes::parse_conv_shape("K=64,C=64,H=56,W=56,R=3,S=3,pad=1"), Layout::nhwc, avx512).scheme;
  for (const char* const dim : {"p", "q"})
    CHECK(std::count_if(whole.begin(), whole.end(), [&](const schemes::Specifier& s) {
            return s.kind == schemes::Specifier::Kind::tile && s.dim == dim;
          }) <= 1);
}

TEST_CASE("weights as given are packed a panel at a time where vectors are parts of a line and rows have many lines") {
  const tuning::Machine avx2{8, 16, 4, true, {}};
  const auto plain = [](const char* shape, const tuning::Machine& m) {
    return schemes::text(plan(shapes::parse_conv_shape(shape), Layout::nhwc, m, {}, Weights::hwio).scheme);
  };
  CHECK_THAT(plain("256,256,28,28,3,3", avx2), Contains("k) Pack(F)"));
  CHECK_THAT(plain("64,64,56,56,3,3", avx2), !Contains("Pack"));
  CHECK_THAT(plain("256,256,28,28,3,3", avx512), !Contains("Pack"));
}

TEST_CASE("what is less than a vector is a part of one, in a tile with others or alone, or single results") {
  CHECK_THAT(scheme("127,64,14,14,3,3", avx512), Contains("(3, 2, 16), (1, 1, 31)]"));
  CHECK_THAT(scheme("45,64,14,14,3,3", avx512), EndsWith("V(45, k)"));
  CHECK_THAT(scheme("13,64,14,14,3,3", avx512), EndsWith(") V(13, k)"));
  CHECK_THAT(scheme("9,64,14,14,3,3", neon), Contains("(1, 1, 1)]"));
}

TEST_CASE("pixels are side by side in the lanes where they lie so") {
  CHECK_THAT(scheme("8,64,14,32,3,3", avx512, Layout::nchw), Contains("V(q)"));
  CHECK_THAT(scheme("8,64,14,32,3,3,2", avx512, Layout::nchw), Contains("V(q)"));  // of a copy where they do
}

namespace {

// How many times as fast as on one, by the model.
double speedup(const std::string& shape, std::int64_t threads, Layout layout = Layout::nhwc) {
  tuning::Machine m = avx512;
  m.threads = threads;
  const shapes::ConvShape s = shapes::parse_conv_shape(shape);
  const Plan p = plan(s, layout, m), alone = plan(s, layout, avx512);
  const auto time = [&](const schemes::Scheme& scheme) {
    return cycles(schemes::fit(scheme, loops(s), m.lanes), s, m);
  };
  INFO(schemes::text(p.scheme));
  CHECK(schemes::text(p.scheme).find("par ") != std::string::npos);
  return time(alone.scheme) / time(p.scheme);
}

}  // namespace

TEST_CASE("several threads all have something to do") {
  CHECK(speedup("32,512,7,7,3,3", 2) > 1.3);                  // one tile of weights, and four pixels of seven
  CHECK(speedup("8,64,14,32,3,3,2", 4, Layout::nchw) > 2.8);  // 14 rows, and threads take time to start
}

TEST_CASE("several threads all have something to do in larger convolutions", "[.][whole]") {
  CHECK(speedup("64,64,56,56,3,3", 2) > 1.8);
  CHECK(speedup("512,512,7,7,3,3", 8) > 6);
  CHECK(speedup("64,64,56,56,3,3", 4, Layout::nchw) > 3);
  CHECK(speedup("N=3,K=45,C=60,H=14,W=14,R=3,S=3,groups=5", 8) > 5);
}

namespace {

std::string on_two_threads(const char* shape) {
  tuning::Machine m = avx512;
  m.threads = 2;
  return schemes::text(plan(shapes::parse_conv_shape(shape), Layout::nhwc, m).scheme);
}

}  // namespace

TEST_CASE("the tiles for several threads are those for one where these give all of them something to do") {
  CHECK_THAT(on_two_threads("64,64,56,56,3,3"), Contains("U(14, ") && Contains("U(2, k) V(k)"));
}

TEST_CASE("threads share the channels of a small image", "[.][whole]") {
  CHECK_THAT(on_two_threads("512,512,7,7,3,3"), Contains("par T(8, k)") && Contains("U(7, q) U(2, k) V(k)"));
}

TEST_CASE("a scheme is shared out in its order of loops, unless threads would start too often") {
  tuning::Machine m = avx512;
  m.threads = 2;
  const auto shared = [&](const char* scheme, const char* shape) {
    return schemes::text(fastest(schemes::parse(scheme), shapes::parse_conv_shape(shape), m).scheme);
  };
  const std::string following =
      "Lseq(k, u, [(20, 3), (2, 2)]) T(16, c) T(7, q) T(3, r) T(3, s) T(64, c) U(7, p) U(u, k) V(k)";
  CHECK(shared(("Prefetch(F, next) " + following).c_str(), "1024,1024,7,7,3,3") ==
        "Prefetch(F, next) par " + following);
  CHECK(shared("T(4, c) T(8, k) T(7, p) T(3, r) T(3, s) T(128, c) U(7, q) U(4, k) V(k)", "512,512,7,7,3,3") ==
        "T(4, c) par T(8, k) par T(7, p) T(3, r) T(3, s) T(128, c) U(7, q) U(4, k) V(k)");
  CHECK(shared("R(c) T(8, k) T(7, p) T(3, r) T(3, s) U(7, q) U(4, k) V(k)", "512,512,7,7,3,3") ==
        "par T(8, k) par T(7, p) R(c) T(3, r) T(3, s) U(7, q) U(4, k) V(k)");
}

TEST_CASE("of schemes for several threads the cheapest are first, each once, also without threads") {
  tuning::Machine m = avx512;
  m.threads = 4;
  const std::vector<tuning::Candidate> all =
      ranked(shapes::parse_conv_shape("64,64,14,14,3,3"), Layout::nhwc, Weights::packed, m, {});
  std::set<std::string> seen;
  double last = 0;
  bool has_none = false;
  for (const tuning::Candidate& c : all) {
    const std::string text = schemes::text(c.scheme);
    CHECK(seen.insert(text).second);
    CHECK(c.predicted.cycles >= last);
    last = c.predicted.cycles;
    has_none = has_none || text.find("par ") == std::string::npos;
  }
  CHECK(all.size() > 2000);
  CHECK(has_none);
}

TEST_CASE("threads are not started for what one has done by then") {
  tuning::Machine m = avx512;
  m.threads = 8;
  CHECK(schemes::text(plan(shapes::parse_conv_shape("16,4,4,4,1,1"), Layout::nhwc, m).scheme).find("par ") ==
        std::string::npos);
}

TEST_CASE("tiles of a layout with blocks of channels hold whole blocks, or parts of one") {
  const auto of = [](const std::string& shape, std::int64_t block, const tuning::Machine& m) {
    return scheme(shape, m, Layout(Layout::blocked, block));
  };
  CHECK_THAT(of("64,64,56,56,3,3", 16, avx512), Contains("T(16, c)") && Contains("U(2, k) V(k)"));
  CHECK_THAT(of("64,64,56,56,3,3", 8, avx512), Contains("V(8, k)"));
  CHECK_THAT(of("64,20,14,14,3,3", 8, neon), Contains("T(20, c)") && Contains("U(2, k) V(k)"));
  CHECK_THAT(of("64,64,14,14,3,3", 32, neon), Contains("U(8, k) V(k)"));
  CHECK_THAT(of("9,8,14,14,3,3", 3, neon), Contains("V(1, k)"));
}

TEST_CASE("where no register tile holds whole blocks the loops are plain") {
  const Layout blocks_of_31(Layout::blocked, 31), blocks_of_8(Layout::blocked, 8);
  CHECK_THAT(scheme("62,20,7,6,2,3", neon, blocks_of_31), StartsWith("R(n) R(p) R(q) R(k)"));
  CHECK_THAT(scheme("N=2,K=36,C=6,H=9,W=9,R=3,S=3,groups=3", avx512, blocks_of_8), StartsWith("R(n) R(g)"));
  CHECK(tuning::space(problem(shapes::parse_conv_shape("62,20,7,6,2,3"), blocks_of_31), neon, {}).empty());
}

TEST_CASE("weights that lie as they are given are packed inside where their rows are a page apart") {
  const auto of = [](const std::string& shape, Weights weights) {
    return schemes::text(plan(shapes::parse_conv_shape(shape), Layout::nhwc, avx512, {}, weights).scheme);
  };
  CHECK_THAT(of("1024,64,14,14,3,3", Weights::hwio), Contains("Pack(F)"));
  CHECK_THAT(of("1024,64,14,14,3,3", Weights::packed), !Contains("Pack"));
  CHECK_THAT(of("1008,64,14,14,3,3", Weights::hwio), !Contains("Pack"));
  CHECK_THAT(of("96,64,14,14,3,3", Weights::hwio), !Contains("Pack"));
  CHECK_THAT(of("1024,64,1,1,1,1", Weights::hwio), !Contains("Pack"));  // all of it is read once
}

TEST_CASE("weights from memory are not packed inside, but asked for a block ahead, where two blocks have room") {
  const auto of = [](Weights weights, std::int64_t second_kib) {
    tuning::Machine m = avx512;
    m.caches.l2 = second_kib * 1024;
    return schemes::text(plan(shapes::parse_conv_shape("1024,1024,9,9,3,3"), Layout::nhwc, m, {}, weights).scheme);
  };
  for (const Weights weights : {Weights::hwio, Weights::packed})
    CHECK_THAT(of(weights, 1024), StartsWith("Prefetch(F, next) T(") && !Contains("Pack"));
  // 8 channels of whole rows are 288 KiB: two such blocks would displace each other
  CHECK_THAT(of(Weights::hwio, 512), Contains("Pack(F)") && !Contains("next"));
}

TEST_CASE("layouts have names") {
  for (const char* const word : {"nhwc", "nwhc", "nchw", "nChw8c", "nChw13c"}) CHECK(name(layout_named(word)) == word);
  for (const char* const word :
       {"", "nhcw", "nChwc", "nChw0c", "nChw08c", "nChw8", "nChw4097c", "nChw99999999999999999999c"})
    CHECK_THROWS_WITH(layout_named(word), Contains("there is no layout"));
}

TEST_CASE("packed weights lie together for a tile, or for what tiles begin at multiples of") {
  const auto of = [](const std::string& scheme, std::int64_t channels, std::int64_t lanes) {
    return panel(schemes::fit(schemes::parse(scheme), {{"k", channels}, {"c", 8}}, lanes), lanes);
  };
  CHECK(of("T(4, k) R(c) U(2, k) V(k)", 128, 16) == 32);
  CHECK(of("Lseq(k, u, [(2, 3), (1, 2)]) R(c) U(u, k) V(k)", 64, 8) == 24);
  CHECK(of("Lseq(k, (u, v), [(1, 2, 16), (1, 1, 13)]) R(c) U(u, k) V(v, k)", 45, 16) == 32);
  CHECK(of("Lseq(k, u, [(2, 2), (1, 3)]) R(c) U(u, k) V(k)", 112, 16) == 16);
  CHECK(of("Lseq(k, (u, v), [(1, 3, 4), (2, 1, 1)]) R(c) U(u, k) V(v, k)", 14, 4) == 12);  // single ones begin anywhere
  CHECK(of("Lseq(k, (u, v), [(2, 6, 16), (1, 2, 16), (1, 1, 13)]) R(c) U(u, k) V(v, k)", 237, 16) == 16);
  CHECK(of("Lseq(k, (u, v), [(3, 2, 16), (1, 1, 31)]) R(c) U(u, k) V(v, k)", 127, 16) == 32);
  CHECK(of("Lseq(k, (u, v), [(1, 1, 31), (3, 2, 16)]) R(c) U(u, k) V(v, k)", 127, 16) == 1);  // no vectors in line
  CHECK(of("R(c) V(39, k)", 39, 16) == 48);
  CHECK(of("R(c) V(13, k)", 13, 16) == 13);
  CHECK(of("R(k) R(c)", 128, 16) == 1);
}

TEST_CASE("packed weights have those channels of the image together that all taps are added up for at once") {
  const auto of = [](const std::string& scheme) {
    return depth(schemes::fit(schemes::parse(scheme), {{"k", 32}, {"r", 3}, {"s", 1}, {"c", 64}}, 16));
  };
  CHECK(of("R(k) R(r) R(s) T(64, c) V(k)") == 64);
  CHECK(of("T(4, c) R(k) R(r) R(s) T(16, c) V(k)") == 16);
  CHECK(of("Lseq(k, a, [(1, 1), (1, 1)]) T(2, c) T(4, c) R(r) T(8, c) U(a, k) V(k)") == 8);
  CHECK(of("R(c) R(k) U(3, r) V(k)") == 1);
  CHECK(of("R(r) R(c) R(k) V(k)") == 64);
  const auto of_one_tap = schemes::fit(schemes::parse("T(4, c) R(k) T(16, c) V(k)"), {{"k", 32}, {"c", 64}}, 16);
  CHECK(depth(of_one_tap) == 0);  // which lies as it is read, whatever is said
}

TEST_CASE("weights in depths are packed as they are read") {
  Form form;
  form.shape = shapes::parse_conv_shape("K=32,C=64,H=9,W=9,R=3,S=3"), form.panel = 16, form.depth = 16;
  const std::string place = "[k / 16, c / 16, r, s, c % 16, k % 16]";
  CHECK_THAT(specification(form, "conv"), Contains("F: f32[2, 4, 3, 3, 16, 16]") && Contains("F" + place));
  CHECK_THAT(packing(form, Weights::hwio, "pack"), Contains("P" + place + " = F[r, s, c, k]"));
  form.depth = 64;
  CHECK_THAT(packing(form, Weights::hwio, "pack"), Contains("P[k / 16, r, s, c, k % 16] = F[r, s, c, k]"));
}

TEST_CASE("results of one pixel each are one row of them") {
  const shapes::ConvShape s = in_one_row(shapes::parse_conv_shape("512,1024,17,17,1,1"), Layout::nhwc);
  CHECK((s.P() == 1 && s.Q() == 289));
  CHECK(in_one_row(shapes::parse_conv_shape("512,1024,17,17,1,1,2"), Layout::nhwc).P() == 17);
}

TEST_CASE("dimensions of one are left out before loops are chosen") {
  const auto computed = [](const std::string& shape, Layout layout) {
    Form f;
    f.shape = shapes::parse_conv_shape(shape), f.layout = layout;
    return as_computed(f);
  };
  const Form column = computed("K=4,C=3,H=100,W=1,R=5,S=3,top=2,left=1,right=1", Layout::nchw);
  CHECK((column.is_turned && column.shape.P() == 1 && column.shape.Q() == 98 && column.shape.columns.kernel == 5));
  CHECK(weight_shape(column, Weights::oihw) == std::vector<std::int64_t>{4, 3, 5, 3});  // as they are given
  CHECK(weight_shape(column, Weights::hwio) == std::vector<std::int64_t>{5, 3, 3, 4});
  CHECK_THAT(specification(column, "conv"), Contains("F[k / 1, s, r, c, k % 1]"));
  CHECK(!computed("K=4,C=3,H=100,W=2,R=5,S=1", Layout::nchw).is_turned);
  CHECK(!computed("K=4,C=3,H=100,W=1,R=5,S=1", Layout::nhwc).is_turned);

  const Form one_channel = computed("K=1,C=1,H=9,W=8,R=3,S=2", Layout::nhwc);
  CHECK((one_channel.layout == Layout::nchw && !one_channel.is_turned && one_channel.shape.Q() == 7));
  const Form by_columns = computed("K=1,C=1,H=9,W=8,R=3,S=2", Layout::nwhc);
  CHECK((by_columns.layout == Layout::nchw && by_columns.is_turned && by_columns.shape.Q() == 7));
  CHECK(computed("K=2,C=1,H=9,W=8,R=3,S=2", Layout::nhwc).layout == Layout::nhwc);
}
