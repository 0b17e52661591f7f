// Forwarding through whole schedules: the micro-kernel's, and those of all text tests. After each step each node of
// each older version either is at a place that exists, or is said to be gone.
#include <catch2/catch.hpp>

#include <filesystem>
#include <map>

#include "driver/load.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/support/diagnostic.hpp"
#include "tests/runner/test_file.hpp"

using namespace tessera;
using cursor::Path;

namespace {

const std::string source = TESSERA_SOURCE_DIR;

using Places = std::map<const void*, std::vector<Path>>;  // by identity of the statement

void collect(const ir::Block& list, const Path& parent, ir::Branch branch, Places& out) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    Path here = parent.child(branch, static_cast<int>(i));
    out[list[i].identity()].push_back(here);
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* inner = ir::branch(list[i], b)) collect(*inner, here, b, out);
  }
}

Places places(const Version& v) {
  Places out;
  collect(v.ir->body, {}, ir::Branch::body, out);
  return out;
}

void collect_exprs(const ir::Expr& e, const Path& at, std::vector<Path>& out) {
  out.push_back(at);
  std::vector<ir::Expr> kids = ir::children(e);
  for (std::size_t i = 0; i < kids.size(); ++i) collect_exprs(kids[i], at.expr({static_cast<int>(i)}), out);
}

std::vector<Path> expressions(const Version& v, const Places& statements) {
  std::vector<Path> out;
  for (const auto& [identity, at] : statements)
    for (const Path& path : at) {
      std::vector<ir::Expr> tops = ir::expressions(*cursor::stmt_at(*v.ir, path));
      for (std::size_t i = 0; i < tops.size(); ++i) collect_exprs(tops[i], path.expr({static_cast<int>(i)}), out);
    }
  return out;
}

std::string text(const Path& p) {
  std::string out;
  for (const cursor::Step& s : p.steps)
    out += (s.branch == ir::Branch::orelse ? " else " : " ") + std::to_string(s.index);
  for (int e : p.exprs) out += " ." + std::to_string(e);
  return out;
}

struct Counts {
  int kept = 0, gone = 0, shared = 0;
};

// From version `from` on through all later ones.
void carry(const std::vector<VersionRef>& history, std::size_t from, Counts& counts) {
  Places statements = places(*history[from]);
  std::vector<Path> paths = expressions(*history[from], statements);
  for (const auto& [identity, at] : statements) paths.insert(paths.end(), at.begin(), at.end());
  for (const Path& start : paths) {
    std::optional<Path> now = start;
    for (std::size_t to = from + 1; to < history.size() && now; ++to) {
      now = history[to]->step.forward(*now);
      if (!now) break;
      INFO(history[to]->step.primitive << ":" << text(start) << " of version " << from << " goes to" << text(*now)
                                       << " of version " << to);
      CHECK(now->is_expr() == start.is_expr());
      CHECK((now->is_expr() ? cursor::expr_at(*history[to]->ir, *now).has_value()
                            : cursor::stmt_at(*history[to]->ir, *now) != nullptr));
    }
    ++(now ? counts.kept : counts.gone);
  }
}

// A statement that a step left untouched, and that stands at one place before and after, is where the step says.
void shared(const VersionRef& before, const VersionRef& after, Counts& counts) {
  Places was = places(*before), is = places(*after);
  for (const auto& [identity, at] : was) {
    auto found = is.find(identity);
    if (at.size() != 1 || found == is.end() || found->second.size() != 1) continue;
    std::optional<Path> said = after->step.forward(at[0]);
    INFO(after->step.primitive << ":" << text(at[0]) << " is now at" << text(found->second[0]) << ", said to be "
                               << (said ? text(*said) : " gone"));
    CHECK(said == found->second[0]);
    ++counts.shared;
  }
}

Counts check(const Proc& p) {
  Counts counts;
  std::vector<VersionRef> history = p.history();
  for (std::size_t i = 0; i + 1 < history.size(); ++i) {
    carry(history, i, counts);
    shared(history[i], history[i + 1], counts);
  }
  return counts;
}

Proc run_test_file(const testing::TestFile& t) {
  auto context = std::make_shared<Context>();
  script::Inputs inputs;
  for (const std::string& name : t.libraries) inputs.libraries.push_back(driver::load_library(name));
  std::vector<const syntax::Module*> modules;
  for (const script::Library& l : inputs.libraries) modules.push_back(&l.module);
  syntax::Module program = syntax::parse_module(t.program, t.path.string(), modules);
  for (const ir::ProcRef& p : program.procs) inputs.procs.emplace_back(p, context);
  inputs.memories = program.memories;
  inputs.configs = program.configs;
  return script::evaluate(syntax::parse_schedule(t.schedule, t.path.string()), inputs, context);
}

}  // namespace

TEST_CASE("every cursor into the micro-kernel's versions stays valid or is known to be gone") {
  driver::Job job;
  job.file = source + "/examples/ukernel/ukernel.tess";
  job.schedule = source + "/examples/ukernel/neon_8x12.sched";
  job.libraries = {"neon"};
  Proc p = driver::load(job).scheduled;
  REQUIRE(p.history().size() > 30);
  Counts counts = check(p);
  CHECK(counts.kept > 100);
  CHECK(counts.gone > 100);
  CHECK(counts.shared > 50);
}

TEST_CASE("every cursor stays valid or is known to be gone in the schedules of the text tests") {
  Counts all;
  for (const auto& path : testing::find_tests(source + "/tests/primitives")) {
    testing::TestFile t = testing::read_test(path);
    if (t.expects_error() || t.schedule.empty()) continue;
    INFO(path.filename().string());
    Counts counts;
    try {
      counts = check(run_test_file(t));
    } catch (const Error&) {
      continue;  // the runner of the text tests reports it
    }
    all.kept += counts.kept;
    all.shared += counts.shared;
  }
  CHECK(all.kept > 1000);
  CHECK(all.shared > 50);
}
