// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/step_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "dsl/cursor/find.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/lines.hpp"
#include "dsl/syntax/fragment.hpp"

namespace tessera::rewrite {

StepContext::StepContext(const Proc& proc, const Primitive& primitive)
    : proc_(proc),
      primitive_(primitive),
      lower_(proc.context()->solver.terms(), proc.version()->declared()),
      facts_(lower_, proc_.ir(), proc_.declarations().may_have_windows()) {}

Lowering StepContext::lower_of(const ir::Procedure& preview) {
  analysis::DeclaredRef declared;
  if (ir::have_same_head(ir(), preview))
    declared = analysis::Declared::after(proc_.version()->declared(), ir::differences(ir().body, preview.body));
  return declared ? Lowering(terms(), std::move(declared)) : Lowering(terms(), preview);
}

namespace {

// Expands a bare name in a place of the given kind to a statement pattern.
std::string expand_name(const std::string& text, const char* before, const char* after) {
  syntax::Pattern p = syntax::parse_pattern(text);
  if (p.names.size() != 1) return text;
  return before + p.names[0] + after + (p.nth ? fmt::format(" #{}", *p.nth) : "");
}

Cursor resolve(const Proc& proc, const Place& place, const char* before, const char* after) {
  if (const auto* c = std::get_if<Cursor>(&place)) return proc.forward(*c);
  return proc.find(expand_name(std::get<std::string>(place), before, after));
}

[[noreturn]] void wrong_kind(const Primitive& primitive, const Cursor& found, const char* wanted) {
  Diagnostic d;
  d.code = "place";
  d.message = fmt::format("{} wants {}, but the place is {}", primitive.name, wanted, found.described());
  if (found.kind() != Cursor::Kind::arg && found.kind() != Cursor::Kind::gap) d.notes.push_back({{}, found.text()});
  d.hint = "give another pattern or cursor; `tessera show --after N` prints the program as it is after N steps";
  throw SchedulingError(d);
}

}  // namespace

Path StepContext::stmt(const StmtPlace& p) const {
  Cursor c = resolve(proc_, p.place, "", "");
  if (c.kind() != Cursor::Kind::stmt && c.kind() != Cursor::Kind::expr) wrong_kind(primitive_, c, "a statement");
  return c.path().stmt();
}

Path StepContext::scope(const ScopePlace& p) const {
  const auto* text = std::get_if<std::string>(&p.place);
  const std::string loop = text ? expand_name(*text, "for ", " in _: _") : "";
  const bool is_loop = text && loop != *text && !cursor::find_all(ir(), syntax::parse_pattern(loop)).empty();
  return stmt(is_loop ? StmtPlace(loop) : StmtPlace(p.place));
}

LoopAt StepContext::loop(const LoopPlace& p) const {
  Cursor c = resolve(proc_, p.place, "for ", " in _: _");
  const ir::For* loop = c.kind() == Cursor::Kind::stmt ? c.stmt().as<ir::For>() : nullptr;
  if (!loop) wrong_kind(primitive_, c, "a loop");
  return {c.path(), ir::stmt_at(ir(), c.path())->as<ir::For>()};
}

BufferAt StepContext::buffer(const BufferPlace& p) const {
  Cursor c = std::holds_alternative<Cursor>(p.place) ? proc_.forward(std::get<Cursor>(p.place))
                                                     : proc_.find_alloc_or_arg(std::get<std::string>(p.place));
  if (c.kind() == Cursor::Kind::arg) {
    const ir::Arg& a = ir().args.at(static_cast<std::size_t>(c.count()));
    return {std::nullopt, static_cast<std::size_t>(c.count()), a.name, a.type, a.mem};
  }
  const ir::Alloc* alloc = c.kind() == Cursor::Kind::stmt ? c.stmt().as<ir::Alloc>() : nullptr;
  if (!alloc) wrong_kind(primitive_, c, "an allocation");
  return {c.path(), 0, alloc->name, alloc->type, alloc->mem};
}

Path StepContext::expr(const ExprPlace& p) const { return exprs(p).front(); }

std::vector<Path> StepContext::exprs(const ExprPlace& p) const {
  std::vector<Cursor> found;
  const auto* text = std::get_if<std::string>(&p.place);
  if (!text) found = {proc_.forward(std::get<Cursor>(p.place))};
  else if (syntax::parse_pattern(*text).nth) found = {proc_.find(*text)};
  else found = proc_.find_all(*text);
  std::vector<Path> out;
  for (const Cursor& c : found) {
    if (c.kind() != Cursor::Kind::expr) wrong_kind(primitive_, c, "an expression");
    out.push_back(c.path());
  }
  return out;
}

Range StepContext::block(const BlockPlace& p) const {
  Cursor c = resolve(proc_, p.place, "for ", " in _: _");
  if (c.kind() != Cursor::Kind::stmt && c.kind() != Cursor::Kind::block) wrong_kind(primitive_, c, "statements");
  return c.range();
}

Path StepContext::gap(const GapPlace& p) const {
  Cursor c = resolve(proc_, p.place, "", "");
  if (c.kind() == Cursor::Kind::gap) return c.path();
  if (c.kind() != Cursor::Kind::stmt) wrong_kind(primitive_, c, "a gap between statements");
  return c.path().sibling(1);
}

Path StepContext::call(const CallPlace& p) const {
  Cursor c = resolve(proc_, p.place, "", "(_)");
  if (c.kind() != Cursor::Kind::stmt || !c.stmt().as<ir::Call>()) wrong_kind(primitive_, c, "a call");
  return c.path();
}

namespace {

// The procedure's own hide others of the same name: its asserts and statements mean the ones they were written with.
std::vector<ir::ConfigRef> configs_known(const Proc& p) {
  const ir::Procedure& proc = p.ir();
  std::vector<ir::ConfigRef> out;
  for (const ir::Expr& top : proc.asserts)
    ir::for_each_expr(top, [&](const ir::Expr& e) {
      if (const auto* r = e.as<ir::ReadConfig>()) out.push_back(r->config);
    });
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& stmt) {
    if (const auto* w = stmt.as<ir::WriteConfig>()) out.push_back(w->config);
  });
  ir::for_each_expr(proc.body, [&](const ir::Expr& e) {
    if (const auto* r = e.as<ir::ReadConfig>()) out.push_back(r->config);
  });
  const std::vector<ir::ConfigRef>& declared = p.context()->configs;
  out.insert(out.end(), declared.begin(), declared.end());
  return out;
}

// The variables in scope just before the statement at `path`, outermost first.
std::vector<ir::Sym> visible_at(const ir::Procedure& proc, const Path& path, bool with_buffers = true) {
  std::vector<ir::Sym> visible;
  for (const ir::Arg& a : proc.args) visible.push_back(a.name);
  const ir::Block* list = &proc.body;
  for (std::size_t depth = 0; list && depth < path.steps.size(); ++depth) {
    auto index = static_cast<std::size_t>(path.steps[depth].index);
    for (std::size_t i = 0; with_buffers && i < index && i < list->size(); ++i)
      if (ir::Sym name = ir::bound_name((*list)[i]); name && !(*list)[i].as<ir::For>()) visible.push_back(name);
    if (depth + 1 == path.steps.size() || index >= list->size()) break;
    const ir::Stmt& s = (*list)[index];
    if (const auto* loop = s.as<ir::For>()) visible.push_back(loop->iter);
    list = ir::branch(s, path.steps[depth + 1].branch);
  }
  return visible;
}

std::set<std::string> words_in(const std::string& text) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  std::set<std::string> out;
  for (auto at = text.begin(); at != text.end();) {
    const auto end = std::find_if_not(at, text.end(), is_letter);
    if (end != at && !std::isdigit(static_cast<unsigned char>(*at))) out.emplace(at, end);
    at = end == text.end() ? end : end == at ? at + 1 : end;
  }
  return out;
}

// A printed name may be a variable's own text with a number appended.
bool has_number_appended(const std::string& word) {
  const std::size_t last = word.find_last_not_of("0123456789");
  return last != std::string::npos && last + 1 < word.size() && word[last] == '_';
}

// Where each word is the text of one variable that is visible: then it means that one, whatever names are printed.
std::optional<syntax::Scope> scope_of_words(const std::string& text, const Proc& p, const Path& path) {
  std::map<std::string, ir::Sym> found;
  bool may_be_buffers = false;
  for (const std::string& word : words_in(text)) {
    if (has_number_appended(word)) return std::nullopt;
    found[word];
    may_be_buffers = may_be_buffers || p.declarations().has_buffer_text(word);
  }
  for (const ir::Sym s : visible_at(p.ir(), path, may_be_buffers))
    if (const auto word = found.find(s.text()); word != found.end()) {
      if (word->second) return std::nullopt;
      word->second = s;
    }
  syntax::Scope scope;
  for (const auto& [word, s] : found) {
    if (!s) return std::nullopt;
    scope.bind(word, s, p.declarations().at(s));
  }
  return scope;
}

// The names for a text just before the statement at `path`; inner names hide outer ones.
syntax::Scope scope_of(const Text& text, const Proc& p, const Path& path) {
  const ir::Procedure& proc = p.ir();
  const bool with_configs = text.text.find('.') != std::string::npos;  // names of configurations stand in front of it
  if (!with_configs)
    if (auto scope = scope_of_words(text.text, p, path)) return *std::move(scope);
  const std::vector<ir::Sym> visible = visible_at(proc, path);
  // A variable answers to its own text and to the name that the printed program shows; the latter wins.
  const ir::Names names = ir::names_at(proc, path);
  syntax::Scope scope;
  for (ir::Sym s : visible) scope.bind(s.text(), s, p.declarations().at(s));
  for (ir::Sym s : visible) scope.bind(names.of(s), s, p.declarations().at(s));
  if (with_configs)
    for (const ir::ConfigRef& c : configs_known(p)) scope.add(c);
  return scope;
}

}  // namespace

ir::Expr StepContext::parse_expr(const Text& text, const Path& scope) const {
  // Most are numbers, which need no scope; to find one takes walks over the procedure.
  const bool is_number = std::all_of(text.text.begin(), text.text.end(), [](char c) { return '0' <= c && c <= '9'; });
  return syntax::parse_expr(text.text, is_number ? syntax::Scope{} : scope_of(text, proc_, scope));
}
ir::Expr StepContext::parse_assert(const Text& text, const Path& scope) const {
  return syntax::parse_assert(text.text, scope_of(text, proc_, scope));
}
ir::Expr StepContext::parse_window(const Text& text, const Path& scope) const {
  return syntax::parse_window(text.text, scope_of(text, proc_, scope));
}

const ir::Declaration& StepContext::declared(ir::Sym s) const { return proc_.declarations().at(s); }

void StepContext::refuse(std::string_view id, const Path& place, const std::string& message,
                         const std::string& hint) const {
  Diagnostic d;
  d.code = primitive_.name + "." + std::string(id);
  d.message = message;
  d.hint = hint;
  if (const ir::Stmt* s = ir::stmt_at(ir(), place.stmt()); s && proc_.context()->diagnostics == DiagnosticMode::full)
    d.notes.push_back({s->loc(), first_line(ir::print(*s, ir::Names(ir())))});
  for (const Condition& c : primitive_.conditions)
    if (c.id == id) d.rule = c.text;
  if (d.rule.empty()) bug("condition " + d.code + " is not declared");
  throw SchedulingError(d);
}

// Of all procedures: it may have been inlined.
const StepRecord* StepContext::wrapping_step() const {
  const VersionRef& found = proc_.context()->history.first_that_may_wrap();
  return found ? &found->step : nullptr;
}

void StepContext::refuse_size(const std::string& size, const std::string& hint) const {
  Diagnostic d;
  d.code = "step.R1";
  d.message = fmt::format("{} would have {} statements and expressions after {}", ir().name, size, primitive_.name);
  d.rule =
      fmt::format("a step that makes a procedure larger leaves at most {} of them", proc_.context()->largest_result);
  d.hint = hint + "; --size-limit allows more";
  throw SchedulingError(d);
}

void StepContext::require_room(std::size_t more, const std::string& hint) const {
  const std::size_t after = proc_.version()->size() + more;
  if (more > 0 && after > proc_.context()->largest_result) refuse_size(std::to_string(after), hint);
}

bool StepContext::can_prove(const std::vector<Formula>& assumptions, const Formula& goal, std::string text) {
  smt::Query q{primitive_.name, std::move(text), assumptions, goal};
  return proc_.context()->solver.prove(q).status == smt::Status::proved;
}

std::optional<std::int64_t> StepContext::possible_size(const std::vector<Formula>& assumptions, const Affine& size) {
  // A counterexample of this query is a model of the assumptions.
  smt::Query q{primitive_.name, "the size is less than 1", assumptions, smt::lt(size, 1)};
  const smt::Answer answer = proc_.context()->solver.prove(q);
  if (answer.status != smt::Status::refuted) return std::nullopt;
  return size.evaluate(answer.model);
}

bool StepContext::prove(const Reason& reason, std::vector<Proof>& proofs) {
  const std::string name = primitive_.name + "." + std::string(reason.id);
  if (proc_.context()->hooks.assumed.count(name)) {
    assumed_.insert(name);
    return true;
  }
  for (smt::Query& q : reason.queries()) {
    q.name = name;
    smt::Answer answer = proc_.context()->solver.prove(q);
    if (answer.status != smt::Status::proved) return false;
    proofs.push_back({std::string(reason.id), "", std::move(q), std::move(answer)});
  }
  return true;
}

bool StepContext::prove_and_record(std::initializer_list<Reason> reasons) {
  std::vector<Proof> proofs;
  for (const Reason& r : reasons)
    if (!prove(r, proofs)) return false;
  recorded_.insert(recorded_.end(), std::make_move_iterator(proofs.begin()), std::make_move_iterator(proofs.end()));
  return true;
}

bool StepContext::prove_and_record(std::string_view id, std::vector<smt::Query> queries) {
  return prove_and_record({Reason{id, [&queries] { return std::move(queries); }}});
}

}  // namespace tessera::rewrite
