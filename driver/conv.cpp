// tessera conv — C for one convolution, its packing of weights, and their evidence.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "driver/commands.hpp"
#include "driver/compile.hpp"
#include "driver/family.hpp"
#include "driver/vectors.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "families/conv/convolution.hpp"
#include "families/conv/plan.hpp"
#include "schemes/lower.hpp"

namespace tessera::driver {
namespace {

namespace conv = families::conv;
namespace fs = std::filesystem;
using report::Json;

struct ConvJob {
  std::string shape, target, type = "f32", layout = "nhwc", weights = "packed", from = "hwio", scheme, caches;
  std::vector<std::string> epilogue;
  bool adds = false, json = false;
  CompileOptions compile;
  SolverOptions solver;
};

// ---- what is asked for

template <class Choice> Choice chosen(const std::vector<Choice>& all, const std::string& word) {
  return *std::find_if(all.begin(), all.end(), [&](Choice c) { return conv::name(c) == word; });  // the parser checked
}

template <class Choice> std::vector<std::string> names(const std::vector<Choice>& all) {
  std::vector<std::string> out;
  for (const Choice c : all) out.emplace_back(conv::name(c));
  return out;
}

const std::vector<conv::Layout> layouts{conv::Layout::nhwc, conv::Layout::nwhc, conv::Layout::nchw};
const std::vector<conv::Weights> weights{conv::Weights::packed, conv::Weights::hwio, conv::Weights::oihw};
const std::vector<conv::Epilogue> epilogues{conv::Epilogue::scale, conv::Epilogue::bias, conv::Epilogue::residual,
                                            conv::Epilogue::relu};

std::vector<conv::Epilogue> epilogue_of(const std::vector<std::string>& words) {
  std::vector<conv::Epilogue> out;
  for (const std::string& word : words) {
    out.push_back(chosen(epilogues, word));
    if (std::count(out.begin(), out.end(), out.back()) > 1)
      throw InputError("usage", fmt::format("--epilogue: {} is given twice", word), "each at most once");
  }
  return out;
}

conv::Form form(const ConvJob& job) {
  conv::Form f;
  f.layout = chosen(layouts, job.layout);
  f.shape = conv::in_one_row(conv::parse(job.shape), f.layout);
  f.weights = chosen(weights, job.weights);
  if (f.weights == conv::Weights::oihw && f.layout != conv::Layout::nchw)
    throw InputError(
        "conv",
        fmt::format("--weights oihw: no vector of results of layout {} has its weights side by side", job.layout),
        "--weights packed --pack-from oihw");
  f.epilogue = epilogue_of(job.epilogue);
  f.adds = job.adds;
  f.type = data_type(job.type);
  return f;
}

conv::Machine machine(const ConvJob& job, const conv::Form& f, const schedules::VectorTarget& target) {
  if (!target.memory->registers)
    throw InputError("conv",
                     fmt::format("the memory {} does not say how many registers there are", target.memory->name),
                     "add a line `registers N` to it");
  return {target.lanes, *target.memory->registers, ir::byte_size(f.type), target.has("masked_fma_broadcast"),
          caches(job.caches)};
}

// ---- one procedure after the other

Job input(const ConvJob& job, const std::string& file, const std::string& procedure) {
  Job out;
  out.file = file;
  out.libraries = {job.target};
  out.proc = procedure;
  out.solver = job.solver;
  return out;
}

Json write_one(const Job& input, const CompileOptions& compile, const std::function<Proc(const Loaded&)>& schedule) {
  Loaded loaded = load_unscheduled(input);
  loaded.scheduled = schedule(loaded);
  write_compiled(loaded, compile);
  const script::ProofCount proofs = script::count_proofs(loaded.scheduled);
  return {{"procedure", loaded.original.name()},
          {"steps", script::count_steps(loaded.scheduled)},
          {"obligations", proofs.affine + proofs.z3 + proofs.memo}};
}

std::string program(const conv::Form& f, const ConvJob& job, const std::string& name) {
  std::string out =
      fmt::format("# Convolution {}: {} images, {} weights.\n", conv::text(f.shape), job.layout, job.weights);
  if (f.weights == conv::Weights::packed) out += conv::packing(f, chosen(weights, job.from), name + "_pack") + "\n";
  return out + conv::specification(f, name);
}

/// All that is to be written, decided before anything is.
struct Decided {
  conv::Form form;
  schemes::Scheme scheme;
  std::string name;
};

Decided decided(const ConvJob& job) {
  Decided out{form(job), {}, job.compile.stem};
  const script::Library library = load_library(job.target);
  const schedules::VectorTarget target = vectors(library, out.form.type, make_context(job.solver));
  const conv::Plan plan = conv::plan(out.form.shape, out.form.layout, machine(job, out.form, target));
  out.scheme = job.scheme.empty() ? plan.scheme : schemes::parse(job.scheme);
  out.form.panel = conv::panel(schemes::fit(out.scheme, conv::loops(out.form.shape), target.lanes));
  if (out.name.empty()) out.name = "conv_" + conv::name(conv::parse(job.shape));
  return out;
}

Json write_procedures(const ConvJob& job, const Decided& what, const fs::path& file) {
  CompileOptions compile = job.compile;
  compile.quiet = true;
  compile.stem = what.name;
  Json out = Json::array();
  out.push_back(write_one(input(job, file.string(), what.name), compile, [&](const Loaded& loaded) {
    return conv::scheduled(loaded.original, what.form.shape, what.scheme,
                           vectors(loaded.inputs.libraries.back(), what.form.type, loaded.context));
  }));
  if (what.form.weights != conv::Weights::packed) return out;
  compile.stem = what.name + "_pack";
  out.push_back(
      write_one(input(job, file.string(), compile.stem), compile, [](const Loaded& l) { return l.original; }));
  return out;
}

Json written(const ConvJob& job) {
  const Decided what = decided(job);
  const fs::path file = fs::path(job.compile.output) / (what.name + ".tess");
  const bool is_new = !fs::exists(file);
  write_files(job.compile.output, {{file.filename().string(), program(what.form, job, what.name)}});
  Json procedures;
  try {
    procedures = write_procedures(job, what, file);
  } catch (const Error&) {
    if (is_new) fs::remove(file);
    throw;
  }
  return {{"name", what.name},        {"shape", conv::text(conv::parse(job.shape))},
          {"layout", job.layout},     {"weights", job.weights},
          {"panel", what.form.panel}, {"scheme", schemes::text(what.scheme)},
          {"procedures", procedures}};
}

void run(const ConvJob& job) {
  const auto start = std::chrono::steady_clock::now();
  const Json facts = written(job);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (job.json) return fmt::print("{}\n", report::text_of(facts));
  std::size_t steps = 0, obligations = 0;
  for (const Json& p : facts.at("procedures")) {
    steps += p.at("steps").get<std::size_t>();
    obligations += p.at("obligations").get<std::size_t>();
  }
  const std::string name = facts.at("name");
  fmt::print("{}/{}.c: {}\n{} steps, {} obligations proved, {:.1f} s\n", job.compile.output, name,
             facts.at("scheme").get<std::string>(), steps, obligations, seconds);
}

}  // namespace

Command add_conv(CLI::App& app) {
  auto job = std::make_shared<ConvJob>();
  CLI::App* sub = app.add_subcommand("conv", "write the C of one convolution");
  sub->add_option("--shape", job->shape,
                  "K=64,C=64,H=56,W=56,R=3,S=3 and what is not as usual of N, groups, stride, dilation, pad (stride_h, "
                  "stride_w, dilation_h, dilation_w, top, left, bottom, right); or K,C,H,W,R,S[,stride], where H and W "
                  "count results and the image holds all that is read")
      ->required();
  sub->add_option("--target", job->target, "hardware library: a shipped name, or the path of a folder")->required();
  sub->add_option("--dtype", job->type, "type of the data");
  sub->add_option("--layout", job->layout, "of image and result")->check(CLI::IsMember(names(layouts)));
  sub->add_option("--weights", job->weights, "how they lie")->check(CLI::IsMember(names(weights)));
  sub->add_option("--pack-from", job->from, "what the packing reads")->check(CLI::IsMember({"hwio", "oihw"}));
  sub->add_option("--epilogue", job->epilogue, "what becomes of a sum, in this order")
      ->delimiter(',')
      ->check(CLI::IsMember(names(epilogues)));
  sub->add_flag("--add", job->adds, "add to what the result holds");
  sub->add_option("--scheme", job->scheme, "how the loops n, g, p, q, k, r, s, c are tiled (default: by a model)");
  sub->add_option("--caches", job->caches,
                  "sizes of the first and second cache in KiB, or host for this machine's (default: 32,512)");
  add_compile_options(*sub, job->compile);
  add_json_option(*sub, job->json);
  add_solver_options(*sub, job->solver);
  return [job] { run(*job); };
}

}  // namespace tessera::driver
