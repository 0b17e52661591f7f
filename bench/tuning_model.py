#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How the figures of tuning/cost_model.hpp were found, and how well the model ranks.

  tessera tune --layers LAYERS.csv --best 12 --sample 40 --json >report.json
  bench/tuning_model.py report.json...

prints what a least-squares fit (not negative, of relative errors, robust) makes of each constant, and for each layer the rank
correlation (Spearman) of measured times with: what the model expected, the fit, the steps of the sum in a run of a tile, and the share
of L1 that a run fills (the papers' two). `first` is the time of what the model likes best over the best measured."""
import json
import sys

LEVELS = ("from_l2", "from_l3", "from_memory")


def features(row, result):
    """Cycles, or what the constants are multiplied by, for each cycle that the multiplications take at least."""
    out = {name: row[name] for name in ("crowded", "displaced", "pages", "starts")}
    for level in LEVELS:
        flow = row[level]
        out[level + ": results of a tile"] = flow[result] / row["tile_bytes"] if row["in_parts"] else 0
        out[level + ": results stored"] = 0 if row["in_parts"] else flow[result]
        if level != "from_memory":
            out[level + ": operands"] = sum(flow.values()) - flow[result]
    for what in ("vectors", "elements"):
        operands = [a for a in row["asked"] if a != result and (a in row["elements"]) == (what == "elements")]
        asked = sum(row["asked"][a] for a in operands)
        out[f"from_memory: {what} asked"] = asked
        out[f"from_memory: {what}"] = sum(row["from_memory"][a] for a in operands) - asked
    for name in ("rows_from_l2", "rows_from_l3", "result_runs"):
        out[name] = row[name]
    return {name: value / row["least"] for name, value in out.items()}


def fit(rows, rounds=15, power=2):
    """Constants, each at least 0, by coordinate descent; what is far off counts less from round to round."""
    names = list(rows[0]["features"])
    scale = [1 / row["took"] ** power for row in rows]
    weights = [1.0] * len(rows)
    constants = dict.fromkeys(names, 0.0)
    columns = {n: [row["features"][n] * s for row, s in zip(rows, scale)] for n in names}
    for _ in range(rounds):
        rest = [(row["took"] - row["near"] / row["least"]) * s for row, s in zip(rows, scale)]
        for n in names:
            rest = [r - constants[n] * x for r, x in zip(rest, columns[n])]
        for _ in range(100):
            for n in names:
                x = columns[n]
                square = sum(w * v * v for w, v in zip(weights, x))
                if square == 0:
                    continue
                step = max(-constants[n], sum(w * v * r for w, v, r in zip(weights, x, rest)) / square)
                constants[n] += step
                rest = [r - step * v for r, v in zip(rest, x)]
        weights = [1 / max(abs(r), 0.03) for r in rest]
    return constants


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    out = [0.0] * len(values)
    first = 0
    while first < len(order):  # equal ones share their ranks
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for i in order[first : last + 1]:
            out[i] = (first + last) / 2
        first = last + 1
    return out


def spearman(a, b):
    a, b = ranks(a), ranks(b)
    mean = (len(a) - 1) / 2
    product = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    squares = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return product / squares**0.5 if squares else 0.0


def measured(files):
    rows = []
    for file in files:
        with open(file, encoding="utf-8") as report:
            for layer in json.load(report)["rows"]:
                for row in layer["measured"]:
                    if row["outcome"] != "measured" or "near" not in row:  # one that the model does not rank: with a copy
                        continue
                    row.update(layer=layer["name"], took=100 / row["percent_of_peak"], features=features(row, "O"))
                    rows.append(row)
    return rows


def main():
    rows = measured(sys.argv[1:])
    constants = fit(rows)
    for name, value in constants.items():
        print(f"{name:32} {value:.4g}")
    print(f"{'':14}{'schemes':>8}{'model':>8}{'fit':>8}{'reduction':>11}{'filled':>8}{'first':>8}{'fit':>8}{'best %':>8}")
    for layer in dict.fromkeys(row["layer"] for row in rows):
        some = [row for row in rows if row["layer"] == layer]
        took = [row["took"] for row in some]
        cycles = [row["cycles"] for row in some]
        fitted = [
            row["near"] / row["least"] + sum(constants[n] * v for n, v in row["features"].items()) for row in some
        ]
        first = [took[min(range(len(some)), key=lambda i: by[i])] / min(took) for by in (cycles, fitted)]
        correlations = [
            spearman(took, by)
            for by in (cycles, fitted, [-row["reduction"] for row in some], [-row["l1_filled"] for row in some])
        ]
        print(
            f"{layer:14}{len(some):8}{correlations[0]:8.2f}{correlations[1]:8.2f}{correlations[2]:11.2f}{correlations[3]:8.2f}"
            f"{first[0]:8.3f}{first[1]:8.3f}{100 / min(took):8.1f}"
        )


if __name__ == "__main__":
    main()
