// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace tessera::kernels::conv {

/// What becomes of a sum x: one operation of several, which are done in the order in which they are given.
struct Epilogue {
  enum Kind {
    scale,     ///< scale[k] * x
    bias,      ///< x + bias[k]
    residual,  ///< x + residual, which lies as the result does
    relu,      ///< at least 0
    relu6,     ///< from 0 to 6
    clamp,     ///< from lo to hi
    leaky      ///< x where it is not below 0, else slope * x
  };
  Kind kind;
  double lo = 0, hi = 0, slope = 0;  ///< of the kinds that name them
};

/// "bias", "clamp:-1:1", "leaky:0.1".
std::string name(const Epilogue&);
/// What there is: "scale, …, clamp:LO:HI, leaky:SLOPE".
std::string known_epilogues();
/// From their names. InputError "usage": an unknown one, one that is given twice, bounds and slopes that are none.
std::vector<Epilogue> epilogues_named(const std::vector<std::string>&);

/// Whether it takes an argument of its name: an element for each channel of the result, or for each result.
bool is_of_channels(const Epilogue&);
bool is_of_results(const Epilogue&);

/// The statement that does it to the place x; `channel` is its channel, `at` its indices in brackets.
std::string statement(const Epilogue&, const std::string& x, const std::string& channel, const std::string& at);

}  // namespace tessera::kernels::conv
