// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/page.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "artifact/report/assets.hpp"
#include "artifact/report/diff.hpp"
#include "artifact/report/places.hpp"
#include "artifact/report/registers.hpp"
#include "codegen/emit.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/syntax/schedule.hpp"

namespace tessera::report {
namespace {

// Each line of text once; versions of a program share most of theirs.
class LineTable {
 public:
  int id(const std::string& line) {
    auto [it, is_new] = ids_.emplace(line, static_cast<int>(lines_.size()));
    if (is_new) lines_.push_back(line);
    return it->second;
  }
  Json take() { return std::move(lines_); }

 private:
  std::unordered_map<std::string, int> ids_;
  std::vector<std::string> lines_;
};

// The rows as runs: ["=", n] same, ["-", n] removed, ["+", line…] added, ["~", line…] changed into these.
Json encoded(const std::vector<Row>& rows, const Lines& after, LineTable& table) {
  Json out = Json::array();
  for (const Row& row : rows) {
    const char* kind = row.same ? "=" : row.after < 0 ? "-" : row.before < 0 ? "+" : "~";
    bool counts = *kind == '=' || *kind == '-';
    if (out.empty() || out.back()[0] != kind) out.push_back(counts ? Json{kind, 0} : Json{kind});
    if (counts) out.back()[1] = out.back()[1].get<int>() + 1;
    else out.back().push_back(table.id(after[static_cast<std::size_t>(row.after)]));
  }
  return out;
}

Json encoded(const std::vector<Span>& spans) {
  Json out = Json::array();
  for (const Span& s : spans) out.push_back(s.to ? Json{s.first, s.count, s.from, s.to} : Json{s.first, s.count});
  return out;
}

Json encoded(const std::vector<StepPlace>& places) {
  Json out = Json::array();
  for (const StepPlace& p : places)
    out.push_back(
        {{"argument", p.argument}, {"text", p.text}, {"before", encoded(p.before)}, {"after", encoded(p.after)}});
  return out;
}

Json encoded(const std::vector<RegisterUse>& uses) {
  Json out = Json::array();
  for (const RegisterUse& u : uses) {
    Json one{{"memory", u.memory}, {"allocated", u.allocated}, {"live", u.live}, {"exact", u.exact}};
    if (u.available) one["registers"] = *u.available;
    out.push_back(std::move(one));
  }
  return out;
}

// The schedule as its author wrote it: calls by line, and the comment lines above them as headings.
class ScheduleText {
 public:
  explicit ScheduleText(const std::string& text) : lines_(split_lines(text)) {
    for (const syntax::ScheduleLine& line : syntax::parse_schedule(text, "").lines) calls_[line.loc.line] = line.text;
  }

  std::string call(int line) const {
    auto it = calls_.find(line);
    return it == calls_.end() ? "" : it->second;
  }

  /// The last comment between the previous step's line and this one's.
  std::string heading(int previous, int line) const {
    std::string out;
    bool ended = true;
    for (int i = previous + 1; i < line && i <= static_cast<int>(lines_.size()); ++i) {
      const std::string& text = lines_[static_cast<std::size_t>(i - 1)];
      std::size_t start = text.find_first_not_of("# ");
      bool is_comment = text.starts_with('#') && start != std::string::npos;
      if (is_comment) out = ended ? text.substr(start) : out + " " + text.substr(start);
      ended = !is_comment;
    }
    return out;
  }

 private:
  Lines lines_;
  std::unordered_map<int, std::string> calls_;
};

Json shape_conditions(const Primitive& primitive) {
  Json out = Json::array();
  for (const rewrite::Condition& c : primitive.conditions)
    if (c.id.starts_with('R')) out.push_back({{"id", c.id}, {"rule", c.text}});
  return out;
}

class PageWriter {
 public:
  explicit PageWriter(const PageInput& in) : in_(in), schedule_(in.schedule_text) {}

  Json data() {
    Json out = head();
    std::vector<VersionRef> history = in_.proc.history();
    Listing before(*history.front()->ir);
    for (const std::string& line : before.lines()) out["first"].push_back(table_.id(line));
    out["registers"] = encoded(register_use(*history.front()->ir));
    out["steps"] = Json::array();
    for (std::size_t i = 1; i < history.size(); ++i) {
      Listing after(*history[i]->ir);
      out["steps"].push_back(step(*history[i], static_cast<int>(i), before, after));
      before = std::move(after);
    }
    if (in_.refusal)
      out["refused"] = {{"call", in_.refusal->call}, {"line", in_.refusal->line}, {"error", in_.refusal->error}};
    else out["c"] = c_code();
    out["lines"] = table_.take();
    return out;
  }

 private:
  Json head() const {
    script::ProofCount proofs = script::count_proofs(in_.proc);
    Json out{{"version", 1},
             {"procedure", in_.proc.history().front()->ir->name},
             {"result", in_.proc.name()},
             {"program", in_.program},
             {"schedule", in_.schedule},
             {"libraries", in_.libraries},
             {"hash", script::trace_hash(in_.proc)},
             {"proofs", {{"affine", proofs.affine}, {"z3", proofs.z3}, {"memo", proofs.memo}}}};
    return out;
  }

  Json step(const Version& version, int number, const Listing& before, const Listing& after) {
    const Primitive& primitive = *find_primitive(version.step.primitive);
    int line = version.step.loc.line;
    Json out = step_facts(version, number, in_.times);
    out.erase("arguments");
    out.erase("at");
    out["summary"] = primitive.summary;
    out["call"] = line && !schedule_.call(line).empty() ? schedule_.call(line) : script::call_text(version);
    if (line) out["line"] = line;
    if (std::string heading = schedule_.heading(line_, line); line && !heading.empty()) out["heading"] = heading;
    if (line) line_ = line;
    out["shape"] = shape_conditions(primitive);
    out["places"] = encoded(places(version, in_.proc.context(), before, after));
    out["diff"] = encoded(diff(before.lines(), after.lines()), after.lines(), table_);
    out["registers"] = encoded(register_use(*version.ir));
    return out;
  }

  // The C that `tessera compile` would write, or its refusal.
  Json c_code() const {
    try {
      check::check_reachable(in_.proc.ir(), in_.proc.context()->solver);
      codegen::Options options;
      options.stem = in_.proc.name();
      std::vector<ir::ProcRef> procs{in_.proc.ref()};
      codegen::Emitted c = codegen::emit(procs, options);
      return {{"source", c.source}, {"warnings", c.warnings}, {"flags", c.flags}};
    } catch (const Error& e) { return {{"error", error_facts(e)}}; }
  }

  const PageInput& in_;
  ScheduleText schedule_;
  LineTable table_;
  int line_ = 0;  // of the last step
};

// JSON inside a script element: nothing in it may look like a tag.
std::string embedded(const Json& data) {
  std::string out;
  for (char c : text_of(data, -1))
    if (c == '<') out += "\\u003c";
    else out += c;
  return out;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '&') out += "&amp;";
    else out += c;
  }
  return out;
}

void fill(std::string& page, const std::string& mark, const std::string& text) {
  std::size_t at = page.find(mark);
  if (at == std::string::npos) bug("the page has no " + mark);
  page.replace(at, mark.size(), text);
}

}  // namespace

std::string page(const PageInput& in) {
  std::string out(assets::page_html);
  fill(out, "{{title}}", escaped(in.proc.name()));
  fill(out, "{{style}}", std::string(assets::page_css));
  std::string script(assets::page_js), data = embedded(PageWriter(in).data());
  // Last to first, so that inserted text is not searched for marks.
  fill(out, "{{script}}", script);
  fill(out, "{{data}}", data);
  return out;
}

}  // namespace tessera::report
