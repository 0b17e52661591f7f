#include "conv_shape.hpp"

#include <sstream>
#include <stdexcept>
#include <vector>

namespace tessera::bench {

ConvShape parse_conv_shape(const std::string& text) {
  std::vector<int> sizes;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, ',');) {
    std::size_t used = 0;
    sizes.push_back(std::stoi(item, &used));
    if (used != item.size() || sizes.back() < 1) throw std::invalid_argument("'" + item + "' is not a size");
  }
  if (sizes.size() != 6 && sizes.size() != 7)
    throw std::invalid_argument("a shape has 6 or 7 sizes, got " + std::to_string(sizes.size()));
  return {sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes.size() == 7 ? sizes[6] : 1};
}

}  // namespace tessera::bench
