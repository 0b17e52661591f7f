# SPDX-License-Identifier: Apache-2.0
"""What a hardware library promises, as `tessera hwlib show LIBRARY --needs --json` tells it: the types of products, with the variants of the family gemm
that it suffices for, and the numbers of lanes of its machines."""
import json
import os

import machines as m

RESULTS = ["f32", "bf16", "f16", "i8", "ui8", "i16", "ui16"]


class Promise:
    """`types` as the options --dtype or --types take them; `variants` are empty for the usual ones; `why`: why no convolutions, where none are promised;
    `lanes`: of which machines they are, else of all."""

    def __init__(self, types, variants=(), why="", lanes=None):
        self.types, self.variants, self.why, self.lanes = types, list(variants), why, lanes

    def no_conv(self, lanes):
        """Why no convolution is promised for machines of so many lanes, or nothing."""
        return self.why if self.lanes is None or lanes not in self.lanes else ""


def missing_text(entry):
    """What the generator `conv` misses of one type, or nothing."""
    conv = next(g for g in entry["generators"] if g["generator"] == "conv")
    return "" if conv["suffices"] else "no instruction of the role " + ", ".join(need["roles"][0][0] for need in conv["missing"])


def of_one_type(entry):
    """Nothing where no product is promised."""
    suffices = {g["generator"]: g["suffices"] for g in entry["generators"]}
    has = [u for u in ("add", "set", "scale_add") if suffices.get(f"family gemm, {u}")]
    if not has:
        return None
    variants = [] if len(has) == 3 else [f"{u}_{lie}" for u in has for lie in ("packed_packed", "strided_strided")]
    return Promise(entry["type"], variants, missing_text(entry))


def with_result(promise):
    """The same product with results of the type of A, or of f32 where sums are integers and A's type is that of no result; else nothing."""
    a, _, sums = promise.types.split(",")
    if a == sums:
        return None
    result = a if a in RESULTS else "f32"
    return Promise(f"{promise.types},{result}", (), promise.why, promise.lanes) if result != sums else None


def promises(tessera, target):
    needs = m.facts(tessera, "hwlib", "show", target, "--needs")
    found = [p for p in map(of_one_type, needs["types"]) if p]
    for product in filter(lambda product: product["suffices"], needs["products"]):
        conv = product["conv"]
        promise = Promise(product["types"], (), conv.get("why", ""), conv.get("lanes"))
        found += [p for p in (promise, with_result(promise)) if p]
    return found


def default_tile(tessera, target, types, lanes):
    """Of a product of several types: rows, columns, and the columns of one instruction."""
    of_sums = ",".join(types.split(",")[:3])
    product = next(p for p in m.facts(tessera, "hwlib", "show", target, "--needs")["products"] if p["types"] == of_sums)
    tile = next(t for t in product["tiles"] if t.get("lanes") == lanes)
    return tile["rows"], tile["columns"], tile["columns"] // tile["vectors"]


def lanes_of(folder):
    """Of machines that choose their number of lanes, else one without."""
    path = os.path.join(folder, "machines.json")
    said = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else {}
    return sorted({e["lanes"] for e in said.get("emulated", []) if "lanes" in e}) or [None]
