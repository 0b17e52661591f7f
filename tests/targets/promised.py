# SPDX-License-Identifier: Apache-2.0
"""What a hardware library promises, as `tessera hwlib show LIBRARY --needs --json` tells it: the types of products, with the variants of the family gemm
that it suffices for, and the numbers of lanes of its machines."""
import json
import os

import machines as m

RESULTS = ["f32", "bf16", "f16", "i8", "ui8", "i16", "ui16"]


class Promise:
    """`types` as the options --dtype or --types take them; `variants` are empty for the usual ones; `conv`: convolutions too."""

    def __init__(self, types, variants=(), conv=True):
        self.types, self.variants, self.conv = types, list(variants), conv


def of_one_type(entry):
    """Nothing where no product is promised."""
    suffices = {g["generator"]: g["suffices"] for g in entry["generators"]}
    has = [u for u in ("add", "set", "scale_add") if suffices.get(f"family gemm, {u}")]
    if not has:
        return None
    variants = [] if len(has) == 3 else [f"{u}_{lie}" for u in has for lie in ("packed_packed", "strided_strided")]
    return Promise(entry["type"], variants, suffices.get("conv", False))


def with_result(types):
    """The same product with results of the type of A, or of f32 where sums are integers and A's type is that of no result; else nothing."""
    a, _, sums = types.split(",")
    if a == sums:
        return None
    result = a if a in RESULTS else "f32"
    return Promise(f"{types},{result}") if result != sums else None


def promises(tessera, target):
    needs = m.facts(tessera, "hwlib", "show", target, "--needs")
    found = [p for p in map(of_one_type, needs["types"]) if p]
    convolves = {p.types for p in found if p.conv}
    for product in needs["products"]:
        types = product["types"]
        if product["suffices"]:  # a convolution of one type is by its vectors, whatever else multiplies them
            is_one = len(set(types.split(","))) == 1
            found += [p for p in (Promise(types, conv=not is_one or types.split(",")[0] in convolves), with_result(types)) if p]
    return found


def lanes_of(folder):
    """Of machines that choose their number of lanes, else one without."""
    path = os.path.join(folder, "machines.json")
    said = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else {}
    return sorted({e["lanes"] for e in said.get("emulated", []) if "lanes" in e}) or [None]
