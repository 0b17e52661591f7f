// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "dsl/smt/disk_cache.hpp"
#include "dsl/smt/solver.hpp"
#include "dsl/smt/version.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/version.hpp"

using namespace tessera::smt;
using tessera::ScratchFolder;
namespace fs = std::filesystem;

namespace {

/// A folder of its own, with the path of a cache in a folder below that is not there yet.
struct Folder {
  ScratchFolder scratch;
  fs::path root = scratch.path(), file = root / "below" / "answers.sqlite";
  std::vector<std::string> warnings;

  std::unique_ptr<QueryCache> cache(const std::string& by = engine()) {
    return disk_cache(file, by, [this](const std::string& what) { warnings.push_back(what); });
  }

  void sql(const std::string& statement) const {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &db) == SQLITE_OK);
    REQUIRE(sqlite3_exec(db, statement.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(db);
  }
};

/// Questions that affine reasoning leaves to Z3: x² - 2y² is not `distance`, which holds for 5 and not for 7.
struct Run {
  Solver solver;
  std::string name = "square";

  explicit Run(std::unique_ptr<QueryCache> cache, Limits limits = {}) : solver(limits) {
    solver.use_cache(std::move(cache));
  }

  Query query(std::int64_t distance) {
    const Affine x = Affine::variable(Var::fresh("x")), y = Affine::variable(Var::fresh("y"));
    return {name,
            "x*x is not 2*y*y + a number",
            {le(20, x), le(x, 40), le(0, y), le(y, 40)},
            !eq(solver.terms().product(x, x), solver.terms().product(y, y) * 2 + distance)};
  }
  Answer ask(std::int64_t distance) { return solver.prove(query(distance)); }
  Answer provable() { return ask(5); }
  Answer refutable() { return ask(7); }
};

/// Answers as given, and notes what happens.
struct Scripted : QueryCache {
  struct Events {
    std::size_t looked = 0, kept = 0, rejected = 0;
  };
  std::optional<CachedAnswer> entry;
  Events& events;
  Scripted(std::optional<CachedAnswer> given, Events& out) : entry(std::move(given)), events(out) {}

  std::optional<CachedAnswer> lookup(const std::string&) override {
    ++events.looked;
    return entry;
  }
  void store(const std::string&, const CachedAnswer&) override { ++events.kept; }
  void reject(const std::string&) override { ++events.rejected; }
};

void fill(Folder& folder, const std::string& by = engine()) {
  Run first(folder.cache(by));
  REQUIRE(first.provable().status == Status::proved);
  REQUIRE(first.refutable().status == Status::refuted);
  REQUIRE(folder.warnings.empty());
}

/// The right answers, by Z3 itself, and one warning that holds `text`.
void goes_on_without(Folder& folder, const std::string& text) {
  {
    Run run(folder.cache());
    const Answer proved = run.provable(), refuted = run.refutable();
    CHECK(proved.status == Status::proved);
    CHECK(proved.decider == Decider::z3);
    CHECK(refuted.status == Status::refuted);
    CHECK(refuted.decider == Decider::z3);
  }
  REQUIRE(folder.warnings.size() == 1);
  INFO(folder.warnings.front());
  CHECK(folder.warnings.front().find(text) != std::string::npos);
  CHECK(folder.warnings.front().find(folder.file.string()) != std::string::npos);
}

}  // namespace

TEST_CASE("the next run finds Z3's answers, with who gave them and a counterexample of its own variables") {
  Folder folder;
  fill(folder);
  Run second(folder.cache());
  const Answer proved = second.provable();
  CHECK(proved.status == Status::proved);
  CHECK(proved.decider == Decider::disk);
  CHECK(proved.origin == engine());
  const Query query = second.query(7);
  const Answer refuted = second.solver.prove(query);
  CHECK(refuted.status == Status::refuted);
  CHECK(refuted.decider == Decider::disk);
  CHECK_FALSE(query.goal.evaluate(refuted.model));
  for (const Formula& assumption : query.assumptions) CHECK(assumption.evaluate(refuted.model));
  CHECK(second.provable().decider == Decider::memo);
  CHECK(second.solver.statistics().disk == 2);
  CHECK(second.solver.statistics().z3 == 0);
  CHECK(folder.warnings.empty());
}

TEST_CASE("answers are those of this Z3 and this Tessera: an older release's are not believed") {
  CHECK(engine().find("Z3 " + z3_version()) != std::string::npos);
  CHECK(engine().find("Tessera " + tessera::version() + " ") != std::string::npos);
  Folder folder;
  fill(folder, "Z3 " + z3_version() + ", asked by Tessera 0.0.1 in form 1");
  Run second(folder.cache());
  CHECK(second.provable().decider == Decider::z3);
}

TEST_CASE("nothing is opened or made before a question needs Z3") {
  Folder folder;
  Run run(folder.cache());
  const Affine x = Affine::variable(Var::fresh("x"));
  CHECK(run.solver.prove({"affine", "", {le(1, x)}, le(0, x)}).status == Status::proved);
  CHECK_FALSE(fs::exists(folder.file.parent_path()));
  run.provable();
  CHECK(fs::exists(folder.file));
}

TEST_CASE("answers of another engine are not seen") {
  Folder folder;
  fill(folder);
  Run other(folder.cache("another solver"));
  CHECK(other.provable().decider == Decider::z3);
  CHECK(folder.warnings.empty());
}

TEST_CASE("what Z3 does not decide is not kept") {
  Scripted::Events events;
  Run run(std::make_unique<Scripted>(std::nullopt, events), Limits{std::chrono::milliseconds(30)});
  const Affine x = Affine::variable(Var::fresh("x")), y = Affine::variable(Var::fresh("y")),
               z = Affine::variable(Var::fresh("z"));
  const auto cube = [&](const Affine& a) { return run.solver.terms().product(a, run.solver.terms().product(a, a)); };
  const Answer answer = run.solver.prove({"cubes", "", {}, !eq(cube(x) + cube(y) + cube(z), 33)});
  CHECK(answer.status == Status::unknown);
  CHECK(events.looked == 1);
  CHECK(events.kept == 0);
}

TEST_CASE("a kept counterexample that is none is rejected, and Z3 asked") {
  // x, its square, y, its square: in order of occurrence.
  for (const std::vector<std::int64_t>& values :
       {std::vector<std::int64_t>{1, 1, 1, 1}, std::vector<std::int64_t>{}, std::vector<std::int64_t>(9, 25)}) {
    Scripted::Events events;
    Run run(std::make_unique<Scripted>(CachedAnswer{Status::refuted, values, {}, "a test"}, events));
    const Answer answer = run.provable();
    CHECK(answer.status == Status::proved);
    CHECK(answer.decider == Decider::z3);
    CHECK(events.rejected == 1);
    CHECK(events.kept == 1);
  }
}

TEST_CASE("with a limit of 0 neither Z3 nor its earlier answers are asked") {
  Scripted::Events events;
  Run run(std::make_unique<Scripted>(CachedAnswer{Status::proved, {}, {}, "a test"}, events),
          Limits{std::chrono::milliseconds(0)});
  const Answer answer = run.provable();
  CHECK(answer.status == Status::unknown);
  CHECK(answer.reason.find("0 ms") != std::string::npos);
  CHECK(events.looked == 0);
}

TEST_CASE("a file that is no database is not used, and stays as it is") {
  Folder folder;
  fs::create_directories(folder.file.parent_path());
  const std::string text(5000, 'x');
  std::ofstream(folder.file) << text;
  goes_on_without(folder, "not a database");
  std::ifstream in(folder.file);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == text);
}

TEST_CASE("a truncated file is not used") {
  Folder folder;
  fill(folder);
  fs::resize_file(folder.file, 4096);  // the first page names tables that are not there
  goes_on_without(folder, "malformed");
}

TEST_CASE("wherever a file is cut off, the answers are right") {
  Folder folder;
  fill(folder);
  const fs::path whole = folder.root / "whole";
  fs::rename(folder.file, whole);
  for (std::uintmax_t size = 0; size < fs::file_size(whole); size += 700) {
    fs::copy_file(whole, folder.file, fs::copy_options::overwrite_existing);
    fs::resize_file(folder.file, size);
    Run run(folder.cache());
    INFO(size);
    CHECK(run.provable().status == Status::proved);
    CHECK(run.refutable().status == Status::refuted);
  }
}

TEST_CASE("a database of another kind is not used, and stays as it is") {
  Folder folder;
  fs::create_directories(folder.file.parent_path());
  folder.sql("CREATE TABLE mail (text)");
  goes_on_without(folder, "not a cache of this version");
  folder.sql("SELECT text FROM mail");
}

TEST_CASE("a cache of another layout is not used") {
  Folder folder;
  fill(folder);
  folder.sql("PRAGMA user_version = 1000");
  goes_on_without(folder, "not a cache of this version");
}

TEST_CASE("a row whose verdict was changed is not believed, and replaced") {
  Folder folder;
  fill(folder);
  folder.sql("UPDATE answers SET verdict = 'proved', model = ''");
  Run run(folder.cache());
  const Answer answer = run.refutable();
  CHECK(answer.status == Status::refuted);
  CHECK(answer.decider == Decider::z3);
  REQUIRE(folder.warnings.size() == 1);
  CHECK(folder.warnings.front().find("checksum") != std::string::npos);
  Run again(folder.cache());
  CHECK(again.refutable().decider == Decider::disk);
}

TEST_CASE("any change of a row is noticed") {
  for (const char* change : {"model = model || ' 1'", "checksum = checksum + 1", "verdict = 'refuted'",
                             "engine = engine || ' '", "model = X'00'"}) {
    Folder folder;
    {
      Run first(folder.cache());
      first.provable();
    }
    folder.sql(std::string("UPDATE answers SET ") + change);
    Run run(folder.cache());
    INFO(change);
    CHECK(run.provable().decider == Decider::z3);
  }
}

TEST_CASE("a locked file is not waited for") {
  Folder folder;
  fill(folder);
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open(folder.file.c_str(), &db) == SQLITE_OK);
  REQUIRE(sqlite3_exec(db, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr) == SQLITE_OK);
  goes_on_without(folder, "locked");
  sqlite3_close(db);
}

TEST_CASE("a file that cannot be written still answers") {
  Folder folder;
  fill(folder);
  sqlite3* db = nullptr;  // a reader keeps writers out, whoever the user is
  REQUIRE(sqlite3_open(folder.file.c_str(), &db) == SQLITE_OK);
  REQUIRE(sqlite3_exec(db, "BEGIN; SELECT * FROM answers", nullptr, nullptr, nullptr) == SQLITE_OK);
  {
    Run run(folder.cache());
    CHECK(run.provable().decider == Decider::disk);
    CHECK(run.ask(11).status != Status::unknown);
    CHECK(run.ask(13).status != Status::unknown);
  }
  sqlite3_close(db);
  REQUIRE(folder.warnings.size() == 1);
  CHECK(folder.warnings.front().find("new answers are not kept") != std::string::npos);
}

TEST_CASE("a folder that cannot be made is gone on without") {
  Folder folder;
  std::ofstream(folder.root / "below") << "a file";
  goes_on_without(folder, "going on without it");
}

TEST_CASE("two processes fill one file at once") {
  Folder folder;
  std::vector<pid_t> children;
  for (int process = 0; process < 2; ++process) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      std::unique_ptr<QueryCache> cache = folder.cache("a test");
      for (int i = 0; i < 200; ++i) {
        const std::string question = std::to_string(process) + " " + std::to_string(i);
        cache->lookup(question);
        cache->store(question, {Status::proved});
      }
      _exit(folder.warnings.empty() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  std::unique_ptr<QueryCache> cache = folder.cache("a test");
  for (int process = 0; process < 2; ++process)
    for (int i = 0; i < 200; ++i) CHECK(cache->lookup(std::to_string(process) + " " + std::to_string(i)).has_value());
  CHECK(folder.warnings.empty());
}
