// SPDX-License-Identifier: Apache-2.0
#include "compiled_conv.hpp"

#include <limits>

#include "aligned.hpp"

namespace tessera::bench {
namespace {

// Where weights are packed to. What the packing leaves alone must not matter to the kernel.
std::vector<float> room_for_packed(const shapes::ConvShape& shape, int panel) {
  return std::vector<float>(packed_size(shape, panel), std::numeric_limits<float>::quiet_NaN());
}

class CompiledRun final : public ReadyConv {
 public:
  CompiledRun(const shapes::ConvShape& shape, const ConvData& data, const CompiledConv& conv, PackWeights when)
      : conv_(conv),
        packs_(when == PackWeights::in_each_call && conv.packing != nullptr),
        O_(data.O),
        plain_(data.F),
        F_(weights(shape, data)),
        I_(data.I) {
    if (conv_.packing) conv_.packing(plain_.data(), F_.data());
  }

  void run() override {
    if (packs_) conv_.packing(plain_.data(), F_.data());
    conv_.kernel(O_.data(), F_.data(), I_.data());
  }

  std::vector<float> output() override { return O_.copy(); }

 private:
  std::vector<float> weights(const shapes::ConvShape& shape, const ConvData& data) const {
    if (conv_.panel == 0) return data.F;
    return conv_.packing ? room_for_packed(shape, conv_.panel) : pack_filter(shape, data.F, conv_.panel);
  }

  CompiledConv conv_;
  bool packs_;
  AlignedFloats O_, plain_, F_, I_;
};

}  // namespace

ConvContender compiled_conv(const std::string& name, const CompiledConv& conv, PackWeights when) {
  if (when == PackWeights::in_each_call && conv.panel > 0 && !conv.packing)
    return {name, {}, "there is no packing (--pack-kernel)"};
  return {name,
          [conv, when](const shapes::ConvShape& shape, const ConvData& data) {
            ConvForms forms;
            forms.push_back(std::make_unique<CompiledRun>(shape, data, conv, when));
            return forms;
          },
          {},
          {},
          conv.adds};
}

}  // namespace tessera::bench
