#include "onednn_conv.hpp"

#include <dlfcn.h>

#include <dnnl.hpp>
#include <unordered_map>

namespace tessera::bench {
namespace {

using dnnl::memory;

// Debian builds oneDNN on OpenMP. Asking the runtime that the library itself brought in avoids linking a second one.
void use_one_thread() {
  using SetNumThreads = void (*)(int);
  if (void* symbol = dlsym(RTLD_DEFAULT, "omp_set_num_threads")) reinterpret_cast<SetNumThreads>(symbol)(1);
}

// oneDNN names dimensions N,C,H,W and O,I,H,W; its H is our w and its W our h, so that nhwc is I[w,h,c] and hwio
// F[s,r,c,k].
memory::dims input_dims(const ConvShape& x) { return {1, x.C, x.input_width(), x.input_height()}; }
memory::dims filter_dims(const ConvShape& x) { return {x.K, x.C, x.S, x.R}; }
memory::dims output_dims(const ConvShape& x) { return {1, x.K, x.W, x.H}; }

memory::desc describe(const memory::dims& dims, memory::format_tag tag) { return {dims, memory::data_type::f32, tag}; }

class DirectConv final : public OneDnnConv {
 public:
  DirectConv(const ConvShape& shape, const ConvData& data)
      : shape_(shape),
        engine_(dnnl::engine::kind::cpu, 0),
        stream_(engine_),
        primitive_desc_(choose()),
        conv_(primitive_desc_) {
    auto source = reordered(data.I, describe(input_dims(shape), memory::format_tag::nhwc), primitive_desc_.src_desc());
    auto weights =
        reordered(data.F, describe(filter_dims(shape), memory::format_tag::hwio), primitive_desc_.weights_desc());
    arguments_ = {{DNNL_ARG_SRC, source},
                  {DNNL_ARG_WEIGHTS, weights},
                  {DNNL_ARG_DST, memory(primitive_desc_.dst_desc(), engine_)}};
  }

  void run() override {
    conv_.execute(stream_, arguments_);
    stream_.wait();
  }

  std::vector<float> output() override {
    std::vector<float> plain(shape_.output_size());
    memory target(describe(output_dims(shape_), memory::format_tag::nhwc), engine_, plain.data());
    dnnl::reorder(arguments_.at(DNNL_ARG_DST), target).execute(stream_, arguments_.at(DNNL_ARG_DST), target);
    stream_.wait();
    return plain;
  }

  std::string implementation() const override { return primitive_desc_.impl_info_str(); }

 private:
  dnnl::convolution_forward::primitive_desc choose() const {
    const auto any = memory::format_tag::any;
    const memory::dims strides{shape_.stride, shape_.stride}, no_padding{0, 0};
    return {{dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, describe(input_dims(shape_), any),
             describe(filter_dims(shape_), any), describe(output_dims(shape_), any), strides, no_padding, no_padding},
            engine_};
  }

  memory reordered(const std::vector<float>& values, const memory::desc& plain, const memory::desc& chosen) {
    memory from(plain, engine_, const_cast<float*>(values.data()));  // only read
    memory to(chosen, engine_);
    dnnl::reorder(from, to).execute(stream_, from, to);
    stream_.wait();
    return to;
  }

  ConvShape shape_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  dnnl::convolution_forward::primitive_desc primitive_desc_;
  dnnl::convolution_forward conv_;
  std::unordered_map<int, memory> arguments_;
};

}  // namespace

std::unique_ptr<OneDnnConv> make_onednn_conv(const ConvShape& shape, const ConvData& data) {
  use_one_thread();
  return std::make_unique<DirectConv>(shape, data);
}

std::string onednn_version() {
  const dnnl::version_t* v = dnnl::version();
  return "oneDNN " + std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
}

}  // namespace tessera::bench
