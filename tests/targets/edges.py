#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""edges.py TESSERA TARGET TYPES [--lanes N] [--rows R...] [--variant V...]: the family gemm of these types with its default tile and all smaller ones
(rows, vectors), whole and partial, with operands packed and where they lie, each run on every edge by edges.c on each machine of the library. Prints a JSON value for each machine: its
name, lanes, cases, and `why` where it failed or was not run. Exit 1: a failure; 77: nothing ran."""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import machines as m
import promised

HERE = os.path.dirname(os.path.abspath(__file__))
IN_ONE_UNIT = 24  # kernels: they share their headers


class Failed(Exception):
    pass


def first_error(text):
    if "a compiler with _Float16 is needed" in text:
        return "not run: needs a compiler with _Float16 for this machine"
    lines = [line for line in text.splitlines() if "error" in line] or text.strip().splitlines()
    return re.sub(r"/tmp/\S*/", "", lines[0])[:300] if lines else ""


def family(tessera, target, types, lanes, words):
    of_types = ["--types" if "," in types else "--dtype", types]
    of_lanes = ["--lanes", str(lanes)] if lanes else []
    return [tessera, "family", "gemm", "--target", target, *of_types, *of_lanes, *words]


def tile_of_one_type(command):
    """Rows, columns, and how the columns are counted: two vectors wide, as `gemm_blocked` has it."""
    names = m.output(command + ["--list"]).stdout
    tiles = [(int(r), int(c), v) for r, c, v in re.findall(r"_(\d+)x(\d+)(v?)_", names)]
    if not tiles:
        raise Failed(names.strip())
    vector = min(c for _, c, _ in tiles)
    rows = max(r for r, c, _ in tiles if c == 2 * vector)
    return rows, [vector, 2 * vector], tiles[0][2]


def default_tile(tessera, target, types, lanes, command):
    """The same of several types, as `tessera hwlib show --needs` tells it."""
    if "," not in types:
        return tile_of_one_type(command)
    rows, columns, step = promised.default_tile(tessera, target, types, lanes)
    return rows, list(range(step, columns + 1, step)), ""


def usual(command, variants):
    """One variant of each placement of the operands, one of each update, where the family has them: each has a schedule of its own."""
    if variants:
        return variants
    names = m.output(command + ["--list"]).stdout.split()
    wanted = ["add_packed_packed", "set_strided_strided", "scale_add_packed_packed_anyc", "add", "set", "set_strided"]
    return [v for v in wanted if any(name.endswith("_" + v) for name in names)]


def make(tessera, target, types, lanes, variants, out, only_rows=None):
    command = family(tessera, target, types, lanes, [])
    command += [word for v in usual(command, variants) for word in ("--variant", v)]
    rows, widths, unit = default_tile(tessera, target, types, lanes, command)
    tiles = [word for r in only_rows or range(1, rows + 1) for w in widths for word in ("--tile", f"{r}x{w}{unit}")]
    done = m.output(command + tiles + ["-o", out, "-j", "2"])
    if done.returncode:
        raise Failed(done.stdout.strip())
    stem = os.path.basename(glob.glob(out + "/*.tess")[0])[: -len(".tess")]
    with open(f"{out}/{stem}.json", encoding="utf-8") as file:
        return stem, json.load(file), f"{rows}x{widths[-1]}{unit}"


def argument(a):
    """How the call passes it. Windows and tensors by their name in struct edge; scalars in their own C type."""
    name, lower = a["name"], a["name"].lower()
    if name in ("N", "K"):
        return f"e->{lower}"
    if a["kind"] == "scalar":
        c_type = a["declaration"][: -len(name)].strip()
        return f"({c_type})e->{lower}"
    if a["kind"] != "window":
        return f"e->{lower}"
    struct = a["declaration"][: -len(name)].strip()
    column = "e->column" if name == "C" else "1"
    return f"({struct}){{e->{lower}, {{e->{lower}_row, {column}}}}}"


def row(member, arguments, number):
    kinds = {a["name"]: a["kind"] for a in arguments}
    in_vectors = "vectors" in member
    columns = int(member["vectors" if in_vectors else "columns"])
    partial = member["is_partial"] == "1"
    fewer = 0 if not partial else 1 if in_vectors else columns - int(member["least_columns"]) + 1
    values = [f'"{member["name"]}"', f'"{member["variant"]}"', f"call_{number}", member["rows"], member.get("panel_rows", member["rows"]), columns, fewer,
              int(kinds["A"] == "tensor"), int(kinds["B"] == "tensor"), int(member["variant"].endswith("_anyc")), int("scale" in kinds)]
    return "    {" + ", ".join(map(str, values)) + "},\n"


def calls(out, stem, manifest, types):
    words = (types.split(",") * 3)[:3] if "," not in types else types.split(",")
    result = words[3] if len(words) == 4 else words[2]
    members = manifest["members"]
    in_vectors = "vectors" in members[0]
    text = f'#include "{stem}.h"\nenum {{ DEPTH = {members[0].get("depth", 1)}, GROUP = {members[0].get("group", members[0].get("depth", 1))} }};\n'
    text += "".join(f"#define {n}_TYPE {t}\n" for n, t in zip(("A", "B", "SUM", "C"), words[:3] + [result]))
    text += f"#define LANES {stem + '_lanes()' if in_vectors else '1'}\n"
    rows = ""
    for number, member in enumerate(members):
        with open(f"{out}/kernels/{member['name']}.json", encoding="utf-8") as file:
            kernel = json.load(file)
        text += f"static void call_{number}(const struct edge *e) {{ {kernel['function']}({', '.join(argument(a) for a in kernel['arguments'])}); }}\n"
        rows += row(member, kernel["arguments"], number)
    with open(f"{out}/calls.h", "w", encoding="utf-8") as file:
        file.write(text + f"static const struct member members[] = {{\n{rows}}};\n")


def included(out, name, number):
    """A kernel beside others: its own static functions have other names."""
    with open(f"{out}/kernels/{name}.c", encoding="utf-8") as file:
        own = sorted(set(re.findall(r"^static .*?(\w+)\(", file.read(), re.MULTILINE)))
    return "".join(f"#define {f} {f}_{number}\n" for f in own) + f'#include "kernels/{name}.c"\n' + "".join(f"#undef {f}\n" for f in own)


def units(out, stem, manifest):
    """C files of many kernels each, and those that go with the family."""
    names = [member["name"] for member in manifest["members"]]
    found = []
    for at in range(0, len(names), IN_ONE_UNIT):
        found.append(f"{out}/unit{at}.c")
        with open(found[-1], "w", encoding="utf-8") as file:
            file.writelines(included(out, name, number) for number, name in enumerate(names[at : at + IN_ONE_UNIT]))
    return found + [f for f in (f"{out}/{stem}_lanes.c",) if os.path.exists(f)] + [f"{out}/kernels/{s}" for s in manifest["sources"]]


def build(machine, out, stem, manifest):
    command = machine.command(manifest["flags"])
    def compiled(source):
        done = m.output(command + ["-I", out, "-c", source, "-o", source + ".o"])
        if done.returncode:
            raise Failed(first_error(done.stdout))
        return source + ".o"
    with ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compiled, units(out, stem, manifest) + [f"{out}/edges.c"]))
    done = m.output(command + objects + m.half_of(machine) + manifest["link_flags"] + ["-lm", "-o", f"{out}/edges"])
    if done.returncode:
        raise Failed(first_error(done.stdout))


def run(machine, out):
    """Emulators warn on stderr, as of names of features that are going out of use."""
    done = subprocess.run(machine.run + [f"{out}/edges"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
    cases = re.fullmatch(r"(\d+) cases", done.stdout.strip())
    if done.returncode or not cases:
        raise Failed(done.stdout.strip() or done.stderr.strip() or f"ended with status {done.returncode}")
    return int(cases.group(1))


def instructions_of(out, manifest):
    found = set()
    for member in manifest["members"]:
        with open(f"{out}/kernels/{member['name']}.evidence.json", encoding="utf-8") as file:
            found.update(i["name"] for i in json.load(file)["instructions"])
    return found


def edges(tessera, target, types, lanes=None, variants=(), only_rows=None):
    """A dict for each machine of these lanes; all of them where one C is for all."""
    with tempfile.TemporaryDirectory() as out:
        try:
            stem, manifest, tile = make(tessera, target, types, lanes, variants, out, only_rows)
        except Failed as failure:
            return [{"machine": "", "lanes": lanes, "cases": 0, "tile": "", "why": str(failure), "made": False}]
        here, said = m.machines_of(tessera, target, m.folder_of(tessera, target), manifest["features"])
        here = [machine for machine in here if not lanes or machine.lanes in (None, lanes)]
        instructions = instructions_of(out, manifest)
        calls(out, stem, manifest, types)
        with open(f"{HERE}/edges.c", encoding="utf-8") as source, open(f"{out}/edges.c", "w", encoding="utf-8") as copy:
            copy.write(source.read())
        built = {}
        def one(machine):
            result = {"machine": machine.name(), "lanes": machine.lanes or lanes, "tile": tile, "cases": 0, "why": "", "made": True, "failed": False}
            lacks = machine.lacks or m.known_wrong(machine, said, instructions)
            if lacks:
                return result | {"why": "not run: " + lacks}
            try:
                key = tuple(machine.compile)
                if key not in built:
                    build(machine, out, stem, manifest)
                    built[key] = True
                return result | {"cases": run(machine, out), "compiler": machine.compiler()}
            except Failed as failure:
                return result | {"why": str(failure), "failed": not str(failure).startswith("not run: ")}
        first, rest = here[:1], here[1:]
        with ThreadPoolExecutor(2) as pool:
            return [one(machine) for machine in first] + list(pool.map(one, rest))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tessera")
    parser.add_argument("target")
    parser.add_argument("types")
    parser.add_argument("--lanes", type=int)
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--rows", type=int, nargs="*")
    a = parser.parse_args()
    results = edges(a.tessera, a.target, a.types, a.lanes, a.variant, a.rows)
    for result in results:
        print(json.dumps(result))
    if any(r.get("failed") or not r["made"] for r in results):
        return 1
    return 0 if any(r["cases"] for r in results) else 77


if __name__ == "__main__":
    sys.exit(main())
