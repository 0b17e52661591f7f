// SPDX-License-Identifier: Apache-2.0
// A convolution's shape as text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "shapes/conv_shape.hpp"

namespace tessera::shapes {

/// "K=64,C=64,H=56,W=56,R=3,S=3,pad=1", with N, groups, stride, dilation (or stride_h, stride_w, dilation_h,
/// dilation_w) and pad (or top, left, bottom, right) where they differ from 1 and 0; H and W count pixels of the image.
/// Or the numbers K,C,H,W,R,S[,stride] as in the papers: H and W count results, and what lies around the image is part
/// of it. InputError "shape" for other text, for numbers out of range, and as check_shape says.
ConvShape parse_conv_shape(const std::string& text);

/// The fields that differ from their default values, in the order of the text; one shorthand (stride, dilation, pad)
/// where all that it stands for are equal.
std::vector<std::pair<std::string, std::int64_t>> fields_given(const ConvShape&);

/// In the first form: parse_conv_shape(text(s)) is s.
std::string text(const ConvShape&);

/// For names of files and functions: "k64_c64_h56_w56_r3_s3_pad1".
std::string name(const ConvShape&);

}  // namespace tessera::shapes
