"""Fits gradient-boosted trees that predict the labels of lines, one file for each fold.

Usage: /usr/bin/python3 fit.py ROWS OUT [--trees N] [--depth N] [--without NAME,NAME]
ROWS holds lines.bin and lines.json, written by export.ts. OUT/<fold>.json are weights trained without the fold,
OUT/all.json weights trained on everything, and OUT/margins.bin the margins of each line by weights trained without it.
"""
import argparse, concurrent.futures, json, pathlib, sys
import numpy as np
import xgboost

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from pack_trees import pack

# Chosen on the means over left-out folds.
MADE_SHARE = 0.25
OFFICE_SHARE = 0.5
PAGE_SHARE = 0.5
CLASSES = ['heading', 'heading on', 'paragraph', 'paragraph on', 'item', 'item on']


def read(folder):
    table = json.load(open(f'{folder}/lines.json'))
    rows = np.fromfile(f'{folder}/lines.bin', np.float32).reshape(-1, len(table['features']))
    return table, rows


def weights_of(table, shares):
    """Weighs a document by the square root of its lines, so that one book does not outweigh twenty letters."""
    weights = np.array(table['weights'], np.float32)
    start = 0
    for document in table['documents']:
        end = start + document['lines']
        share = shares.get(document['corpus'], 1) * (PAGE_SHARE if document['isPage'] else 1)
        weights[start:end] *= 10 * share / np.sqrt(max(1, document['lines']))
        start = end
    return weights


def fit(rows, labels, weights, options, threads):
    parameters = {
        'objective': 'multi:softprob', 'num_class': len(CLASSES), 'max_depth': options.depth, 'eta': options.eta,
        'subsample': 0.8, 'colsample_bytree': 0.5, 'min_child_weight': 4, 'lambda': 2, 'tree_method': 'hist',
        'seed': 1, 'nthread': threads, 'base_score': 0.0,
    }
    data = xgboost.DMatrix(rows, label=labels, weight=weights)
    return xgboost.train(parameters, data, num_boost_round=options.trees)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('rows')
    parser.add_argument('out')
    parser.add_argument('--trees', type=int, default=64)
    parser.add_argument('--depth', type=int, default=6)
    parser.add_argument('--eta', type=float, default=0.12)
    parser.add_argument('--made', type=float, default=MADE_SHARE)
    parser.add_argument('--office', type=float, default=OFFICE_SHARE)
    parser.add_argument('--without', default='')
    parser.add_argument('--only', default='', help='folds, with commas between')
    parser.add_argument('--by', default='fold', choices=['fold', 'part'])
    parser.add_argument('--folds-only', action='store_true')
    options = parser.parse_args()
    table, rows = read(options.rows)
    features = table['features']
    for name in filter(None, options.without.split(',')):
        rows[:, features.index(name)] = 0
    labels = np.array([CLASSES.index(label) for label in table['labels']])
    weights = weights_of(table, {'generated': options.made, 'office': options.office})
    folds = np.repeat([d[options.by] for d in table['documents']], [d['lines'] for d in table['documents']])
    judged = [fold for fold in sorted(set(folds) - {'generated'}) if fold in options.only.split(',') or not options.only]
    margins = np.zeros((len(rows), len(CLASSES)), np.float32)

    def one(fold):
        seen = (folds != fold) & (weights > 0)
        booster = fit(rows[seen], labels[seen], weights[seen], options, 1)
        if fold != 'all':
            own = folds == fold
            margins[own] = booster.predict(xgboost.DMatrix(rows[own]), output_margin=True)
        stored = pack(booster, features, CLASSES)
        with open(f'{options.out}/{fold}.json', 'w') as file:
            file.write(json.dumps(stored, indent=2) + '\n')

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(one, judged + ([] if options.folds_only else ['all'])))
    margins.tofile(f'{options.out}/margins.bin')
    report(options.rows, labels, weights, margins)


def report(folder, labels, weights, margins):
    """Prints the mean F1 of the documents for first lines of headings, of items, and of all blocks: rules → weights."""
    guess = margins.argmax(1)
    # Read again, because --without sets features of the other copy to 0.
    table, rows = read(folder)
    names = table['features']
    starts = rows[:, names.index('ruleStarts')] > 0
    rules = {'heading': starts & (rows[:, names.index('ruleHeading')] > 0),
             'item': starts & (rows[:, names.index('ruleItem')] > 0), 'start': starts}
    truth = {'heading': labels == 0, 'item': labels == 4, 'start': np.isin(labels, (0, 2, 4))}
    learnt = {'heading': guess == 0, 'item': guess == 4, 'start': np.isin(guess, (0, 2, 4))}
    found = np.array(table['weights']) == 1
    means, end = {}, 0
    for document in table['documents']:
        start, end = end, end + document['lines']
        if document['isPage'] or document['fold'] == 'generated':
            continue
        for kind in truth:
            own = np.arange(start, end)
            own = own[found[own]] if kind == 'start' else own[weights[own] > 0]
            if not truth[kind][own].any():
                continue
            for name, predicted in (('rules', rules[kind]), ('learnt', learnt[kind])):
                right = (truth[kind][own] & predicted[own]).sum()
                score = 2 * right / (truth[kind][own].sum() + predicted[own].sum())
                means.setdefault((document['corpus'], kind, name), []).append(score)
    for corpus in sorted({key[0] for key in means}):
        cells = [f'{kind} {np.mean(means[corpus, kind, "rules"]):.3f} → {np.mean(means[corpus, kind, "learnt"]):.3f}'
                 for kind in truth if (corpus, kind, 'rules') in means]
        print(f'{corpus:12}', '   '.join(cells))


main()
