#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""data.py SCHEME SEED OPTION...: the scheme with other choices of how data comes, at random: where weights that are not packed
(by the options of `tessera conv`) are, what is asked for ahead, and how far."""
import random
import re
import sys


def specifiers(scheme):
    return re.findall(r"(?:par )?\w+\((?:[^()\[\]]|\([^()]*\)|\[[^\]]*\])*\)", scheme)


def places(scheme):
    """Not between parallel loops, nor inside a register tile."""
    tile = next((i for i, s in enumerate(scheme) if s[0] in "UV"), len(scheme) - 1)
    return [i for i in range(min(tile, len(scheme) - 1) + 1) if not scheme[i].startswith("par ") or i == 0 or not scheme[i - 1].startswith("par ")]


def shares_weights(scheme):
    """Vectors of weights serve several pixels: those of others are not asked for."""
    tile = [s for s in scheme if s[0] in "UV"]
    rows = []
    for s in tile[:-1]:
        dim = s[-2]
        rows = [] if dim in "rsc" else rows + [dim]
    return bool(tile) and re.match(r"V\((?!1,).*[kg]\)", tile[-1]) and (not rows or "p" in rows or "q" in rows)


def reads_weights_again(scheme):
    """A loop chooses weights, and one inside reads them again."""
    around = [s[-2] for s in scheme if re.match(r"(R|T)\(", s)]
    chooses = next((i for i, dim in enumerate(around) if dim in "grsck"), len(around))
    return shares_weights(scheme) and any(dim in "npq" for dim in around[chooses:])


def reads_pixels_again(scheme):
    """They are the same in all lanes, a loop chooses some, and one inside reads them again."""
    around = [s[-2] for s in scheme if re.match(r"(R|T)\(", s)]
    chooses = next((i for i, dim in enumerate(around) if dim in "npqrsc"), len(around))
    return bool(re.match(r"V\((?!1,).*k\)", scheme[-1])) and "k" in around[chooses:]


def contradicts(said, choice):
    """What the scheme says already of the same thing."""
    is_distance = re.compile(r"Prefetch\(F, \d+\)").fullmatch
    return said == choice or bool(is_distance(said) and is_distance(choice))


def main():
    scheme, rng = specifiers(sys.argv[1]), random.Random(sys.argv[2])
    if len(scheme) == 2 and re.match(r"U\(\d+, [pq]\)", scheme[0]) and re.match(r"V\(\d+, k\)", scheme[1]):
        print(" ".join(scheme))  # a tile of products, which packs all data
        return
    if "--types" in sys.argv and len(scheme) == 1 and re.match(r"V\(\d+, g\)", scheme[0]):
        print(scheme[0])  # depthwise, which has no other choices
        return
    types = sys.argv[sys.argv.index("--types") + 1].split(",") if "--types" in sys.argv else []
    results_are_sums = len(types) < 4
    choices = (["Prefetch(O)"] if results_are_sums else []) + [f"Prefetch(F, {rng.choice([0, 1, 5, 40]) if shares_weights(scheme) else 0})"]
    one_of = ["Prefetch(F, next)"] if reads_weights_again(scheme) else []
    if "--weights" in sys.argv and "packed" not in sys.argv[3:]:  # packed is the default
        one_of.append("Pack(F)")
    choices += rng.sample(one_of, min(1, len(one_of)))
    choices += ["Prefetch(I, next)"] if reads_pixels_again(scheme) else []
    for choice in rng.sample(choices, rng.randint(1, len(choices))):
        scheme = [s for s in scheme if not contradicts(s, choice)]
        in_front = choice in ("Prefetch(O)", "Prefetch(F, next)", "Prefetch(I, next)")
        # A part of an Lseq may have tiles of one pixel, which share nothing.
        before = next((i for i, s in enumerate(scheme) if s.startswith("Lseq") and "Prefetch" in choice), len(scheme))
        scheme.insert(0 if in_front else rng.choice([i for i in places(scheme) if i <= before]), choice)
    print(" ".join(scheme))


main()
