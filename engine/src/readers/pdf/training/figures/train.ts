/**
 * Fits `models/figures.json`: which areas of a page that something is drawn in are figures.
 *
 * `npm run train:figures -- --made DIR`: areas of pages that `npm run train:pages` made are judged by the places of their figures,
 * those of the corpora in `../shared` by their words: what has the text of the document, or of a table, is no figure. `--folds`,
 * `--rows DIR` and `--weights DIR` are as for `npm run train:tables`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { listTrainingSamples, type Sample, shared } from '../../../../../../tools/folds/corpora.ts'
import { defaultLimits } from '../../../../limits.ts'
import type { BBox } from '../../../../model/index.ts'
import { readWithPages } from '../../index.ts'
import { round } from '../../models/index.ts'
import {
  commonSize,
  type DrawnArea,
  type DrawnPage,
  findAreas,
  sizeOf,
} from '../../regions/areas.ts'
import { figureFeatureNames, figureFeaturesOf } from '../../regions/features.ts'
import { regionSettings } from '../../regions/settings.ts'
import { openTruth, type TrueTable, type TruthReader } from '../tables/truth.ts'

const reader = join(import.meta.dirname, '..', '..')
const { values } = parseArgs({
  options: {
    folds: { type: 'boolean' },
    made: { type: 'string', multiple: true },
    rows: { type: 'string' },
    weights: { type: 'string' },
  },
})

/** @returns 0 … 1: how much of an area is a figure; nothing where that is not known. */
type Judge = (area: DrawnArea, page: number) => number | undefined

interface Names {
  readonly corpus: string
  readonly template: string
  readonly document: string
  readonly fold: string
}

async function rowsOf(path: string, judge: Judge, names: Names): Promise<object[]> {
  const options = { profile: 'fidelity', ocr: 'off', limits: defaultLimits } as const
  const { pages } = await readWithPages(await readFile(path), options, { readTags: false })
  return pages.flatMap((page) =>
    findAreas(page, regionSettings).flatMap((area) => {
      const label = judge(area, page.number)
      return label === undefined ? [] : [{ ...rowOf(area, page), ...names, label, weight: 1 }]
    }),
  )
}

function rowOf(area: DrawnArea, page: DrawnPage): object {
  const found = figureFeaturesOf(area, page).map(round)
  return {
    page: page.number,
    rule: area.shapes.length + area.images.length > 0 ? 1 : 0,
    box: Object.values(area.box).map(Math.round),
    text: area.inside
      .map(({ piece }) => piece.text)
      .join(' | ')
      .slice(0, 200),
    features: Object.fromEntries(figureFeatureNames.map((name, at) => [name, found[at] ?? 0])),
  }
}

interface MadeTruth {
  readonly blocks: readonly {
    readonly label: string
    readonly lines: readonly (BBox & { readonly page: number })[]
  }[]
}

/** By the places of figures: the share of the area that is in one. */
function judgeByPlaces(path: string): Judge {
  const { blocks }: MadeTruth = JSON.parse(readFileSync(path, 'utf8'))
  const figures = blocks.filter(({ label }) => label === 'figure').flatMap(({ lines }) => lines)
  return ({ drawn }, page) =>
    Math.max(
      0,
      ...figures
        .filter((figure) => figure.page === page)
        .map((figure) => commonSize(figure, drawn) / Math.max(1, sizeOf(drawn))),
    )
}

/** Shorter texts occur in a document by accident. */
const MIN_LETTERS = 12
const MIN_TEXTS = 3
/** Least share of such texts that the document has as text. */
const MIN_TEXT_SHARE = 0.7

/** An area with the text of the document is none; of the others nothing is known. */
function judgeByTexts(source: string): Judge {
  const known = lettersOf(source)
  return ({ inside }) => {
    const texts = inside.map(({ piece }) => lettersOf(piece.text))
    const long = texts.filter((text) => text.length >= MIN_LETTERS)
    const found = long.filter((text) => known.includes(text)).length
    return found >= MIN_TEXTS && found >= MIN_TEXT_SHARE * long.length ? 0 : undefined
  }
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[^\p{L}\p{Nd}]/gu, '')
}

/** Least words, and least share of them, that make an area a part of a table. */
const MIN_TABLE_WORDS = 10
const MIN_TABLE_SHARE = 0.8

/** An area with the words of a table is none. */
function judgeByTables(tables: readonly TrueTable[], wordsOf: TruthReader['wordsOf']): Judge {
  return ({ inside }) => {
    const words = wordsOf(inside.map(({ piece }) => piece.text).join(' '))
    const count = [...words.values()].reduce((sum, own) => sum + own, 0)
    const isPart = tables.some((table) => {
      const common = [...words].map(([word, own]) => Math.min(own, table.words.get(word) ?? 0))
      return common.reduce((sum, own) => sum + own, 0) >= MIN_TABLE_SHARE * count
    })
    return isPart && count >= MIN_TABLE_WORDS ? 0 : undefined
  }
}

/** Corpora whose truth holds the whole text of a document, and none of what is written in figures. */
const wholeTexts: readonly string[] = ['pmc-jats', 'jose-jats', 'paired-md', 'paired-tex']

async function ofCorpora(): Promise<object[]> {
  const truth = await openTruth(shared)
  const rows: object[] = []
  for (const sample of listTrainingSamples('tables')) {
    const { judged, name, path, fold } = sample
    const names = { corpus: judged.name, template: templateOf(sample), document: name, fold }
    const byTables = judgeByTables(truth.tablesOf(judged, name), truth.wordsOf)
    const byTexts = wholeTexts.includes(judged.corpus)
      ? judgeByTexts(textOf(sample))
      : () => undefined
    rows.push(...(await rowsOf(path, (...area) => byTexts(...area) ?? byTables(...area), names)))
  }
  return rows
}

function templateOf({ judged: { corpus }, name }: Sample): string {
  const path = join(shared, 'corpus', 'pdf', corpus, 'meta', `${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).template : name
}

function textOf({ judged: { corpus }, name }: Sample): string {
  const gt = join(shared, 'corpus', 'pdf', corpus, 'gt')
  return ['.md', '.xml', '.tables.html']
    .map((ending) => join(gt, `${name}${ending}`))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

async function ofMade(folder: string): Promise<object[]> {
  const rows: object[] = []
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.pdf')) continue
    const document = basename(file, '.pdf')
    const names = { corpus: 'made', template: document, document, fold: 'made' }
    const judge = judgeByPlaces(join(folder, `${document}.json`))
    rows.push(...(await rowsOf(join(folder, file), judge, names)))
  }
  return rows
}

const rows = await ofCorpora()
for (const made of values.made ?? []) rows.push(...(await ofMade(made)))
const folder = values.rows ?? (await mkdtemp(join(tmpdir(), 'recto-train-')))
await mkdir(folder, { recursive: true })
const path = join(folder, 'figures.jsonl')
await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'))
execFileSync(
  '/usr/bin/python3',
  [
    join(reader, 'training', 'fit_trees.py'),
    path,
    join(reader, 'models', 'figures.json'),
    ...(values.folds ? ['--folds'] : []),
    ...(values.weights === undefined ? [] : ['--weights', values.weights]),
  ],
  { stdio: 'inherit' },
)
