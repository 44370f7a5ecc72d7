/**
 * Counts the character sequences that the reader of scans compares readings with: `models/sequences.json`.
 *
 * `node training/readings/sequences.ts` takes the Markdown of the corpora in `../shared` that hold no scans, and made
 * lines of receipts. The same texts give the same file.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sequenceFormat, symbolOf } from '../../engine/src/readers/pdf/models/sequences.ts'
import { shared } from '../../tools/folds/corpora.ts'
import { modelsFolder } from '../fit-trees.ts'
import { makeReceiptLines } from './receipt-lines.ts'

const MADE_LINES = 4_000
/** A longer n-gram is kept if it makes its text more likely by at least this much, in nats. */
const MIN_GAIN = 30
const out = join(modelsFolder, 'sequences.json')

/** No corpus of which pages are scanned. */
const sources = [
  'corpus/pdf/{paired-md,paired-tex,pmc-jats,jose-jats}/gt/*.md',
  'corpus/office/*/*/gt/*.md',
]

interface Counted {
  count: number
  readonly next: Map<string, Counted>
}

function newCounted(): Counted {
  return { count: 0, next: new Map() }
}

function plainTextOf(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/```[\s\S]*?```|\$\$[\s\S]*?\$\$|\$[^$\n]*\$|<[^>]*>|!?\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/[#*|_`\\]/g, ' ')
}

/** Counts the sequences of a line up to the greatest length. */
function count(line: string, root: Counted): void {
  const symbols = [...` ${line.replace(/\s+/g, ' ').trim()} `].map(symbolOf)
  for (let start = 0; start < symbols.length; start++) {
    let gram = root
    gram.count += 1
    for (const symbol of symbols.slice(start, start + sequenceFormat.length)) {
      const next = gram.next.get(symbol) ?? newCounted()
      gram.next.set(symbol, next)
      next.count += 1
      gram = next
    }
  }
}

/** Returns the counts of what follows a sequence. */
function find(root: Counted, sequence: string): Counted | undefined {
  let gram: Counted | undefined = root
  for (const symbol of sequence) gram = gram?.next.get(symbol)
  return gram
}

/** Smooths with the number of different continuations (Witten and Bell, 1991). */
function chanceOf(root: Counted, context: string, symbol: string): number {
  const gram = find(root, context)
  const lower = context === '' ? 1 / 96 : chanceOf(root, context.slice(1), symbol)
  if (!gram || gram.next.size === 0) return lower
  let total = 0
  for (const { count } of gram.next.values()) total += count
  const kinds = gram.next.size
  return ((gram.next.get(symbol)?.count ?? 0) + kinds * lower) / (total + kinds)
}

interface Stored {
  readonly lengths: string[]
  readonly values: number[]
}

/** Appends the n-grams below a context; keeps those that are much more likely than without their first character. */
function store(root: Counted, gram: Counted, context: string, into: Stored): number {
  let [rest, restLower] = [1, 1]
  for (const [symbol, next] of [...gram.next].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const chance = chanceOf(root, context, symbol)
    const lower = context === '' ? 1 / 96 : chanceOf(root, context.slice(1), symbol)
    const at = into.values.length
    into.lengths.push(`${context.length + 1}${symbol}`)
    into.values.push(quantize(-Math.log(chance)), 128)
    const before = into.values.length
    const backOff =
      context.length + 1 < sequenceFormat.length ? store(root, next, context + symbol, into) : 0
    const isUsed = into.values.length > before
    if (!isUsed && context !== '' && next.count * Math.abs(Math.log(chance / lower)) < MIN_GAIN) {
      into.lengths.pop()
      into.values.length = at
      continue
    }
    into.values[at + 1] = quantize(backOff) + 128
    rest -= chance
    restLower -= lower
  }
  return rest < 1 ? Math.log(Math.max(1e-6, rest) / Math.max(1e-6, restLower)) : 0
}

function quantize(value: number): number {
  return Math.max(-128, Math.min(value < 0 ? 127 : 255, Math.round(value / sequenceFormat.step)))
}

const root = newCounted()
const paths = sources.flatMap((glob) => globSync(glob, { cwd: shared })).toSorted()
for (const path of paths) {
  for (const line of plainTextOf(readFileSync(join(shared, path), 'utf8')).split('\n'))
    count(line, root)
}
for (const line of makeReceiptLines(MADE_LINES)) count(line, root)
const stored: Stored = { lengths: [], values: [] }
store(root, root, '', stored)
const bytes = Buffer.from(stored.values)
const text = JSON.stringify({ grams: stored.lengths.join(''), values: bytes.toString('base64') })
writeFileSync(out, `${text}\n`)
process.stdout.write(`${stored.lengths.length} sequences, ${text.length} characters\n`)
