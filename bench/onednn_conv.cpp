// SPDX-License-Identifier: Apache-2.0
#include "onednn_conv.hpp"

#include <dnnl.hpp>
#include <optional>
#include <unordered_map>

#include "timing/openmp_threads.hpp"

namespace tessera::bench {
namespace {

using dnnl::memory;
using Tag = memory::format_tag;
using Chosen = dnnl::convolution_forward::primitive_desc;

memory::desc describe(const memory::dims& dims, Tag tag) { return {dims, memory::data_type::f32, tag}; }

memory::dims input_dims(const shapes::ConvShape& x) { return {1, x.C, x.rows.image, x.columns.image}; }
memory::dims output_dims(const shapes::ConvShape& x) { return {1, x.K, x.P(), x.Q()}; }
memory::dims filter_dims(const shapes::ConvShape& x) {
  if (x.groups == 1) return {x.K, x.C, x.rows.kernel, x.columns.kernel};
  return {x.groups, x.K_of_group(), x.C_of_group(), x.rows.kernel, x.columns.kernel};
}

// The layouts of ConvData in oneDNN's words.
Tag plain_filter(const shapes::ConvShape& x) { return x.groups == 1 ? Tag::hwio : Tag::hwigo; }

struct Layouts {
  Tag source, weights, destination;
};

Chosen choose(const shapes::ConvShape& x, const Layouts& layouts, const dnnl::engine& engine) {
  const memory::dims strides{x.rows.stride, x.columns.stride}, before{x.rows.pad_before, x.columns.pad_before},
      following{x.rows.pad_after, x.columns.pad_after}, dilates{x.rows.dilation - 1, x.columns.dilation - 1};
  return {{dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
           describe(input_dims(x), layouts.source), describe(filter_dims(x), layouts.weights),
           describe(output_dims(x), layouts.destination), strides, dilates, before, following},
          engine};
}

// Between a plain layout and the one that the primitive wants; nothing where they are the same.
class Operand {
 public:
  Operand(const memory::desc& plain, const memory::desc& chosen, const dnnl::engine& engine)
      : plain_(plain, engine), chosen_(plain == chosen ? plain_ : memory(chosen, engine)) {}

  const memory& chosen() const { return chosen_; }
  bool is_reordered() const { return chosen_.get_desc() != plain_.get_desc(); }
  void fill(const std::vector<float>& values) {
    std::copy(values.begin(), values.end(), static_cast<float*>(plain_.get_data_handle()));
  }
  std::vector<float> values(std::size_t count) const {
    const auto* first = static_cast<const float*>(plain_.get_data_handle());
    return {first, first + count};
  }

  void to_chosen(const dnnl::stream& stream) { reorder(into_, plain_, chosen_, stream); }
  void to_plain(const dnnl::stream& stream) { reorder(back_, chosen_, plain_, stream); }

 private:
  void reorder(std::optional<dnnl::reorder>& primitive, const memory& from, const memory& to,
               const dnnl::stream& stream) {
    if (!is_reordered()) return;
    if (!primitive) primitive.emplace(from, to);
    primitive->execute(stream, {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
  }

  memory plain_, chosen_;
  std::optional<dnnl::reorder> into_, back_;
};

enum class Reorders { beforehand, in_each_call };

class DirectConv final : public ReadyConv {
 public:
  DirectConv(const shapes::ConvShape& x, const ConvData& data, const Layouts& layouts, Reorders reorders)
      : size_(x.output_size()),
        reorders_(reorders),
        chosen_(choose(x, layouts, engine_)),
        source_(describe(input_dims(x), Tag::nhwc), chosen_.src_desc(), engine_),
        weights_(describe(filter_dims(x), plain_filter(x)), chosen_.weights_desc(), engine_),
        destination_(describe(output_dims(x), Tag::nhwc), chosen_.dst_desc(), engine_),
        conv_(chosen_),
        arguments_{{DNNL_ARG_SRC, source_.chosen()},
                   {DNNL_ARG_WEIGHTS, weights_.chosen()},
                   {DNNL_ARG_DST, destination_.chosen()}} {
    source_.fill(data.I);
    weights_.fill(data.F);
    reorder_operands();
    stream_.wait();
  }

  void run() override {
    if (reorders_ == Reorders::in_each_call) reorder_operands();
    conv_.execute(stream_, arguments_);
    if (reorders_ == Reorders::in_each_call) destination_.to_plain(stream_);
    stream_.wait();
  }

  std::vector<float> output() override {
    destination_.to_plain(stream_);
    stream_.wait();
    return destination_.values(size_);
  }

  std::string implementation() const override {
    std::string text = chosen_.impl_info_str();
    if (reorders_ == Reorders::beforehand) return text;
    if (source_.is_reordered()) text += ", source reordered";
    if (weights_.is_reordered()) text += ", weights reordered";
    if (destination_.is_reordered()) text += ", destination reordered";
    return text;
  }

  bool is_reference() const { return implementation().rfind("ref", 0) == 0; }

 private:
  void reorder_operands() {
    source_.to_chosen(stream_);
    weights_.to_chosen(stream_);
  }

  std::size_t size_;
  Reorders reorders_;
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  Chosen chosen_;
  Operand source_, weights_, destination_;
  dnnl::convolution_forward conv_;
  std::unordered_map<int, memory> arguments_;
};

constexpr Layouts own{Tag::any, Tag::any, Tag::any};

ConvForms best(const shapes::ConvShape& x, const ConvData& data) {
  ConvForms forms;
  forms.push_back(std::make_unique<DirectConv>(x, data, own, Reorders::beforehand));
  return forms;
}

// Two forms that say the same of themselves do the same.
ConvForms plain(const shapes::ConvShape& x, const ConvData& data) {
  ConvForms forms;
  std::unique_ptr<DirectConv> reference;
  for (const Layouts& layouts :
       {Layouts{Tag::nhwc, plain_filter(x), Tag::nhwc}, Layouts{Tag::nhwc, Tag::any, Tag::nhwc}, own}) {
    std::unique_ptr<DirectConv> form;
    try {
      form = std::make_unique<DirectConv>(x, data, layouts, Reorders::in_each_call);
    } catch (const dnnl::error&) { continue; }  // it has none on these layouts
    const bool is_known = std::any_of(forms.begin(), forms.end(),
                                      [&](const auto& f) { return f->implementation() == form->implementation(); });
    if (form->is_reference()) {
      reference = std::move(form);
    } else if (!is_known) {
      forms.push_back(std::move(form));
    }
  }
  if (forms.empty() && reference) forms.push_back(std::move(reference));
  return forms;
}

using Prepare = ConvForms(const shapes::ConvShape&, const ConvData&);

ConvContender contender(const char* name, Prepare* prepare, int threads) {
  return {name,
          [prepare, threads](const shapes::ConvShape& x, const ConvData& data) {
            timing::use_openmp_threads(threads);
            try {
              return prepare(x, data);
            } catch (const dnnl::error& e) { throw NotOffered(std::string("oneDNN: ") + e.what()); }
          },
          {},
          onednn_version()};
}

}  // namespace

ConvContender onednn_conv(int threads) { return contender("onednn", best, threads); }
ConvContender onednn_plain_conv(int threads) { return contender("onednn_plain", plain, threads); }

std::string onednn_version() {
  const dnnl::version_t* v = dnnl::version();
  return "oneDNN " + std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
}

}  // namespace tessera::bench
