// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "kernels/conv/convolution.hpp"
#include "shapes/conv_text.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using namespace tessera::kernels::conv;
using Catch::Matchers::Contains;

namespace {

std::string scheduled_text(const std::string& shape, const std::string& scheme, Layout layout = Layout::nhwc,
                           Border border = Border::copied) {
  Session session;
  const schedules::VectorTarget target = session.hwlib("avx512").vectors();
  Form f;
  f.shape = shapes::parse_conv_shape(shape), f.layout = layout, f.border = border, f.panel = 16;
  return scheduled(session.proc(specification(f, "conv")), f.shape, schemes::parse(scheme), target).text();
}

const char* const layer = "K=16,C=16,H=8,W=8,R=3,S=3,pad=1";

}  // namespace

TEST_CASE("blocks of rows have a copy each of what they read of a padded image, in one buffer") {
  CHECK_THAT(scheduled_text(layer, "T(2, p) T(4, p) R(r) R(s) R(c) U(8, q) V(k)"),
             Contains("padded: f32[1, 6, 10, 16] @ DRAM\n    for pt in seq(0, 2):\n") &&
                 Contains("if hi + 4 * pt >= 1 and hi + 4 * pt < 9:\n                for w in seq(1, 9):"));
}

TEST_CASE("blocks lie along what is outermost in the image") {
  CHECK_THAT(scheduled_text(layer, "T(2, q) T(4, q) R(r) R(s) R(c) U(8, p) V(k)", Layout::nwhc),
             Contains("padded: f32[1, 6, 10, 16]") && Contains("for h in seq(1, 9)"));
  CHECK_THAT(scheduled_text(layer, "T(2, p) R(q) R(r) R(s) R(c) U(4, p) V(k)", Layout::nwhc),
             Contains("padded: f32[1, 10, 10, 16]"));
}

TEST_CASE("a single row is in blocks itself") {
  CHECK_THAT(scheduled_text("K=16,C=16,H=1,W=32,R=1,S=3,left=1,right=1", "T(4, q) T(2, q) R(s) R(c) U(4, q) V(k)"),
             Contains("padded: f32[1, 1, 10, 16]") && Contains("for wi in seq(0, 10):\n            if ") &&
                 Contains("for c in seq(0, 16)"));
}

TEST_CASE("a scheme that begins with single rows, or with channels, leaves the copy whole") {
  CHECK_THAT(scheduled_text(layer, "R(p) R(r) R(s) R(c) U(8, q) V(k)"), Contains("padded: f32[1, 10, 10, 16]"));
  CHECK_THAT(scheduled_text("K=32,C=16,H=8,W=8,R=3,S=3,pad=1", "T(2, k) T(2, p) T(4, p) R(r) R(s) R(c) U(8, q) V(k)"),
             Contains("padded: f32[1, 10, 10, 16]"));
}

TEST_CASE("what a scheme says of the image is meant of its copy") {
  CHECK_THAT(
      scheduled_text("K=32,C=16,H=8,W=8,R=3,S=3,pad=1", "Prefetch(I, next) R(p) T(2, k) R(r) R(s) R(c) U(8, q) V(k)"),
      Contains("mm512_prefetch_ahead_l2(padded["));
}

TEST_CASE("images and groups have a copy each") {
  CHECK_THAT(
      scheduled_text("N=3,groups=2,K=32,C=6,H=8,W=8,R=3,S=3,pad=1", "R(n) R(g) R(p) R(r) R(s) U(3, c) U(8, q) V(k)"),
      Contains("padded: f32[1, 10, 10, 3]"));
  CHECK_THAT(scheduled_text("groups=32,K=32,C=32,H=8,W=8,R=3,S=3,pad=1", "R(g) T(2, p) T(4, p) R(r) R(s) U(8, q) V(g)"),
             Contains("padded: f32[1, 6, 10, 16]"));
}

TEST_CASE("with a stride and pixels in the lanes, pixels of neighbouring results lie side by side in the copy") {
  const std::string shape = "K=2,C=2,H=9,W=33,R=3,S=3,stride=2";
  CHECK_THAT(scheduled_text(shape, "R(p) R(r) R(s) R(c) U(2, k) V(q)", Layout::nchw),
             Contains("padded: f32[1, 2, 9, 2, 17] @ DRAM") && Contains("padded[0, c, h, 0, w] = I[0, c, h, 2 * w]") &&
                 Contains("padded[0, c, h, 1, w] = I[0, c, h, 2 * w + 1]") &&
                 Contains("mm512_loadu_ps(padded_tile[0:16], padded[0, c, 2 * p + r, s % 2, s / 2:s / 2 + 16])"));
  CHECK(scheduled_text(shape, "R(p) R(r) R(s) R(c) U(16, q) V(2, k)").find("padded") == std::string::npos);
}

TEST_CASE("taps beside an image of one pixel are left out where no loop along the result is left") {
  const auto text = [](const char* shape, const char* scheme) {
    return scheduled_text(shape, scheme, Layout::nhwc, Border::peeled);
  };
  const std::string rows = text("K=16,C=4,H=1,W=1,R=3,S=3,pad=1", "R(r) R(s) R(c) V(k)");
  CHECK_THAT(rows, Contains("F[0, 1, 1, c, 0:16]") && !Contains("if ") && !Contains("for s "));
  CHECK_THAT(text("groups=16,K=16,C=16,H=4,W=1,R=1,S=3,left=1,right=1", "R(s) U(4, p) V(g)"),
             !Contains("if ") && !Contains("for s "));
}

TEST_CASE("rows of an image are copied without a question for each pixel") {
  const std::string rows = scheduled_text("K=16,C=16,H=8,W=8,R=3,S=3,left=1", "R(p) R(r) R(s) R(c) U(7, q) V(k)");
  CHECK(rows.find("if ") == std::string::npos);
  const std::string outside = scheduled_text("K=16,C=1,H=1,W=1,R=1,S=1,left=2,stride=9", "R(p) V(k)");
  CHECK_THAT(outside, Contains("= 0.0") && !Contains("I["));
}
