/**
 * Fits `models/figures.json`: decides which areas of a page with drawings are figures.
 *
 * `npm run train:figures`: areas on made pages are labelled by the boxes of their figures, those of the corpora by their words: an
 * area with text of the document, or of a table, is not a figure. Its options are in `../train.ts`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLimits } from '../../engine/src/limits.ts'
import type { BBox } from '../../engine/src/model/index.ts'
import { areaOfBox, commonArea } from '../../engine/src/readers/pdf/boxes.ts'
import { readWithPages } from '../../engine/src/readers/pdf/index.ts'
import { round } from '../../engine/src/readers/pdf/models/index.ts'
import {
  type DrawnArea,
  type DrawnPage,
  findAreas,
} from '../../engine/src/readers/pdf/regions/areas.ts'
import {
  figureFeatureNames,
  figureFeaturesOf,
} from '../../engine/src/readers/pdf/regions/features.ts'
import { corpusRoot, type Sample } from '../../tools/folds/corpora.ts'
import type { TrueTable, TruthReader } from '../tables/truth.ts'
import { type Document, train } from '../train.ts'

/**
 * Weight of areas of the corpora, which are 169 of 3,933. Measured left out, at .4: 14 of them are taken for figures with a
 * weight of 1, 9 with 3, 10 with 6 (most of these are charts whose words are in the text); made ones are as good.
 */
const REAL_WEIGHT = 3

/** @returns 0 … 1: the share of an area that is a figure; `undefined` if unknown. */
type Judge = (area: DrawnArea, page: number) => number | undefined

async function rowsOf({ path, names }: Document, judge: Judge, weight = 1): Promise<object[]> {
  const options = { profile: 'fidelity', ocr: 'off', limits: defaultLimits } as const
  const { pages } = await readWithPages(await readFile(path), options, { readTags: false })
  return pages.flatMap((page) =>
    findAreas(page).flatMap((area) => {
      const label = judge(area, page.number)
      return label === undefined ? [] : [{ ...rowOf(area, page), ...names, label, weight }]
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
      .map(({ fragment }) => fragment.text)
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

/** Judges an area by the boxes of figures: the share of the area within one. */
function judgeByPlaces(path: string): Judge {
  const { blocks }: MadeTruth = JSON.parse(readFileSync(path, 'utf8'))
  const figures = blocks.filter(({ label }) => label === 'figure').flatMap(({ lines }) => lines)
  return ({ drawn }, page) =>
    Math.max(
      0,
      ...figures
        .filter((figure) => figure.page === page)
        .map((figure) => commonArea(figure, drawn) / Math.max(1, areaOfBox(drawn))),
    )
}

/** Shorter texts occur in a document by chance. */
const MIN_LETTERS = 12
const MIN_TEXTS = 3
/** Least share of an area's longer texts that occur in the document. */
const MIN_TEXT_SHARE = 0.7

/** Labels an area with text of the document as not a figure; other areas remain unlabelled. */
function judgeByTexts(source: string): Judge {
  const known = lettersOf(source)
  return ({ inside }) => {
    const texts = inside.map(({ fragment }) => lettersOf(fragment.text))
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

/** Least number and least share of words that make an area a part of a table. */
const MIN_TABLE_WORDS = 10
const MIN_TABLE_SHARE = 0.8

/** Labels an area with the words of a table as not a figure. */
function judgeByTables(tables: readonly TrueTable[], wordsOf: TruthReader['wordsOf']): Judge {
  return ({ inside }) => {
    const words = wordsOf(inside.map(({ fragment }) => fragment.text).join(' '))
    const count = [...words.values()].reduce((sum, own) => sum + own, 0)
    const isPart = tables.some((table) => {
      const common = [...words].map(([word, own]) => Math.min(own, table.words.get(word) ?? 0))
      return common.reduce((sum, own) => sum + own, 0) >= MIN_TABLE_SHARE * count
    })
    return isPart && count >= MIN_TABLE_WORDS ? 0 : undefined
  }
}

function judgeSample({ judged, name }: Sample, { tablesOf, wordsOf }: TruthReader): Judge {
  const byTables = judgeByTables(tablesOf(judged, name), wordsOf)
  // Only these formats hold the whole text of a document, without the text in figures.
  if (judged.truth !== 'jats' && judged.truth !== 'paired') return byTables
  const byTexts = judgeByTexts(textOf(judged.corpus, name))
  return (...area) => byTexts(...area) ?? byTables(...area)
}

function textOf(corpus: string, name: string): string {
  return ['.md', '.xml', '.tables.html']
    .map((ending) => join(corpusRoot, corpus, 'gt', `${name}${ending}`))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

await train(async ({ truth, real, made }) => {
  const figures: object[] = []
  for (const document of real)
    figures.push(...(await rowsOf(document, judgeSample(document.sample, truth), REAL_WEIGHT)))
  // The truth of printed documents has no boxes of figures.
  for (const document of made.filter(({ isPrinted }) => !isPrinted))
    figures.push(...(await rowsOf(document, judgeByPlaces(document.truthPath))))
  return { figures }
})
