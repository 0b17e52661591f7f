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


def rows(libraries):
    found = []
    for target, folder in sorted(libraries.items()):
        with open(os.path.join(folder, "conformance.json"), encoding="utf-8") as file:
            record = json.load(file)
        machines = {machine["name"]: machine for machine in record["machines"]}
        groups = collections.OrderedDict()
        for i in record["instructions"]:
            how = i["how"] if i["how"] != "emulated" else ran_on(i["machines"], machines)
            groups.setdefault((i["file"], how), []).append(i)
        for (file, how), members in groups.items():
            wrong = [i["name"] for i in members if i.get("verdict", "passed") != "passed"]
            found.append([target, f"`{file}`", str(len(members)), how, str(sum(i["runs"] for i in members)), str(len(wrong))])
    return found
