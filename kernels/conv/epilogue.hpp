// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace tessera::kernels::conv {

/// One operation on a sum x; several are applied in the given order.
struct Epilogue {
  enum Kind {
    scale,     ///< scale[k] * x
    bias,      ///< x + bias[k]
    residual,  ///< x + residual, in the layout of the result
    relu,      ///< at least 0
    relu6,     ///< from 0 to 6
    clamp,     ///< from lo to hi
    leaky      ///< x where it is not below 0, else slope * x
  };
  Kind kind;
  double lo = 0, hi = 0, slope = 0;  ///< of the kinds with these parameters
};

/// All kinds, and what each is called: "bias", "clamp".
std::vector<Epilogue::Kind> epilogue_kinds();
const std::string& word(Epilogue::Kind);
/// "bias", "clamp:-1:1", "leaky:0.1".
std::string name(const Epilogue&);
/// The known ones: "scale, …, clamp:LO:HI, leaky:SLOPE".
std::string known_epilogues();
/// From their names. InputError "usage": an unknown or repeated one, invalid bounds and slopes.
std::vector<Epilogue> epilogues_named(const std::vector<std::string>&);

/// Whether its argument has an element for each channel of the result, or for each result.
bool is_of_channels(const Epilogue&);
bool is_of_results(const Epilogue&);

/// The statement that applies it to the place x; `channel` is its channel, `at` its indices in brackets.
std::string statement(const Epilogue&, const std::string& x, const std::string& channel, const std::string& at);

}  // namespace tessera::kernels::conv
