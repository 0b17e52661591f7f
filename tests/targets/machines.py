#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The machines that can run programs for a hardware library here: this CPU, the emulators and the models in C of its machines.json, each with its
compiler. Nothing here knows a target.
machines.py TESSERA TARGET: why none runs here, or nothing."""
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys

COMMON = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror"]


def output(words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **more)


def facts(tessera, *words):
    """What a command says with --json."""
    done = subprocess.run([tessera, *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if not done.stdout:
        raise SystemExit(f"{' '.join(words)}: {done.stderr}")
    return json.loads(done.stdout)


def libraries(tessera):
    return {entry["library"]: entry["folder"] for entry in facts(tessera, "hwlib", "list")}


def folder_of(tessera, target):
    """Of a shipped library, or the path of one's own."""
    return libraries(tessera).get(target, target)


def cpu(tessera):
    """AMD EPYC, family 25 model 17"""
    return ",".join(output([tessera, "hwlib", "host"]).stdout.splitlines()[0].split(",")[:2])


def missing_features(tessera, features):
    here = {f["feature"] for f in facts(tessera, "hwlib", "features") if f["here"]}
    return [f for f in features if f not in here]


class Machine:
    """`compile` and `run` are words, `lanes` of machines that choose their number; `lacks` says why nothing runs here."""

    def __init__(self, entry, folder, how):
        self.how, self.lanes, self.lacks = how, entry.get("lanes"), ""
        in_folder = lambda word: os.path.join(folder, word[2:]) if word.startswith("./") else word
        self.compile = [in_folder(word) for word in entry["compile"]]
        self.run = [in_folder(word) for word in entry.get("run", [])]
        self.version = ""
        for tool in self.compile[:1] + self.run[:1]:
            if not shutil.which(tool):
                self.lacks = f"{tool} is not installed"
                return
        if how == "emulated":
            said = output(entry.get("version_command", [self.run[0], "--version"])).stdout
            found = re.search(r"\d+\.\d+[.\d]*", said)
            self.version = found.group() if found else said.strip()[:20]
        if how == "model":
            self.compile += ["-D_DEFAULT_SOURCE", "-include", os.path.join(folder, entry["header"])]
        self.named = entry.get("name", "")

    def name(self):
        if self.how == "native":
            return "native"
        if self.how == "model":
            return "model"
        return f"{os.path.basename(self.run[0])} {self.version}"

    def compiler(self):
        """gcc 12.2.0"""
        found = re.search(r"\d+\.\d+[.\d]*", re.sub(r"\(.*?\)", "", output([self.compile[0], "--version"]).stdout))
        return f"{os.path.basename(self.compile[0])} {found.group() if found else ''}".strip()

    def command(self, flags):
        """The model stands for the CPU: no flags of the target."""
        links_later = ["-Wno-unused-command-line-argument"] if "clang" in self.compile[0] else []
        return self.compile + links_later + COMMON + ([] if self.how == "model" else flags)


def machines_of(tessera, target, folder, features=None):
    """Native where this CPU runs the library, or has the features; else the emulated ones, else a model."""
    path = os.path.join(folder, "machines.json")
    said = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else {}
    emulated = [Machine(e, folder, "emulated") for e in said.get("emulated", [])]
    runs = output([tessera, "hwlib", "runs", target])
    missing = missing_features(tessera, features or [])
    is_here = not missing if features is not None and not emulated else runs.returncode == 0 and not missing
    if is_here:
        return [Machine({"compile": ["gcc"]}, folder, "native")], said
    found = emulated or [model(tessera, e, folder) for e in said.get("modelled", [])]
    if not found:
        found = [Machine({"compile": ["gcc"]}, folder, "native")]
        found[0].lacks = "this CPU has no " + ", ".join(missing) if missing else runs.stdout.strip()
    return found, said


def model(tessera, entry, folder):
    found = Machine(entry, folder, "model")
    lacks = missing_features(tessera, entry.get("feature", "").split())
    if lacks:
        found.lacks = "this CPU has no " + ", ".join(lacks)
    return found


def half_of(machine):
    """The file to compile too where the compiler converts f16 by functions that its library lacks."""
    script = '. "$1"; half_of "$2"'
    file = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "emulator.sh")
    return output(["bash", "-c", script, "_", file, " ".join(machine.compile)]).stdout.split()


def is_version(version, wanted):
    """Is 7.2.22 of "<10"?"""
    if not wanted:
        return True
    operator, number = re.fullmatch(r"(<=|>=|<|>|=)?\s*([\d.]+)", wanted).groups()
    numbers = lambda text: [int(n) for n in re.findall(r"\d+", text)]
    a, b = numbers(version), numbers(number)
    a = a[: len(b)] if operator in (None, "=", "<=", ">") else a
    return {None: a == b, "=": a == b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]


def why_none(tessera, target):
    """Of all machines the first reason, where each has one: it is not there, or it computes all of the library wrong."""
    found, said = machines_of(tessera, target, folder_of(tessera, target))
    names = [i["name"] for i in facts(tessera, "hwlib", "show", target)["instructions"]]
    is_wrong = lambda machine: all(known_wrong(machine, said, [name]) for name in names)
    reasons = [machine.lacks or (known_wrong(machine, said, names) if is_wrong(machine) else "") for machine in found]
    return reasons[0] if all(reasons) else ""


def known_wrong(machine, said, instructions):
    """Why this machine computes one of these instructions wrong, or nothing."""
    if machine.how != "emulated":
        return ""
    tool = os.path.basename(machine.run[0])
    for entry in said.get("known_wrong", []):
        if entry["machine"] not in (tool, machine.named) or not is_version(machine.version, entry.get("version")):
            continue
        if any(fnmatch.fnmatch(name, pattern) for name in instructions for pattern in entry["instructions"]):
            return f"{tool} {machine.version}: {entry['why']}"
    return ""


if __name__ == "__main__":
    print(why_none(*sys.argv[1:3]))
