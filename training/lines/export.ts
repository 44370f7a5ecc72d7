/**
 * Exports training rows for the labels of lines from documents with ground truth, one file for each corpus.
 *
 * `node export.ts OUT [MADE…]`: reads the corpora in `../shared` and folders of generated pages; writes OUT/lines.bin (rows of
 * floats)
 * and OUT/lines.json (names of features, and for each row its document, label and weight).
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Warnings } from '../../engine/src/errors.ts'
import { defaultLimits } from '../../engine/src/limits.ts'
import { experiments } from '../../engine/src/readers/pdf/experiments.ts'
import { readWithPages } from '../../engine/src/readers/pdf/index.ts'
import { loadTrees } from '../../engine/src/readers/pdf/models/index.ts'
import { observer } from '../../engine/src/readers/pdf/structure/block-labels.ts'
import {
  type PassOptions,
  runPasses,
  type StructurePage,
} from '../../engine/src/readers/pdf/structure/index.ts'
import { featureNames, fillRow } from '../../engine/src/readers/pdf/structure/lines/features.ts'
import { lineLabels } from '../../engine/src/readers/pdf/structure/lines/labels.ts'
import type {
  LineSequence,
  SequenceLine,
} from '../../engine/src/readers/pdf/structure/lines/sequence.ts'
import { listTrainingSamples, type Sample } from '../../tools/folds/corpora.ts'
import { listMade, type MadeFile } from '../made.ts'
import type { TruthBlock as PlacedTruth } from '../pages/truth.ts'
import { type Alignment, align } from './align.ts'
import { placeLines } from './places.ts'
import { readMarkdown, readTruth, type Truth, type TruthBlock } from './truth.ts'

/** The most pages of a document that are also exported as separate documents. */
const MAX_SINGLE_PAGES = 6

/** Weight of a line of which the truth does not surely say what it is. */
const UNSURE_WEIGHT = 0.3

const options = { profile: 'fidelity', limits: defaultLimits, ocr: 'off' } as const

const passOptions: PassOptions = {
  lane: 'fidelity',
  outline: [],
  readTags: false,
  claimsTags: false,
  warnings: new Warnings(),
  addFault: ({ cause }) => {
    throw new Error(cause)
  },
}

interface Names {
  readonly name: string
  readonly corpus: string
  readonly fold: string
  readonly part: string
}

interface ExportedDocument extends Names {
  readonly isPage: boolean
  readonly lines: number
}

interface Label {
  readonly label: string
  readonly weight: number
}

const [out = '', ...madeFolders] = process.argv.slice(2)
mkdirSync(out, { recursive: true })
const file = openSync(join(out, 'lines.bin'), 'w')
const documents: ExportedDocument[] = []
const labels: string[] = []
const weights: number[] = []
const texts: string[] = []

/** A zero leaf for each label: rows must depend neither on earlier weights nor on their features. */
const LEAF = Buffer.from([255, 0, 0, 0, 0, 0, 0])
experiments.lines = loadTrees({
  features: featureNames.join(' '),
  classes: lineLabels.join(','),
  nodes: Buffer.concat(lineLabels.map(() => LEAF)).toString('base64'),
})

function flowCatcher(): LineSequence[] {
  const flows: LineSequence[] = []
  observer.onLines = (flow) => flows.push(flow)
  return flows
}

/** The lines of a document, and of some of its pages as separate documents: many documents have one page. */
async function flowsOf(path: string): Promise<LineSequence[]> {
  const flows = flowCatcher()
  const { pages } = await readWithPages(readFileSync(path), options, { readTags: false })
  if (pages.length < 2) return flows
  const step = Math.max(1, pages.length / MAX_SINGLE_PAGES)
  for (let index = 0; index < pages.length; index += step) {
    const page = pages[Math.floor(index)] as StructurePage
    runPasses([page], passOptions)
  }
  return flows
}

async function exportSample(sample: Sample): Promise<void> {
  const truth = await readTruth(sample.judged, sample.name)
  const { name, fold, part, judged } = sample
  if (truth) await exportDocument(sample.path, truth, { name, corpus: judged.corpus, fold, part })
}

/** Exports a document, and some of its pages, with labels from the words of its truth. */
async function exportDocument(path: string, truth: Truth, names: Names): Promise<void> {
  const [whole, ...pages] = await flowsOf(path)
  if (!whole) return
  const all = labelsOf(whole, truth)
  const labelled = names.corpus === 'office' ? unsureHeadings(whole, all) : all
  exportFlow(names, whole, labelled, false)
  const known = new Map(whole.lines.map((at, index) => [placeOf(at), labelled[index]]))
  for (const page of pages) {
    const own = page.lines.map((at) => known.get(placeOf(at)) ?? unfound(at.index === 0, false))
    exportFlow(names, page, own, true)
  }
}

/** A key that is equal for a line of a document and the same line of a single page. */
function placeOf({ line, block }: SequenceLine): string {
  return `${block.page} ${Math.round(line.baseline)} ${Math.round(line.x0)} ${line.text}`
}

function labelsOf(flow: LineSequence, truth: Truth): Label[] {
  const optional = new Set(truth.optionalHeadings.map(keyOf))
  const found = align(
    flow.lines.map(({ line }) => line.text),
    truth.body,
  )
  const echoes = echoesOfHeadings(flow, found, truth.body)
  return flow.lines.map((at, index): Label => {
    const own = found[index]
    if (echoes.has(index)) return { ...unfound(at.index === 0, false), weight: 1 }
    if (!own) return unfound(at.index === 0, optional.has(keyOf(at.line.text)))
    return { label: labelOf(truth.body[own.block]?.kind, own.isStart), weight: 1 }
  })
}

function exportFlow(
  names: Names,
  flow: LineSequence,
  labelled: readonly Label[],
  isPage: boolean,
): void {
  writeFlow(flow, labelled)
  documents.push({ ...names, isPage, lines: flow.lines.length })
}

function writeFlow(flow: LineSequence, labelled: readonly Label[]): void {
  const row = new Float32Array(featureNames.length)
  for (const [index, at] of flow.lines.entries()) {
    fillRow(row, at, flow)
    writeSync(file, new Uint8Array(row.buffer))
    labels.push(labelled[index]?.label ?? '')
    weights.push(labelled[index]?.weight ?? 0)
    texts.push(at.line.text.slice(0, 80))
  }
}

/** A made document serves for training only. */
const madeFold = { fold: 'generated', part: 'generated' } as const

/** Exports a printed office document, whose truth is Markdown. */
async function exportPrinted({ name, path, truthPath }: MadeFile): Promise<void> {
  const truth = await readMarkdown(readFileSync(truthPath, 'utf8'))
  await exportDocument(path, truth, { name, corpus: 'office', ...madeFold })
}

/**
 * Lowers the weights of a printed office document's paragraphs that the rules take for headings: many authors make headings by bold
 * type alone, so that the source has them as paragraphs.
 */
function unsureHeadings({ lines, facts }: LineSequence, labelled: readonly Label[]): Label[] {
  return labelled.map((own, index) => {
    const block = lines[index]?.block
    const isFound = block !== undefined && facts.verdicts.headings.has(block)
    const isUnsure = isFound && own.label.startsWith('paragraph')
    return isUnsure ? { ...own, weight: Math.min(own.weight, UNSURE_WEIGHT) } : own
  })
}

/** Exports a generated page, whose truth has the boxes of its blocks. */
async function exportMade({ name, path, truthPath }: MadeFile): Promise<void> {
  const { blocks }: { readonly blocks: readonly PlacedTruth[] } = JSON.parse(
    readFileSync(truthPath, 'utf8'),
  )
  const flows = flowCatcher()
  await readWithPages(readFileSync(path), options, { readTags: false })
  const [flow] = flows
  if (!flow) return
  const found = placeLines(flow.lines, blocks)
  const labelled = flow.lines.map((at, index): Label => {
    const own = found[index]
    const kind = kindsOfMade[own?.block.label ?? '']
    if (!own || kind === undefined) return unfound(at.index === 0, false)
    return { label: labelOf(kind, own.isStart), weight: 1 }
  })
  writeFlow(flow, labelled)
  const names = { name, corpus: 'generated', ...madeFold }
  documents.push({ ...names, isPage: false, lines: flow.lines.length })
}

/** Labels for the block types of generated pages; tables and figures are detected by rules. */
const kindsOfMade: Readonly<Record<string, string>> = {
  title: 'heading',
  heading: 'heading',
  paragraph: 'paragraph',
  item: 'item',
  caption: 'paragraph',
  'table note': 'paragraph',
  note: 'paragraph',
  code: 'paragraph',
  contents: 'paragraph',
}

/**
 * Finds repetitions of headings: entries of contents, running heads. Of the lines that match a heading, the heading
 * is the one that its text follows; of several, or without any, the largest.
 */
function echoesOfHeadings(
  flow: LineSequence,
  found: readonly (Alignment | undefined)[],
  blocks: readonly TruthBlock[],
): Set<number> {
  const linesOf = new Map<number, number[]>()
  for (const [index, own] of found.entries()) {
    if (!own || blocks[own.block]?.kind !== 'heading') continue
    linesOf.set(own.block, [...(linesOf.get(own.block) ?? []), index])
  }
  const echoes = new Set<number>()
  for (const lines of linesOf.values()) {
    const starts = lines.filter((index) => found[index]?.isStart)
    const [best] = starts.toSorted((a, b) => weigh(b, flow, found) - weigh(a, flow, found))
    const isListed = best !== undefined && isLed(flow.lines[best]?.facts.text ?? '')
    for (const index of lines) {
      const isOn = best !== undefined && index >= best && index < best + MAX_HEADING_LINES
      const isOwn = index === best || (isOn && found[index]?.isStart === false)
      if (!isOwn || isListed) echoes.add(index)
    }
  }
  return echoes
}

const MAX_HEADING_LINES = 5

function isLed(text: string): boolean {
  return /(?:[.…·]\s?){4,}/.test(text)
}

function weigh(
  index: number,
  flow: LineSequence,
  found: readonly (Alignment | undefined)[],
): number {
  const line = flow.lines[index]
  const own = found[index]
  const next = found.slice(index + 1, index + 4).find((other) => other)
  const isFollowed = own && next && next.start >= own.end - 1 && next.start <= own.end + 3
  if (!line) return 0
  const isEntry = isLed(line.facts.text) || line.facts.isEntry
  return (isFollowed ? 2 : 0) - (isEntry ? 1.5 : 0) + line.line.size / flow.facts.body.size
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '')
}

function labelOf(kind: string | undefined, isStart: boolean): string {
  const name = kind === 'heading' || kind === 'item' ? kind : 'paragraph'
  return isStart ? name : `${name} on`
}

/**
 * The label of a line that is missing in the truth: rules decide if it begins a block; a line optional in the truth has
 * no weight.
 */
function unfound(isStart: boolean, isOptional: boolean): Label {
  return { label: isStart ? 'paragraph' : 'paragraph on', weight: isOptional ? 0 : UNSURE_WEIGHT }
}

for (const sample of listTrainingSamples('lines')) {
  try {
    await exportSample(sample)
  } catch (error) {
    process.stderr.write(`${sample.name}: ${error}\n`)
  }
}
for (const folder of madeFolders) {
  for (const file of listMade(folder)) await (file.isPrinted ? exportPrinted : exportMade)(file)
}
closeSync(file)
writeFileSync(
  join(out, 'lines.json'),
  JSON.stringify({ features: featureNames, documents, labels, weights, texts }),
)
process.stdout.write(`${documents.length} documents, ${labels.length} lines\n`)
