# SPDX-License-Identifier: Apache-2.0
"""The table of instructions: what conformance.json of each library has on record, by the types of the files' instructions and by machine."""
import collections
import json
import os
import re

COLUMNS = ["target", "file", "instructions", "ran on", "cases", "failures"]


def machine_text(machine):
    """native, or the emulator with its version, or the model."""
    if machine.get("emulator"):
        found = re.search(r"\d+\.\d+[.\d]*", machine["emulator"])
        tool = os.path.basename(machine["run"][0])
        lanes = re.search(r"of (\d+) bits", machine.get("name", ""))
        return f"{tool} {found.group() if found else ''}".strip(), lanes.group(1) if lanes else ""
    return ("model" if machine.get("model") or machine.get("header") else "native"), ""


def ran_on(names, machines):
    """Machines of one emulator together, with their lengths."""
    lengths = collections.OrderedDict()
    for name in names:
        text, bits = machine_text(machines[name]) if name in machines else (name, "")
        lengths.setdefault(text, [])
        if bits:
            lengths[text].append(int(bits))
    return "; ".join(text + (f" at {', '.join(map(str, sorted(set(bits))))} bits" if bits else "") for text, bits in lengths.items())


def record_of(folder):
    with open(os.path.join(folder, "conformance.json"), encoding="utf-8") as file:
        return json.load(file)


MACHINES = ["target", "compiler", "ran on"]


def versions(machine):
    """The compiler and what ran its programs, as they name themselves."""
    if machine.get("model"):
        return machine["compiler"], f"a model, `{machine['model']}`"
    if "emulator" not in machine:
        return machine["compiler"], machine.get("cpu", "a CPU that is not on record")
    tool = os.path.basename(machine["run"][0])
    return machine["compiler"], machine["emulator"] if machine["emulator"].startswith(tool) else f"{tool} {machine['emulator']}"


def machine_rows(libraries):
    """Machines that differ in their lengths alone are one row."""
    found = []
    for target, folder in sorted(libraries.items()):
        for compiler, ran_by in dict.fromkeys(versions(machine) for machine in record_of(folder)["machines"]):
            found.append([target, compiler, ran_by])
    return found


def rows(libraries):
    found = []
    for target, folder in sorted(libraries.items()):
        record = record_of(folder)
        machines = {machine["name"]: machine for machine in record["machines"]}
        groups = collections.OrderedDict()
        for i in record["instructions"]:
            how = i["how"] if i["how"] != "emulated" else ran_on(i["machines"], machines)
            groups.setdefault((i["file"], how), []).append(i)
        for (file, how), members in groups.items():
            wrong = [i["name"] for i in members if i.get("verdict", "passed") != "passed"]
            found.append([target, f"`{file}`", str(len(members)), how, str(sum(i["runs"] for i in members)), str(len(wrong))])
    return found
