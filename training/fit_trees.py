"""Fits gradient-boosted trees to rows of features with labels, in the format that models/trees.ts evaluates.

Usage: /usr/bin/python3 fit_trees.py ROWS.jsonl MODEL.json [--few] [--folds] [--weights DIR]

ROWS.jsonl has one JSON object a line: {"corpus", "template", "fold", "label": 0 … 1, "weight", "rule": 0 | 1,
"features": {name: number}}. Rows with the same "group" are options to choose from: their label is the quality of the
option, and "rule" marks the one that the reader chooses without weights.

  --few      uses more regularisation, for models with hundreds of rows
  --weights  writes DIR/<fold>.<kind>.json, trained without the fold, and DIR/all.<kind>.json, trained on everything
  --folds    prints the errors of weights on corpora and templates that they were not trained on, and those of the rules

The same rows give the same trees.
"""
import argparse
import hashlib
import itertools
import json
import os

import numpy as np
import xgboost as xgb

from pack_trees import pack

PARAMETERS = dict(
    max_depth=3, eta=0.05, subsample=0.7, colsample_bytree=0.25, min_child_weight=2, reg_lambda=2,
    objective="binary:logistic", nthread=1, seed=1,
)
ROUNDS = 400
TEMPLATE_FOLDS = 10
MADE = "made"
# Generated pages are ten times as many as real ones and resemble each other. Web pages have most of the rows and come from
# one engine; with 0.1 for them, left-out TEDS of paired-md falls by 0.03, that of icdar2013-tables by 0.01.
WEIGHTS = {MADE: 0.5, "web": 0.2}


# With hundreds of rows instead of thousands, the settings above overfit.
FEW = dict(min_child_weight=5, reg_lambda=5)
FEW_ROUNDS = 100


def read(path):
    rows = [json.loads(line) for line in open(path)]
    rows.sort(key=lambda row: (row.get("group", ""), json.dumps(row, sort_keys=True)))
    names = list(rows[0]["features"])
    table = np.array([[row["features"][name] for name in names] for row in rows], dtype=np.float32)
    return rows, names, table


def weigh(rows):
    return np.array([row["weight"] * WEIGHTS.get(row["corpus"], 1) for row in rows])


def column(rows, key):
    return np.array([row[key] for row in rows])


def fit(table, labels, weights):
    return xgb.train(PARAMETERS, xgb.DMatrix(table, labels, weight=weights), ROUNDS)


# Four trees a round: with one, the choice between grids with close scores depends on the seed.
RANKING = dict(
    PARAMETERS, eta=0.1, colsample_bytree=0.5, objective="rank:pairwise", subsample=0.8, min_child_weight=0.5,
    num_parallel_tree=4,
)
RANKING_ROUNDS = 100


def fit_ranking(rows, table):
    """Fits a ranking within groups. Rows of a group must be adjacent."""
    groups = [list(own) for _, own in itertools.groupby(rows, key=lambda row: row["group"])]
    data = xgb.DMatrix(table, column(rows, "label"))
    data.set_group([len(own) for own in groups])
    data.set_weight([WEIGHTS.get(own[0]["corpus"], 1) for own in groups])
    return xgb.train(RANKING, data, RANKING_ROUNDS)


def print_choices(rows, table):
    fold = np.array([fold_of(row) for row in rows])
    scores = np.zeros(len(rows))
    for number in range(TEMPLATE_FOLDS):
        seen, out = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        if len(out):
            model = fit_ranking([rows[at] for at in seen], table[seen])
            scores[out] = model.predict(xgb.DMatrix(table[out]))
    gains = {}
    for _, own in itertools.groupby(range(len(rows)), key=lambda at: rows[at]["group"]):
        own = list(own)
        usual = next(at for at in own if rows[at]["rule"])
        chosen = max(own, key=lambda at: (scores[at], at == usual))
        gain = rows[chosen]["label"] - rows[usual]["label"]
        gains.setdefault(rows[usual]["corpus"], []).append(gain)
    for corpus, own in sorted(gains.items()):
        better, worse = sum(gain > 0.005 for gain in own), sum(gain < -0.005 for gain in own)
        print(f"{corpus}: {len(own)} choices, templates left out: {np.mean(own):+.4f}, {better} better, {worse} worse")


def mistakes(predicted, truth):
    return f"{int((predicted & ~truth).sum())} invented, {int((~predicted & truth).sum())} missed"


def report(title, scores, truth, rule):
    learnt = "; ".join(f"at {at}: {mistakes(scores > at, truth)}" for at in (0.3, 0.5, 0.7))
    print(f"{title}: {int(truth.sum())} true | by rules {mistakes(rule, truth)} | learnt {learnt}")


def fold_of(row):
    """Returns the fold of a row's template, so that all documents of a template are in one fold."""
    name = f"{row['corpus']}/{row['template']}"
    return int(hashlib.md5(name.encode()).hexdigest(), 16) % TEMPLATE_FOLDS


def print_folds(rows, table):
    labels, weights, rule = column(rows, "label"), weigh(rows), column(rows, "rule") == 1
    corpora = column(rows, "corpus")
    fold = np.array([fold_of(row) for row in rows])
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
        report(f"{corpus} left out", scores, labels[own] >= 0.5, rule[own])
        report(f"{corpus}, its templates left out", unseen[own], labels[own] >= 0.5, rule[own])


def stored(model, names, name):
    config = json.loads(model.save_config())
    base = float(config["learner"]["learner_model_param"]["base_score"].strip("[]"))
    return pack(model, names, [name], bias=round(float(np.log(base / (1 - base))), 6))


def fit_rows(rows, table, ranked):
    return fit_ranking(rows, table) if ranked else fit(table, column(rows, "label"), weigh(rows))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows")
    parser.add_argument("model")
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("--weights")
    parser.add_argument("--few", action="store_true")
    options = parser.parse_args()
    if options.few:
        global ROUNDS
        PARAMETERS.update(FEW)
        ROUNDS = FEW_ROUNDS
    rows, names, table = read(options.rows)
    ranked = "group" in rows[0]
    if options.folds:
        print_choices(rows, table) if ranked else print_folds(rows, table)
    targets = {options.model: None}
    if options.weights:
        os.makedirs(options.weights, exist_ok=True)
        kind = os.path.basename(options.model)
        folds = sorted(set(row["fold"] for row in rows) - {MADE})
        targets |= {f"{options.weights}/{fold}.{kind}": fold for fold in [*folds, "all"]}
    for target, fold in targets.items():
        seen = [at for at, row in enumerate(rows) if fold is None or row["fold"] != fold]
        model = fit_rows([rows[at] for at in seen], table[seen], ranked)
        with open(target, "w") as out:
            json.dump(stored(model, names, "grid" if ranked else "table"), out, indent=2)
            out.write("\n")


main()
