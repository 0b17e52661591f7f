// SPDX-License-Identifier: Apache-2.0
#include "kernels/layers/manifest.hpp"

#include "artifact/report/arguments.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/version.hpp"
#include "shapes/conv_text.hpp"

namespace tessera::kernels::layers {
namespace {

using report::Json;

constexpr int manifest_version = 1;

Json arguments_of(const std::vector<codegen::Argument>& arguments) {
  Json out = Json::array();
  for (const codegen::Argument& a : arguments) out.push_back(report::to_json(a));
  return out;
}

// Packed weights, an argument of both, have another shape for each target.
Json without_packed_shape(Json arguments) {
  arguments[1]["shape"] = arguments[1]["strides"] = nullptr;
  return arguments;
}

Json facts_of_target(const LayerKernel& k) {
  std::size_t steps = k.convolution.steps, obligations = k.convolution.obligations;
  Json packed_shape;
  if (k.packing) {
    steps += k.packing->steps, obligations += k.packing->obligations;
    packed_shape = report::to_json(k.convolution.called.arguments[1]).at("shape");
  }
  return {{"kernel", k.convolution.name},
          {"pack_kernel", k.packing ? Json(k.packing->name) : Json()},
          {"packed_shape", packed_shape},
          {"packed_elements", k.packed_elements},
          {"panel", k.panel},
          {"depth", k.depth},
          {"scheme", k.scheme},
          {"scheme_from", k.scheme_from},
          {"steps", steps},
          {"obligations", obligations}};
}

Json facts_of(const Layer& l) {
  Json arguments = arguments_of(l.arguments), pack, targets;
  if (l.pack) {
    arguments = without_packed_shape(std::move(arguments));
    pack = {{"function", l.pack->function},
            {"elements", l.pack->elements},
            {"arguments", without_packed_shape(arguments_of(l.pack->arguments))}};
  }
  for (const auto& [target, kernel] : l.targets) targets[target] = facts_of_target(kernel);
  return {{"name", l.name},
          {"word", l.word},
          {"function", l.function},
          {"kernel", l.kernel},
          {"types", conv::types_text(l.request)},
          {"shape", text(l.request.shape)},
          {"layout", conv::name(l.request.layout)},
          {"weights", conv::name(l.request.weights)},
          {"pack_from", l.pack ? Json(conv::name(l.request.pack_from)) : Json()},
          {"epilogue", conv::epilogue_names(l.request)},
          {"add", l.request.adds},
          {"arguments", arguments},
          {"pack", pack},
          {"targets", targets}};
}

Json facts_of(const LibraryTarget& t) {
  return {{"name", t.word}, {"features", t.features}, {"flags", t.flags}, {"link_flags", t.link_flags},
          {"asks", t.asks}, {"sources", t.sources}};
}

}  // namespace

LayerKernel layer_kernel(const conv::ConvKernel& k) {
  const auto& [scheme, source] = k.decided.chosen;
  return {k.convolution,
          k.packing,
          k.decided.form.panel,
          k.decided.form.depth,
          k.packed_elements,
          schemes::text(scheme),
          std::string(conv::name(source))};
}

Json to_json(const LayersManifest& m) {
  Json targets = Json::array(), layers = Json::array();
  for (const LibraryTarget& t : m.targets) targets.push_back(facts_of(t));
  for (const Layer& l : m.layers) layers.push_back(facts_of(l));
  return {{"version", manifest_version},      {"library", m.library},      {"made_by", version()},
          {"license", output_license},        {"dtype", ir::name(m.type)}, {"cpu", m.cpu},
          {"threads", conv::text(m.threads)}, {"targets", targets},        {"layers", layers}};
}

Json to_json(const LayerKernel& k) {
  return {{"convolution", to_json(k.convolution)},
          {"packing", k.packing ? to_json(*k.packing) : Json()},
          {"panel", k.panel},
          {"depth", k.depth},
          {"packed_elements", k.packed_elements},
          {"scheme", k.scheme},
          {"scheme_from", k.scheme_from}};
}

LayerKernel layer_kernel(const Json& j) {
  LayerKernel out{conv::function_of(j.at("convolution")),
                  {},
                  j.at("panel"),
                  j.at("depth"),
                  j.at("packed_elements"),
                  j.at("scheme"),
                  j.at("scheme_from")};
  if (!j.at("packing").is_null()) out.packing = conv::function_of(j.at("packing"));
  return out;
}

}  // namespace tessera::kernels::layers
