#!/usr/bin/env python3
"""data.py SCHEME SEED: the scheme with other choices of how data comes, at random: where the weights or the image are packed,
what is asked for ahead, and how far."""
import random
import re
import sys


def specifiers(scheme):
    return re.findall(r"(?:par )?\w+\((?:[^()\[\]]|\([^()]*\)|\[[^\]]*\])*\)", scheme)


def places(scheme):
    """Not between parallel loops, nor inside a register tile."""
    tile = next((i for i, s in enumerate(scheme) if s[0] in "UV"), len(scheme) - 1)
    return [i for i in range(min(tile, len(scheme) - 1) + 1) if not scheme[i].startswith("par ") or i == 0 or not scheme[i - 1].startswith("par ")]


def main():
    scheme, rng = specifiers(sys.argv[1]), random.Random(sys.argv[2])
    choices = rng.sample(["Pack(F)", "Prefetch(O)", f"Prefetch(F, {rng.choice([0, 1, 5, 40])})"], rng.randint(1, 3))
    for choice in choices:
        scheme.insert(0 if choice == "Prefetch(O)" else rng.choice(places(scheme)), choice)
    print(" ".join(scheme))


main()
