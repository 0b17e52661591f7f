// SPDX-License-Identifier: Apache-2.0
#include "tuning/measure/batch_json.hpp"

#include <fmt/format.h>

#include "api/arguments.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/json.hpp"
#include "shapes/conv_text.hpp"

namespace tessera::tuning {

namespace conv = kernels::conv;
using report::Json;

Json json_of(const TuneBatch& b) {
  const conv::ConvRequest& c = b.conv();
  return {{"shape", text(c.shape)},
          {"target", c.target},
          {"type", ir::name(c.type)},
          {"layout", name(c.layout)},
          {"weights", name(c.weights)},
          {"from", name(c.pack_from)},
          {"caches", api::text_of(c.caches)},
          {"epilogue", epilogue_names(c)},
          {"adds", c.adds},
          {"threads", conv::text(c.threads)},
          {"schemes", b.schemes},
          {"compiler", b.compiler},
          {"flags", b.flags},
          {"rounds", b.rounds},
          {"seconds", b.sample_seconds},
          {"seed", b.seed},
          {"in_turns", b.in_turns}};
}

namespace {

conv::ConvRequest request_of(const Json& j) {
  conv::ConvRequest out;
  out.shape = shapes::parse_conv_shape(j.at("shape"));
  out.target = j.at("target");
  out.type = api::data_type(j.at("type"));
  out.layout = conv::layout_named(j.at("layout"));
  out.weights = conv::weights_named(j.at("weights"));
  out.pack_from = conv::pack_source_named(j.at("from"));
  out.caches = api::caches(j.at("caches"));
  out.epilogue = conv::epilogues_named(j.at("epilogue"));
  out.adds = j.at("adds");
  out.threads = conv::threads_named(j.at("threads"));
  return out;
}

TuneBatch batch_of(const Json& j) {
  TuneBatch b(request_of(j));
  b.schemes = j.at("schemes"), b.compiler = j.at("compiler"), b.flags = j.at("flags");
  b.rounds = j.at("rounds"), b.sample_seconds = j.at("seconds"), b.seed = j.at("seed");
  b.in_turns = j.at("in_turns");
  return b;
}

}  // namespace

std::vector<TuneBatch> batches_in(const std::filesystem::path& file) try {
  std::vector<TuneBatch> out;
  for (const Json& batch : parse_json(read_file(file), file.string())) out.push_back(batch_of(batch));
  return out;
} catch (const Json::exception& e) {
  throw InputError("tune", fmt::format("{}: these are no batches: {}", file.string(), e.what()),
                   "`tessera tune` writes them");
}

Json json_of(const Measurement& m) {
  return {{"program", m.program},       {"scheme", m.scheme},   {"outcome", name(m.outcome)},
          {"seconds", m.seconds},       {"percent", m.percent}, {"percent_lo", m.percent_lo},
          {"percent_hi", m.percent_hi}, {"detail", m.detail},   {"in_turns", m.in_turns}};
}

Measurement measurement_of(const Json& j) try {
  const auto outcome = tuning::outcome_named(j.at("outcome"));
  if (!outcome) throw InputError("tune", "this outcome is not known: " + j.at("outcome").get<std::string>());
  return {j.at("program"),    j.at("scheme"),     *outcome,       j.at("seconds"), j.at("percent"),
          j.at("percent_lo"), j.at("percent_hi"), j.at("detail"), j.at("in_turns")};
} catch (const Json::exception& e) { throw InputError("tune", fmt::format("this is not a measurement: {}", e.what())); }

}  // namespace tessera::tuning
