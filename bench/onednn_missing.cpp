// Stands in for onednn_conv.cpp where oneDNN was not found.
#include "onednn_conv.hpp"

namespace tessera::bench {

std::unique_ptr<OneDnnConv> make_onednn_conv(const ConvShape&, const ConvData&) { return nullptr; }

std::string onednn_version() { return "oneDNN: not available (not found at configure time)"; }

}  // namespace tessera::bench
