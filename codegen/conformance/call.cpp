// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/call.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "codegen/conformance/registers.hpp"
#include "codegen/instruction.hpp"
#include "codegen/machine_state.hpp"
#include "codegen/usage.hpp"
#include "dsl/ir/alignment.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"
#include "dsl/support/files.hpp"

namespace tessera::conformance {
namespace {

bool is_whole(const ir::Type& type, const ir::RegisterType& held) {
  const std::vector<int> extents = held.shape();
  bool out = type.shape.size() >= extents.size();
  for (std::size_t d = 0; out && d < extents.size(); ++d) {
    const ir::Expr extent = ir::fold_literals(type.shape[type.shape.size() - extents.size() + d]);
    out = ir::literal(extent) && *ir::literal(extent) == extents[d];
  }
  return out;
}

std::string includes(const std::vector<ir::ProcRef>& instructions) {
  std::set<std::string> headers;
  for (const ir::ProcRef& p : instructions) {
    headers.insert(p->instr->headers.begin(), p->instr->headers.end());
    for (const ir::Arg& a : p->args)
      if (a.mem) headers.insert(a.mem->headers.begin(), a.mem->headers.end());
  }
  std::string out;
  for (const std::string& h : headers) out += "#include <" + h + ">\n";
  std::map<std::string, std::string> startups;
  for (const ir::ProcRef& p : instructions)
    for (const ir::MemoryDecl* m : codegen::memories_with_state(*p))
      if (!m->state.startup.empty()) startups.emplace(m->name, codegen::startup_definition(*m));
  if (!startups.empty()) out += "#include <stdatomic.h>\n";
  for (const auto& [name, definition] : startups) out += definition;
  return out;
}

// C files that the memories link, by their places.
std::vector<std::string> linked(const std::vector<ir::ProcRef>& instructions, const std::vector<std::string>& folders) {
  std::set<std::string> names;
  for (const ir::ProcRef& p : instructions)
    for (const ir::Arg& a : p->args)
      if (a.mem) names.insert(a.mem->state.sources.begin(), a.mem->state.sources.end());
  std::vector<std::string> out;
  for (const std::string& name : names) {
    const auto folder = std::find_if(folders.begin(), folders.end(),
                                     [&](const std::string& f) { return is_there(std::filesystem::path(f) / name); });
    out.push_back(folder == folders.end() ? name : (std::filesystem::path(*folder) / name).string());
  }
  return out;
}

std::vector<std::string> flags(const std::vector<ir::ProcRef>& instructions,
                               const std::vector<std::string>& header_folders) {
  std::set<std::string> flags;
  for (const ir::ProcRef& p : instructions) {
    flags.insert(p->instr->flags.begin(), p->instr->flags.end());
    for (const ir::Arg& a : p->args)
      if (a.mem) flags.insert(a.mem->flags.begin(), a.mem->flags.end());
  }
  std::vector<std::string> out{flags.begin(), flags.end()};
  for (const std::string& folder : header_folders) out.push_back("-I" + folder);
  return out;
}

// Why the check cannot move the data of its numbered registers.
std::string not_numbered(const ir::Procedure& p, const Moves& moves) {
  for (const ir::Arg& a : p.args) {
    if (a.type.is_control() || !a.mem->is_numbered) continue;
    const Move move = move_of(a, moves);
    if (!move.fill || !move.read)
      return fmt::format("{} of {} names no instruction that moves {} {} its registers", move.fill ? "read" : "fill",
                         a.mem->name, ir::name(a.type.scalar), move.fill ? "out of" : "into");
  }
  return numbers_of_operands(p, NumbersFrom::first) ? "" : "it takes more numbered registers than there are";
}

}  // namespace

std::string not_callable(const ir::Procedure& p, const Companions& companions) {
  const Settings& settings = companions.settings;
  if (!settings.never_set.empty())
    return fmt::format("it reads {}, which no instruction of the library sets by a body of nothing but `{} = …`",
                       fmt::join(settings.never_set, ", "), *settings.never_set.begin());
  if (const std::set<std::string> written = fields_written(p); !written.empty())
    return fmt::format("it writes {}, which the check cannot read back", fmt::join(written, ", "));
  for (const ir::Arg& a : p.args) {
    if (a.type.is_control() || !a.mem->is_register()) continue;
    const ir::RegisterType* held = a.mem->register_type(a.type.scalar);
    if (!held) return fmt::format("{} holds no {}", a.mem->name, ir::name(a.type.scalar));  // of a reader
    if (a.mem->has_no_arrays() && a.type.shape.size() > held->rank())
      return fmt::format("{} is several registers of {}, which are {} each", a.name.text(), a.mem->name,
                         a.mem->is_numbered ? "a literal number" : "variables of C");
    if (held->rank() > 1 && !is_whole(a.type, *held))
      return fmt::format("{} is not a whole register of {}, which holds {}", a.name.text(), a.mem->name, held->text());
  }
  return not_numbered(p, companions.moves);
}

std::optional<SameOperands> same_operands(const ir::Procedure& p) {
  const std::vector<bool> written = ir::written_parameters(p);
  std::map<std::string, std::size_t> read;  // by type, shape and memory
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control() || written[i] || p.args[i].mem->is_numbered) continue;
    std::string kind = fmt::format("{} {}", ir::name(p.args[i].type.scalar), p.args[i].mem->name);
    for (const ir::Expr& extent : p.args[i].type.shape) kind += " " + ir::print(extent);
    kind += fmt::format(" at {}", ir::asserted_alignment(p, p.args[i].name));
    const auto [first, is_new] = read.emplace(kind, i);
    if (!is_new) return SameOperands{first->second, i};
  }
  return std::nullopt;
}

Case call_of_instruction(const ir::Procedure& p, State state, const Companions& companions,
                         std::optional<SameOperands> same, NumbersFrom chosen) {
  const std::vector<std::int64_t> numbers = numbers_of_operands(p, chosen).value_or(std::vector<std::int64_t>{});
  const auto c_name = [&](std::size_t i) {
    return p.args[i].mem->is_numbered ? std::to_string(numbers.at(i)) : register_variable(i);
  };
  std::string before, after;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const ir::Arg& a = p.args[i];
    if (a.type.is_control()) {
      before +=
          fmt::format("volatile int64_t v{0} = {1}; int64_t c{0} = v{0}; (void)c{0}; ", i, state.values[i].control);
    } else if (a.mem->is_register()) {
      const RegisterText registers =
          register_text(a, i, c_name(i), state.values[i].tensor, move_of(a, companions.moves));
      before += registers.before;
      after += registers.after;
    }
  }
  std::string text = codegen::fill_template(p, [&](const std::string& name) -> std::optional<std::string> {
    codegen::Placeholder x;
    if (!codegen::parse_placeholder(p, name, x)) return std::nullopt;
    using Part = codegen::Placeholder::Part;
    if (same && x.argument == same->second) x.argument = same->first;
    const ir::Arg& a = p.args[x.argument];
    if (x.part == Part::literal) return std::to_string(state.values[x.argument].control);
    if (a.type.is_control()) return fmt::format("c{}", x.argument);
    if (x.part == Part::stride)
      return std::to_string(state.values[x.argument].tensor.strides.at(static_cast<std::size_t>(x.dim)));
    if (a.mem->is_register()) return first_register(a, c_name(x.argument));
    return fmt::format("tessera_t{}{}", x.argument, x.part == Part::data || !a.type.is_tensor() ? "[0]" : "");
  });
  before += setting_calls(companions.settings, state);
  for (const std::string& statement : codegen::entering(p)) before = statement + " " + before;
  for (const std::string& statement : codegen::leaving(p)) after += " " + statement;
  return {&p, std::move(state), before + text + after, Guard::after, codegen::function_attributes(p)};
}

std::vector<State> run_instructions(const std::vector<ir::ProcRef>& instructions, const Machine& machine,
                                    const std::vector<SpecifiedCase>& cases,
                                    const std::vector<std::string>& header_folders) {
  codegen::Emitted flags_only;
  flags_only.flags = flags(instructions, header_folders);
  flags_only.sources = linked(instructions, header_folders);
  std::vector<Case> calls;
  for (const SpecifiedCase& c : cases) calls.push_back(c.call);
  return run_on(machine, flags_only, includes(instructions), calls);
}

}  // namespace tessera::conformance
