#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""descriptors.py COUNT SEED [TYPES]: options of `tessera conv` for that many convolutions, a line each: odd sizes, strides,
dilation, zeros on each side, groups, layouts, epilogues, threads, small caches. TYPES: f64, say, or those of image, weights, sums and results."""
import random
import sys


def results(image, kernel, stride, dilation, zeros):
    room = image + zeros - (kernel - 1) * dilation - 1
    return room // stride + 1 if room >= 0 else 0


def channels(rng):
    kind = rng.choice(["one group", "one group", "one group", "groups", "depthwise"])
    if kind == "one group":
        return 1, rng.randint(1, 70), rng.randint(1, 20)
    groups = rng.choice([2, 3, 4]) if kind == "groups" else rng.randint(2, 40)
    if kind == "depthwise":
        return groups, groups, groups
    return groups, groups * rng.randint(1, 20), groups * rng.randint(1, 6)


def shape(rng):
    while True:
        groups, k, c = channels(rng)
        sizes = {"N": rng.choice([1, 1, 1, 2]), "groups": groups, "K": k, "C": c, "H": rng.randint(1, 19), "W": rng.randint(1, 23)}
        sizes |= {"R": rng.choice([1, 2, 3, 3, 5]), "S": rng.choice([1, 2, 3, 3, 5])}
        sizes |= {"stride_h": rng.choice([1, 1, 2, 3]), "stride_w": rng.choice([1, 1, 2, 3])}
        sizes |= {"dilation_h": rng.choice([1, 1, 2]), "dilation_w": rng.choice([1, 1, 2])}
        sizes |= {side: rng.choice([0, 0, 1, 2, 4]) for side in ("top", "left", "bottom", "right")}
        if rng.random() < 0.1:  # a single row
            sizes |= {"H": 1, "R": 1, "top": 0, "bottom": 0, "W": rng.randint(1, 90)}
        p = results(sizes["H"], sizes["R"], sizes["stride_h"], sizes["dilation_h"], sizes["top"] + sizes["bottom"])
        q = results(sizes["W"], sizes["S"], sizes["stride_w"], sizes["dilation_w"], sizes["left"] + sizes["right"])
        if p > 0 and q > 0:
            return ",".join(f"{name}={size}" for name, size in sizes.items())


def options(rng):
    layout = rng.choice(["nhwc", "nhwc", "nwhc", "nchw", "nChw4c", "nChw8c", "nChw16c", f"nChw{rng.randint(1, 40)}c"])
    weights = rng.choice(["packed", "packed", "hwio"] + (["oihw"] if layout == "nchw" else []))
    out = ["--shape", shape(rng), "--layout", layout, "--weights", weights, "--pack-from", rng.choice(["hwio", "oihw"])]
    epilogue = [word for word in ("scale", "bias", "residual", "relu") if rng.random() < 0.3]
    another = random.Random(out[1])  # of its own: what else is chosen does not depend on it
    if "relu" in epilogue or another.random() < 0.5:  # 0.1 rounds: results are then compared within a bound
        kinds = ["relu", "relu6", "clamp:-3:40", "clamp:-0.5:1e2", "leaky:0.25", "leaky:-2", "leaky:0.1"]
        epilogue = [word for word in epilogue if word != "relu"] + [another.choice(kinds)]
    if another.random() < 0.2:
        another.shuffle(epilogue)
    if epilogue:
        out += ["--epilogue", ",".join(epilogue)]
    if rng.random() < 0.3:
        out.append("--add")
    out += ["--threads", rng.choice(["none", "none", "collapse", "inside", "outside", "3"])]
    if rng.random() < 0.6:  # so small that images are copied in blocks of a few rows
        out += ["--caches", rng.choice(["1,2", "1,8", "1,32"])]
    if rng.random() < 0.3:
        out += ["--border", "copied"]
    return " ".join(out)


def whole_groups(shape_text):
    """Instructions multiply up to 8 channels of one group; a depthwise convolution has one."""
    sizes = dict(part.split("=") for part in shape_text.split(","))
    groups, c = int(sizes["groups"]), int(sizes["C"])
    if groups > 1 and groups != c:
        sizes["C"] = str(groups * 8 * -(-c // (groups * 8)))
    return ",".join(f"{name}={size}" for name, size in sizes.items())


def of_types(text, types):
    """The same where the types allow it."""
    words, kinds = text.split(), types.split(",")
    if "," not in types:
        if "i" in types and "--epilogue" in words:  # libraries promise products of integers, and few epilogues
            at = words.index("--epilogue")
            words[at : at + 2] = []
        return " ".join([*words, "--dtype", types])
    has_result, has_float_sums = len(kinds) == 4, kinds[2].startswith("f")
    value = dict(zip(words, words[1:]))
    out = ["--types", types, "--shape", whole_groups(value["--shape"]), "--layout", "nwhc" if value["--layout"] == "nwhc" else "nhwc"]
    kept = ["--pack-from", "--threads", "--caches", "--border"] + (["--epilogue"] if has_result or has_float_sums else [])
    out += [word for name in kept if name in value for word in (name, value[name])]
    return " ".join(out + (["--add"] if "--add" in words and not has_result else []))


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    for i in range(count):
        text = options(random.Random(f"{seed}.{i}"))
        print(of_types(text, sys.argv[3]) if len(sys.argv) > 3 else text)


main()
