// SPDX-License-Identifier: Apache-2.0
#include "api/hardware_library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/library_root.hpp"
#include "api/parsed_files.hpp"
#include "api/role_conflicts.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::api {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> tess_files(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code error;
  for (const fs::directory_entry& e : fs::directory_iterator(folder, error))
    if (e.path().extension() == ".tess") out.push_back(e.path());
  std::sort(out.begin(), out.end());
  return out;
}

bool names_a_path(const std::string& name_or_path) { return name_or_path.find('/') != std::string::npos; }

std::string shipped_names() {
  std::vector<std::string> names = shipped_libraries();
  if (names.empty()) return "none is shipped in " + library_root().string();
  return fmt::format("shipped: {}", fmt::join(names, ", "));
}

fs::path canonical_folder(const std::string& name_or_path) {
  const fs::path folder = library_folder(name_or_path);
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(folder, error);
  fs::path out = error ? folder.lexically_normal() : canonical;
  return out.has_filename() ? out : out.parent_path();  // a / at the end
}

// ---- extensions

[[noreturn]] void fail_at_extends(const syntax::Extends& line, std::string message, std::string hint,
                                  std::vector<Note> notes = {}) {
  Diagnostic d;
  d.code = "hwlib";
  d.message = std::move(message);
  d.loc = line.loc;
  d.source_line = line.source_line;
  d.notes = std::move(notes);
  d.hint = std::move(hint);
  throw InputError(std::move(d));
}

// The line of the folder's files that says so, if there is one.
std::optional<syntax::Extends> extends_line(const fs::path& folder) {
  std::optional<syntax::Extends> out;
  for (const fs::path& file : tess_files(folder))
    for (syntax::Extends& line : syntax::extends_of(read_file(file), file.string())) {
      if (out)
        fail_at_extends(line, "a library extends one other library",
                        "leave one line; a base may extend another library in its turn",
                        {{out->loc, "the first line"}});
      out = std::move(line);
    }
  return out;
}

// A path is one from the folder of the library that extends.
std::string resolved(const std::string& base, const fs::path& folder) {
  if (!names_a_path(base)) return base;
  const std::string path = (folder / base).lexically_normal().string();
  return names_a_path(path) ? path : "./" + path;
}

void check_base(const syntax::Extends& line, const std::string& base, const std::vector<LibraryLayer>& above) {
  if (tess_files(library_folder(base)).empty())
    fail_at_extends(
        line, fmt::format("there is no hardware library '{}' to extend", line.base),
        names_a_path(line.base)
            ? fmt::format("no .tess file lies in {}: a path starts at the folder of the library "
                          "that extends",
                          library_folder(base).string())
            : fmt::format("{}; a library of your own is named by a path, as in `extends ../base`", shipped_names()));
  const auto same = std::find_if(above.begin(), above.end(), [&](const LibraryLayer& l) {
    return canonical_folder(l.given) == canonical_folder(base);
  });
  if (same != above.end()) {
    std::vector<std::string> circle;
    for (auto l = same; l != above.end(); ++l) circle.push_back(l->written);
    circle.push_back(line.base);
    fail_at_extends(line, fmt::format("a library extends itself: {}", fmt::join(circle, " extends ")),
                    "take the line out of the library that the others are to build on");
  }
  if (above.size() == max_layers)
    fail_at_extends(line, fmt::format("more than {} libraries extend one another", max_layers),
                    "let this library extend one that is nearer to the last");
}

// ---- reading

void append_module(syntax::Module& to, const syntax::Module& from) {
  to.procs.insert(to.procs.end(), from.procs.begin(), from.procs.end());
  to.memories.insert(to.memories.end(), from.memories.begin(), from.memories.end());
  to.configs.insert(to.configs.end(), from.configs.begin(), from.configs.end());
}

using LibraryRef = std::shared_ptr<const script::Library>;

// For errors of the library's text, and how it is to be read.
struct Reading {
  syntax::MemoryHint hint = {};
  std::optional<std::int64_t> length = {};
};

bool is_folder(const std::string& given) {
  std::error_code none;  // a name may be too long, a link may lead to itself
  return names_a_path(given) && fs::is_directory(given, none);
}

// A name without / is a shipped library's, though a folder of that name may lie here.
std::string hint_of_absent(const std::string& given) {
  if (is_folder(given)) return "a library is a folder of .tess files";
  if (names_a_path(given))
    return fmt::format("no .tess file lies in {}; a relative path starts at the current folder, {}", given,
                       fs::current_path().string());
  if (!tess_files(fs::path(".") / given).empty()) return fmt::format("did you mean the folder here, `./{}`?", given);
  return fmt::format("{}; a library of your own is given as the path of its folder, with a /", shipped_names());
}

// For an unknown memory: the file that declares it, if it is one that is read after this one.
std::string hint_of_later_file(const std::string& memory, const std::vector<fs::path>& files, const fs::path& reads) {
  for (auto later = std::upper_bound(files.begin(), files.end(), reads); later != files.end(); ++later)
    if (("\n" + read_file(*later)).find("\nmemory " + memory + ":") != std::string::npos)
      return fmt::format("{} declares it, and is read after {}, in the order of names: call it a_memory.tess, say",
                         later->filename().string(), reads.filename().string());
  return "";
}

script::Library read_layer(const std::string& given, const LibraryRef& base, const Reading& reading) {
  fs::path folder = library_folder(given);
  const std::vector<fs::path> files = tess_files(folder);
  if (files.empty())
    throw InputError("hwlib",
                     fmt::format("there is no hardware library '{}'{}", given,
                                 is_folder(given) ? ": no .tess file lies in that folder" : ""),
                     hint_of_absent(given));
  if (!folder.has_filename()) folder = folder.parent_path();
  script::Library library{folder.filename().string(), {}, given, base};
  std::vector<const syntax::Module*> so_far{&library.module};
  if (base) so_far.push_back(&base->module);
  for (const fs::path& f : files) {
    const syntax::MemoryHint hint = [&](const std::string& memory) {
      const std::string later = hint_of_later_file(memory, files, f);
      return later.empty() && reading.hint ? reading.hint(memory) : later;
    };
    append_module(library.module, syntax::library_module(*parsed_file(f), so_far, hint, reading.length));
  }
  check_roles_apart(library.module);
  if (base) append_module(library.module, base->module);
  return library;
}

// Null when nothing of it was read yet.
LibraryRef found_among(const std::vector<script::Library>& loaded, const std::string& given) {
  const fs::path folder = loaded.empty() ? fs::path() : canonical_folder(given);
  for (const script::Library& l : loaded) {
    if (canonical_folder(l.given) == folder) return std::make_shared<const script::Library>(l);
    for (LibraryRef base = l.base; base; base = base->base)
      if (canonical_folder(base->given) == folder) return base;
  }
  return nullptr;
}

script::Library loaded_layers(const std::string& name_or_path, const std::vector<script::Library>& loaded,
                              const Reading& reading) {
  std::vector<LibraryLayer> layers = layers_of(name_or_path);
  LibraryRef library;
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    LibraryRef known = found_among(loaded, layer->given);
    if (!known) known = std::make_shared<const script::Library>(read_layer(layer->given, library, reading));
    library = known;
  }
  script::Library out = *library;
  out.given = name_or_path;
  return out;
}

template <class Declared> void check_apart(const script::Library& library, const script::Library& other,
                                           const Declared& one, const Declared& same, const char* kind) {
  if (!same || same == one) return;
  Diagnostic d;
  d.code = "hwlib";
  d.message = fmt::format("the libraries {} and {} have each a {} `{}` of their own", other.given, library.given, kind,
                          one->name);
  d.loc = one->loc;
  d.notes.push_back({same->loc, "the other one"});
  d.hint = fmt::format("rename one of them; or let one library build on the other, by `extends {}`", other.given);
  throw InputError(std::move(d));
}

// Memories and configurations are identified by name: with equal names, instructions of one library would get memories
// of the other, and C would have one field for both.
void check_names_apart(const script::Library& library, const std::vector<script::Library>& loaded) {
  for (const script::Library& other : loaded) {
    for (const ir::MemoryRef& memory : library.module.memories)
      check_apart(library, other, memory, other.module.memory(memory->name), "memory");
    for (const ir::ConfigRef& config : library.module.configs)
      check_apart(library, other, config, other.module.config(config->name), "configuration");
  }
}

const ir::MemoryRef* memory_with_lanes(const script::Library& library) {
  const auto& all = library.module.memories;
  const auto found = std::find_if(all.begin(), all.end(), [](const ir::MemoryRef& m) { return m->lanes.has_value(); });
  return found == all.end() ? nullptr : &*found;
}

// A program of both is read for each number that the machine may choose.
void check_one_number_of_lanes(const script::Library& library, const std::vector<script::Library>& loaded) {
  const ir::MemoryRef* own = memory_with_lanes(library);
  for (const script::Library& other : loaded) {
    const ir::MemoryRef* memory = memory_with_lanes(other);
    if (!own || !memory || (*own)->lanes->is_same_as(*(*memory)->lanes)) continue;
    Diagnostic d;
    d.code = "hwlib";
    d.message = fmt::format("the libraries {} and {} have each a number of lanes of their own: {} and {}", other.given,
                            library.given, (*memory)->lanes->symbol, (*own)->lanes->symbol);
    d.loc = (*own)->loc;
    d.notes.push_back({(*memory)->loc, "the other one"});
    d.hint = fmt::format("let one library build on the other, by `extends {}`", other.given);
    throw InputError(std::move(d));
  }
}

// Of a memory that a library uses without extending the one that declares it.
std::string to_extend(const std::string& memory) {
  for (const std::string& name : shipped_libraries()) try {
      if (loaded_layers(name, {}, {}).module.memory(memory))
        return fmt::format("`extends {0}` at the top of a file of the library takes over all that {0} declares", name);
    } catch (const Error&) {}  // the error at hand is another one
  return "";
}

}  // namespace

std::vector<std::string> shipped_libraries() {
  std::vector<std::string> out;
  std::error_code error;
  for (const fs::directory_entry& e : fs::directory_iterator(library_root(), error))
    if (e.is_directory() && !tess_files(e.path()).empty()) out.push_back(e.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> default_libraries() {
  std::vector<std::string> out = shipped_libraries();
  std::erase_if(out, [](const std::string& name) { return layers_of(name).size() > 1; });
  return out;
}

fs::path library_folder(const std::string& name_or_path) {
  return names_a_path(name_or_path) ? fs::path(name_or_path) : library_root() / name_or_path;
}

std::vector<fs::path> library_files(const std::string& name_or_path) {
  return tess_files(library_folder(name_or_path));
}

std::vector<std::string> library_contents(const std::string& name_or_path) {
  const fs::path folder = library_folder(name_or_path);
  std::vector<std::string> out;
  if (!is_there(folder)) return out;
  try {
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::follow_directory_symlink), end; at != end;
         ++at) {
      if (at->is_regular_file()) out.push_back(at->path().lexically_relative(folder).generic_string());
      else if (at->path().filename().string().starts_with('.')) at.disable_recursion_pending();
    }
  } catch (const fs::filesystem_error& e) {
    throw InputError("hwlib", fmt::format("cannot list {}: {}", folder.string(), e.code().message()));
  }
  std::erase(out, conformance_file_name);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<LibraryLayer> layers_of(const std::string& name_or_path) {
  std::vector<LibraryLayer> out{{name_or_path, name_or_path}};
  while (const std::optional<syntax::Extends> line = extends_line(library_folder(out.back().given))) {
    const std::string base = resolved(line->base, library_folder(out.back().given));
    check_base(*line, base, out);
    out.push_back({line->base, base});
  }
  return out;
}

std::vector<fs::path> library_folders(const std::string& name_or_path) {
  std::vector<fs::path> out;
  for (const LibraryLayer& layer : layers_of(name_or_path)) out.push_back(library_folder(layer.given));
  return out;
}

std::vector<fs::path> header_folders(const script::Inputs& inputs) {
  std::vector<fs::path> out;
  for (const script::Library& l : inputs.libraries)
    for (const fs::path& folder : library_folders(l.given))
      if (std::find(out.begin(), out.end(), folder) == out.end()) out.push_back(folder);
  return out;
}

conformance::Machines library_machines(const std::string& name_or_path) {
  const std::vector<fs::path> folders = library_folders(name_or_path);
  const auto said = std::find_if(folders.begin(), folders.end(), [](const fs::path& folder) {
    return is_there(folder / conformance::machines_file_name);
  });
  return conformance::read_machines(said == folders.end() ? folders.front() : *said);
}

script::Library load_library(const std::string& name_or_path, const std::vector<script::Library>& loaded,
                             std::optional<std::int64_t> length) {
  script::Library out = loaded_layers(name_or_path, loaded, {to_extend, length});
  check_one_number_of_lanes(out, loaded);
  check_names_apart(out, loaded);
  return out;
}

syntax::Module own_definitions(const script::Library& library) {
  syntax::Module out = library.module;  // the base's come last
  if (!library.base) return out;
  out.procs.resize(out.procs.size() - library.base->module.procs.size());
  out.memories.resize(out.memories.size() - library.base->module.memories.size());
  out.configs.resize(out.configs.size() - library.base->module.configs.size());
  return out;
}

}  // namespace tessera::api
