// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/docs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/rewrite/contract.hpp"
#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/diagnostic.hpp"
#include "tests/runner/primitive_source.hpp"
#include "tests/runner/run_test.hpp"

namespace tessera::testing {
namespace {

namespace fs = std::filesystem;

struct Page {
  const Primitive& primitive;
  fs::path path;  ///< of its file
  PrimitiveSource source;
  std::string declarations;
  std::vector<const TestFile*> tests;  ///< those of its folder, the shortest first
};

// Prose: what Markdown would take for its own is escaped.
// Code between backticks is as it stands, but for what would end a cell of a table.
std::string prose(const std::string& text) {
  const bool has_code = std::count(text.begin(), text.end(), '`') % 2 == 0;
  bool is_code = false;
  std::string out;
  for (const char c : text) {
    if (c == '`' && has_code) is_code = !is_code;
    else if (c == '|' || (!is_code && std::string_view("*_[]<>`").find(c) != std::string_view::npos)) out += '\\';
    out += c;
  }
  return out;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string sentence(const std::string& text) { return capitalised(prose(text)) + "."; }

std::string fence(const std::string& language, std::string text) {
  if (text.empty() || text.back() != '\n') text += '\n';
  return "```" + language + "\n" + text + "```\n";
}

std::string link(const TestFile& t) {
  std::string folder = t.path.parent_path().filename().string(), file = t.path.filename().string();
  return fmt::format("[{}](../../tests/primitives/{}/{})", prose(t.sentence()), folder, file);
}

auto lines(const TestFile& t) {
  auto count = [](const std::string& s) { return std::count(s.begin(), s.end(), '\n'); };
  return std::tuple(count(t.schedule), count(t.program), t.path);
}

std::string signature(const Primitive& p) {
  std::string out = p.name + "(p";
  for (const Parameter& a : p.parameters) out += a.optional ? ", " + a.name + "=…" : ", " + a.name;
  return out + ")\n";
}

std::string meaning(const Page& page, const Parameter& a) {
  static const std::set<std::string> places{"statement",  "scope", "loop", "buffer",
                                            "expression", "block", "gap",  "call"};
  auto said = page.source.args.find(a.name);
  if (said != page.source.args.end()) return prose(said->second);
  return places.count(a.kind) ? "the " + a.kind + " to rewrite." : "";
}

std::string arguments(const Page& page) {
  std::string out = "\n| argument | [kind](README.md#kinds-of-arguments) | |\n| --- | --- | --- |\n";
  for (const Parameter& a : page.primitive.parameters)
    out += fmt::format("| `{}` | {}{} | {} |\n", a.name, a.kind, a.optional ? ", optional" : "", meaning(page, a));
  return out;
}

// Drawn lines as they stand, sentences as prose.
std::string rule(const Page& page) {
  std::string out, drawn, said;
  auto flush = [&] {
    if (!drawn.empty()) out += "\n" + fence("text", drawn);
    if (!said.empty()) out += "\n" + prose(said);
    drawn = said = "";
  };
  for (const std::string& line : page.source.rule) {
    bool is_drawn = line.starts_with("  ");
    if (is_drawn ? !said.empty() : !drawn.empty()) flush();
    (is_drawn ? drawn : said) += (is_drawn ? line.substr(2) : line) + "\n";
  }
  flush();
  return "\n## Rule\n" + out + "\n**Cursors:** " + prose(page.source.forward) + "\n";
}

const TestFile* shortest(const Page& page, const std::string& error) {
  for (const TestFile* t : page.tests)
    if (t->error == error) return t;
  return nullptr;
}

const TestFile& chosen_example(const Page& page) {
  for (const TestFile* t : page.tests)
    if (t->path.stem() == page.source.example) return *t;
  const TestFile* t = shortest(page, "");
  if (!t || !page.source.example.empty())
    malformed(page.path, "there is no accepting test '" + page.source.example + "' for an example");
  return *t;
}

std::string example(const Page& page) {
  const TestFile& t = chosen_example(page);
  return fmt::format("\n## Example: {}\n\n{}\n{}\n{}", prose(t.sentence()), fence("python", t.program),
                     fence("python", t.schedule), fence("python", t.expected));
}

std::string condition(const Page& page, const rewrite::Condition& c) {
  const std::string id = fmt::format("{}.{}", page.primitive.name, c.id);
  auto said = page.source.conditions.find(std::string(c.id));
  std::string out = fmt::format(
      "\n### {}\n\n{}", id,
      said == page.source.conditions.end() ? sentence(std::string(c.text)) : prose(capitalised(said->second)));
  if (c.chooses) out += " This never refuses: it chooses what is written.";
  out += "\n";
  if (const TestFile* t = shortest(page, id))
    out += fmt::format("\nRefused: {}.\n\n{}\n{}\n{}", link(*t), fence("python", t->program),
                       fence("python", t->schedule), fence("text", refusal(*t)));
  return out;
}

std::string conditions(const Page& page) {
  std::string out = "\n## Conditions\n";
  if (page.primitive.conditions.empty()) out += "\nNone: it always applies.\n";
  if (!page.source.remark.empty()) out += "\n" + prose(capitalised(page.source.remark)) + "\n";
  for (const rewrite::Condition& c : page.primitive.conditions) out += condition(page, c);
  return out;
}

std::string more(const Page& page) {
  std::string out;
  for (const TestFile* t : page.tests)
    if (!t->expects_error() && t != &chosen_example(page)) out += "- " + link(*t) + "\n";
  return out.empty() ? "" : "\n## More examples\n\n" + out;
}

std::string text(const Page& page) {
  const Primitive& p = page.primitive;
  std::string out = fmt::format("# {}\n\n{}\n\n{}\n{}", prose(p.name), sentence(p.summary),
                                fence("python", "p = " + signature(p)), fence("cpp", page.declarations));
  out += arguments(page);
  if (!p.known_as.empty()) out += "\n**Known as:** " + prose(p.known_as) + "\n";
  return out + rule(page) + example(page) + conditions(page) + more(page);
}

Page page_of(const Primitive& p, const std::vector<TestFile>& tests, const fs::path& root) {
  fs::path path = root / "dsl/rewrite/primitives" / (p.name + ".cpp");
  std::string declarations = cpp_declarations(read_file(root / "dsl/rewrite/primitives.hpp"), p.name);
  Page page{p, path, read_primitive_source(path), declarations, {}};
  for (const TestFile& t : tests)
    if (t.path.parent_path().filename() == p.name) page.tests.push_back(&t);
  std::sort(page.tests.begin(), page.tests.end(), [](auto* a, auto* b) { return lines(*a) < lines(*b); });
  for (const auto& entry : page.source.args) {
    auto is_it = [&](const Parameter& a) { return a.name == entry.first; };
    if (std::none_of(p.parameters.begin(), p.parameters.end(), is_it))
      malformed(page.path, "the comment explains '" + entry.first + "', which is not an argument");
  }
  return page;
}

constexpr const char* index_head = R"(# Primitives

Written by `scripts/docs` from the primitives' declarations, the comments at the top of their files, and their tests.

A primitive rewrites one procedure into another. It first looks at the shape of the program (conditions R1, R2, …), then
proves that the rewrite keeps the meaning (S1, S2, …), and only then edits. Each condition's page shows a program that is
refused by it, with the message; [obligations](obligations.md) has all of them in one table.

## Kinds of arguments

| kind | what a schedule file writes |
| --- | --- |
| statement | a pattern, `'C[_] += _'` or `'for i in _: _ #1'` (the second match), or a cursor |
| scope | a loop or an `if`: the name of the loop's counter, a pattern, or a cursor |
| loop | the counter's name, `'i'` or `'i #1'`, a pattern, or a cursor |
| buffer | the name of an allocation or argument, `'x'`, a pattern `'x : _'`, or a cursor |
| expression | a pattern, `'A[_]'` or `'_ + _'`, whose first match is meant, or a cursor |
| block | a pattern of one statement or of several, `'x = _; y = _'`, or a cursor |
| gap | `cursor.before()` or `cursor.after()`, or a pattern: the gap after its match |
| call | the callee's name, a pattern `'f(_)'`, or a cursor |
| text | an expression or window, read in the scope of its place: `'4 * io'`, `'A[0:4, j]'` |
| memory, procedure | one of the program or of a hardware library, by its name or role: `Neon`, `hw.load` |
)";

std::string index(const std::vector<Page>& pages) {
  std::vector<std::string> groups{"loops", "statements", "expressions", "buffers", "procedures", "annotations"};
  for (const Page& p : pages)
    if (std::find(groups.begin(), groups.end(), p.primitive.group) == groups.end()) groups.push_back(p.primitive.group);
  std::string out = index_head;
  for (const std::string& group : groups) {
    std::string rows;
    for (const Page& p : pages)
      if (p.primitive.group == group)
        rows += fmt::format("| [{0}]({0}.md) | {1} | {2} |\n", p.primitive.name, prose(p.primitive.summary),
                            prose(p.primitive.known_as));
    if (rows.empty()) continue;
    out += fmt::format("\n## {}\n\n| | | known as |\n| --- | --- | --- |\n{}", capitalised(group), rows);
  }
  return out;
}

constexpr const char* obligations_head = R"(# Obligations

Written by `scripts/docs` from the primitives' tables of conditions and the tests.

What each primitive asks for before it rewrites: R\* looks at the shape of the program, S\* is proved for all sizes. A
condition marked *chooses* never refuses: where it is not proved the step does what is right without it. The last column
names the programs that are refused; `scripts/weaken` shows that a test notices when an S\* is dropped.
[What this rests on](../trust.md).
)";

using Tests = std::vector<const TestFile*>;

std::string refusals(const Tests& tests, const std::string& id) {
  std::string out;
  for (const TestFile* t : tests)
    if (t->error == id) out += (out.empty() ? "" : "; ") + link(*t);
  return out;
}

std::string table(const std::string& name, std::span<const rewrite::Condition> conditions, const Tests& tests) {
  std::string out = "\n| | what must hold | refused |\n| --- | --- | --- |\n";
  for (const rewrite::Condition& c : conditions)
    out += fmt::format("| {} | {} | {} |\n", c.id, prose(std::string(c.text)),
                       c.chooses ? "*chooses*" : refusals(tests, fmt::format("{}.{}", name, c.id)));
  return out;
}

std::string obligations(const std::vector<Page>& pages, const Tests& of_every_step) {
  std::string out = obligations_head + ("\n## Every step\n" + table("step", rewrite::step_conditions(), of_every_step));
  for (const Page& p : pages) {
    out += fmt::format("\n## [{0}]({1}.md)\n", prose(p.primitive.name), p.primitive.name);
    if (p.primitive.conditions.empty()) {
      out += "\nNone: it always applies.\n";
      continue;
    }
    out += table(p.primitive.name, p.primitive.conditions, p.tests);
  }
  return out;
}

}  // namespace

std::vector<OutputFile> primitive_pages(const std::vector<TestFile>& tests, const fs::path& root) {
  std::map<std::string, const Primitive*> by_name;
  for (const Primitive& p : primitives()) by_name[p.name] = &p;
  std::vector<Page> pages;
  for (const auto& [name, p] : by_name) pages.push_back(page_of(*p, tests, root));
  Tests of_every_step;
  for (const TestFile& t : tests)
    if (t.path.parent_path().filename() == "step") of_every_step.push_back(&t);
  std::vector<OutputFile> files{{"README.md", index(pages)}, {"obligations.md", obligations(pages, of_every_step)}};
  for (const Page& p : pages) files.push_back({p.primitive.name + ".md", text(p)});
  return files;
}

}  // namespace tessera::testing
