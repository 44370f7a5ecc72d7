"""Rows of features with labels (JSON lines) -> gradient-boosted trees, as models/trees.ts reads them.

    /usr/bin/python3 fit_trees.py ROWS.jsonl MODEL.json [--folds] [CORPUS …]

Each row: {"corpus", "template", "label": 0 | 1, "weight", "rule": 0 | 1, "features": {name: number}}.
Corpora that are named are left out. --folds prints how often weights that have not seen a corpus, or a template, are wrong about it, beside the
rules by hand. Same rows, same trees.
"""
import hashlib
import json
import sys

import numpy as np
import xgboost as xgb

PARAMETERS = dict(
    max_depth=3, eta=0.1, subsample=0.7, colsample_bytree=0.5, min_child_weight=2, reg_lambda=2,
    objective="binary:logistic", nthread=1, seed=1,
)
ROUNDS = 200
TEMPLATE_FOLDS = 10
# Pages that we made are ten times as many as real ones will ever be, and alike: a row of theirs counts half.
MADE = "made"
MADE_WEIGHT = 0.5


def read(path):
    rows = [json.loads(line) for line in open(path)]
    rows.sort(key=lambda row: json.dumps(row, sort_keys=True))
    names = list(rows[0]["features"])
    table = np.array([[row["features"][name] for name in names] for row in rows], dtype=np.float32)
    return rows, names, table


def weigh(rows):
    return np.array([row["weight"] * (MADE_WEIGHT if row["corpus"] == MADE else 1) for row in rows])


def column(rows, key):
    return np.array([row[key] for row in rows])


def fit(table, labels, weights):
    return xgb.train(PARAMETERS, xgb.DMatrix(table, labels, weight=weights), ROUNDS)


def mistakes(said, truth):
    return f"{int((said & ~truth).sum())} invented, {int((~said & truth).sum())} missed"


def report(title, scores, truth, rule):
    learnt = "; ".join(f"at {at}: {mistakes(scores > at, truth)}" for at in (0.3, 0.5, 0.7))
    print(f"{title}: {int(truth.sum())} true | by rules {mistakes(rule, truth)} | learnt {learnt}")


def print_folds(rows, table):
    labels, weights, rule = column(rows, "label"), weigh(rows), column(rows, "rule") == 1
    corpora = column(rows, "corpus")
    templates = np.array([f"{row['corpus']}/{row['template']}" for row in rows])
    fold = np.array([int(hashlib.md5(name.encode()).hexdigest(), 16) % TEMPLATE_FOLDS for name in templates])
    judged = weights > 0
    unseen = np.zeros(len(rows))
    for number in range(TEMPLATE_FOLDS):
        out = fold == number
        unseen[out] = fit(table[~out], labels[~out], weights[~out]).predict(xgb.DMatrix(table[out]))
    for corpus in sorted(set(corpora) - {MADE}):
        out = corpora == corpus
        own = out & judged
        model = fit(table[~out], labels[~out], weights[~out])
        scores = model.predict(xgb.DMatrix(table[own]))
        report(f"{corpus} left out", scores, labels[own] == 1, rule[own])
        report(f"{corpus}, its templates left out", unseen[own], labels[own] == 1, rule[own])


def flatten(model, names):
    feature, value, child, roots = [], [], [], []
    for tree in model.get_dump(dump_format="json", with_stats=False):
        roots.append(len(feature))
        place(json.loads(tree), new_node(feature, value, child), feature, value, child)
    config = json.loads(model.save_config())
    base = float(config["learner"]["learner_model_param"]["base_score"].strip("[]"))
    bias = round(float(np.log(base / (1 - base))), 6)
    return dict(features=names, bias=bias, roots=roots, feature=feature, value=value, child=child)


def new_node(feature, value, child):
    feature.append(-1)
    value.append(0)
    child.append(0)
    return len(feature) - 1


def place(node, at, feature, value, child):
    if "leaf" in node:
        value[at] = round(node["leaf"], 5)
        return
    feature[at] = int(node["split"][1:])
    value[at] = float(f"{node['split_condition']:.7g}")
    left = new_node(feature, value, child)
    right = new_node(feature, value, child)
    child[at] = left
    by_id = {kid["nodeid"]: kid for kid in node["children"]}
    place(by_id[node["yes"]], left, feature, value, child)
    place(by_id[node["no"]], right, feature, value, child)


def main():
    source, target, *options = sys.argv[1:]
    rows, names, table = read(source)
    if "--folds" in options:
        print_folds(rows, table)
    seen = np.array([row["corpus"] not in options for row in rows])
    model = fit(table[seen], column(rows, "label")[seen], weigh(rows)[seen])
    with open(target, "w") as out:
        json.dump(flatten(model, names), out, separators=(",", ":"))
        out.write("\n")


main()
