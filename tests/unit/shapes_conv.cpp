// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/support/diagnostic.hpp"
#include "shapes/conv_text.hpp"
#include "shapes/measurable.hpp"

using namespace tessera;
using namespace tessera::shapes;

namespace {

template <class F> std::string message_of(F f) {
  try {
    f();
  } catch (const InputError& e) {
    CHECK(e.diagnostic().code == "shape");
    return e.diagnostic().message;
  }
  return "";
}

std::string refused(const std::string& text) {
  return message_of([&] { parse_conv_shape(text); });
}

}  // namespace

TEST_CASE("a shape is read in both forms, and written in one") {
  const ConvShape papers = parse_conv_shape("64,3,112,112,7,7,2");
  CHECK(papers.rows.image == 229);
  CHECK((papers.P() == 112 && papers.Q() == 112));
  CHECK(text(parse_conv_shape("64,32,28,14,3,1,2")) == "K=64,C=32,H=57,W=27,R=3,S=1,stride=2");
  for (const char* one :
       {"K=1,C=1,H=1,W=1,R=1,S=1", "groups=2,K=4,C=6,H=9,W=8,R=3,S=2,stride_w=2,dilation_h=2,top=1,right=3",
        "N=2,groups=2,K=8,C=4,H=9,W=7,R=3,S=1,stride=2,dilation_h=2,top=1,right=3"})
    CHECK(text(parse_conv_shape(one)) == one);
  CHECK(text(parse_conv_shape("K=4,C=6,H=9,W=8,R=3,S=2,top=1,left=1,bottom=1,right=1,stride_w=2,stride_h=2")) ==
        "K=4,C=6,H=9,W=8,R=3,S=2,stride=2,pad=1");
  CHECK(name(parse_conv_shape("K=8,C=4,H=9,W=9,R=3,S=3,pad=1")) == "k8_c4_h9_w9_r3_s3_pad1");
}

TEST_CASE("results are counted as in the definition") {
  for (int image = 1; image < 9; ++image)
    for (int kernel = 1; kernel < 4; ++kernel)
      for (int stride = 1; stride < 4; ++stride)
        for (int dilation = 1; dilation < 3; ++dilation)
          for (int zeros = 0; zeros < 3; ++zeros) {
            int count = 0;
            while (count * stride + (kernel - 1) * dilation < image + zeros) ++count;
            CHECK(ConvAxis{image, kernel, stride, dilation, zeros, 0}.results() == count);
            CHECK(ConvAxis{image, kernel, stride, dilation, 0, zeros}.results() == count);
          }
}

TEST_CASE("sizes that follow from a shape") {
  const ConvShape s = parse_conv_shape("K=1,C=1,H=10,W=10,R=3,S=3,stride=2,dilation=3,top=1,left=2");
  CHECK((s.P() == 3 && s.Q() == 3));  // rows -1 to 9: taps at p, p + 3, p + 6
  CHECK(s.rows.read() == 11);
  CHECK(s.flops() == 2.0 * 9 * 9);
  const ConvShape two = parse_conv_shape("N=2,groups=2,K=6,C=4,H=5,W=6,R=3,S=2");
  CHECK((two.output_size() == 2 * 3 * 5 * 6 && two.filter_size() == 3 * 2 * 2 * 6 && two.input_size() == 2 * 30 * 4));
  CHECK(two.reduction_length() == 12);
}

TEST_CASE("what is wrong with a text is said of the field") {
  CHECK(refused("K=5,C=4,H=6,W=7,R=3") == "'K=5,C=4,H=6,W=7,R=3' does not say S");
  CHECK(refused("K=5,C=4,H=6,W=7,R=3,S=0") == "S: '0' is not a whole number from 1 to 2147483648");
  CHECK(refused("K=5,C=4,H=6,W=7,R=3,S=3,pad=-1") == "pad: '-1' is not a whole number from 0 to 2147483648");
  CHECK(refused("K=5,C=4,H=6,W=7,R=3,S=") == "S: '' is not a whole number from 1 to 2147483648");
  CHECK(refused("K=5,T=4") == "'T' is not a field of a convolution's shape");
  CHECK(refused("K=5,=4") == "'' is not a field of a convolution's shape");
  CHECK(refused("K=5,4") == "'4' is not written as FIELD=NUMBER");
  CHECK(refused("K=5,") == "'' is not written as FIELD=NUMBER");
  CHECK(refused("pad=1,top=1") == "top is given twice");
  CHECK(refused("1,2,3,4,5") == "'1,2,3,4,5' has 5 numbers: a shape has 6 or 7");
  CHECK(refused("1,2,3,4,5,6,") == "stride: '' is not a whole number from 1 to 2147483648");
  CHECK(refused("") == "'' has 1 numbers: a shape has 6 or 7");
}

TEST_CASE("what no convolution has is refused") {
  CHECK(refused("K=5,C=4,H=6,W=7,R=3,S=3,groups=3") == "3 groups do not divide 5 and 4 channels");
  CHECK(refused("K=5,C=4,H=6,W=7,R=9,S=3,pad=1") ==
        "the kernel does not fit: R = 9 with dilation 1, H = 6 and 2 zeros around it");
  CHECK(refused("K=2147483648,C=2147483648,H=1,W=1,R=1,S=1") ==
        "the kernel has 1 x 1 x 2147483648 x 2147483648 elements, more than 1099511627776");
  CHECK(refused("N=1024,K=1,C=1024,H=1024,W=1025,R=1,S=1") ==
        "the image has 1024 x 1024 x 1025 x 1024 elements, more than 1099511627776");
}

TEST_CASE("the largest numbers are refused, or written so that they can be read again") {
  const std::string large = "2147483648";
  CHECK(refused("1,1," + large + ",1,1,1," + large) == "the image has 4611686016279904257 rows, more than 2147483648");
  CHECK(refused(large + "," + large + "," + large + "," + large + "," + large + "," + large + "," + large) ==
        "the image has 4611686018427387904 rows, more than 2147483648");
  CHECK(refused("K=1,C=1,H=1,W=1,R=" + large + ",S=1,dilation=" + large) ==
        "the kernel does not fit: R = 2147483648 with dilation 2147483648, H = 1 and 0 zeros around it");
  CHECK(refused("K=1,C=1,H=" + large + ",W=" + large + ",R=1,S=1,pad=" + large) ==
        "the image has 1 x 6442450944 x 6442450944 x 1 elements, more than 1099511627776");
  const std::string lines = "K=1,C=1,H=" + large + ",W=1,R=" + large + ",S=1,stride=" + large + ",top=" + large;
  CHECK(text(parse_conv_shape(lines)) == lines);
}

TEST_CASE("what is measured is one image, in memory, with sums that are exact") {
  const auto not_measured = [](const char* text) {
    return message_of([&] { check_measurable(parse_conv_shape(text)); });
  };
  CHECK(not_measured("K=16,C=3,H=11,W=11,R=3,S=3") == "");
  CHECK(not_measured("N=2,K=16,C=3,H=11,W=11,R=3,S=3") == "N is 2: convolutions of one image are measured");
  CHECK(not_measured("K=1048577,C=1,H=1,W=1,R=1,S=1") == "K is 1048577, more than 1048576");
  CHECK(not_measured("K=1,C=1,H=1,W=1,R=1,S=1,stride=1048577") == "stride is 1048577, more than 1048576");
  CHECK(not_measured("K=1048576,C=4,H=1024,W=7,R=3,S=3") ==
        "the result has 1 x 1022 x 5 x 1048576 elements, more than 1073741824");
  CHECK(not_measured("K=5,C=1048576,H=6,W=7,R=3,S=3") ==
        "a result is a sum of 9437184 products; sums of integers are exact below 4194304");
}
