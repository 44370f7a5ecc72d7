/**
 * Prints what each pass of the PDF reader makes of a word on a page: `npm run why FILE PAGE WORD…`.
 *
 * Omits passes that do not change the words.
 */
import { readFileSync } from 'node:fs'
import { defaultLimits } from '../engine/src/limits.ts'
import { readWithPages } from '../engine/src/readers/pdf/index.ts'
import { observer } from '../engine/src/readers/pdf/structure/block-labels.ts'
import type { DocumentLayout } from '../engine/src/readers/pdf/structure/index.ts'
import { featureNames, fillRow } from '../engine/src/readers/pdf/structure/lines/features.ts'
import type { LineSequence } from '../engine/src/readers/pdf/structure/lines/index.ts'

const [path, number, ...words] = process.argv.slice(2)
const page = Number(number)
if (path === undefined || !Number.isInteger(page) || words.length === 0) {
  process.stderr.write('Usage: npm run why FILE PAGE WORD…\n')
  process.exit(1)
}
const text = words.join(' ')

type Unit = DocumentLayout['units'][number][number]

/** Prints one line for each occurrence of the words on the page. */
function describe(layout: DocumentLayout): string[] {
  const running = layout.pages
    .find((own) => own.number === page)
    ?.pieces.filter((piece) => piece.text.includes(text) && layout.furniture.has(piece))
    .map((piece) => `running ${layout.furniture.get(piece)}: ${short(piece.text)}`)
  const units = layout.units.flat().flatMap((unit) => {
    return unit.page === page ? describeUnit(unit, layout) : []
  })
  const tables = layout.tables.flatMap((table) =>
    table.cells
      .filter((cell) => (cell.page ?? table.page) === page && cell.text.includes(text))
      .map(({ row, column, text: own }) => {
        return `cell ${row}.${column} of a ${table.kind} table: ${short(own)}`
      }),
  )
  return [...(running ?? []), ...tables, ...units]
}

function describeUnit(unit: Unit, { levels, items, foundNotes, labelledItems }: DocumentLayout) {
  if (unit.type !== 'text') return []
  const own = unit.lines.map((line) => line.text).join(' ')
  if (!own.includes(text)) return []
  const level = levels.get(unit)
  const isItem = items.has(unit) || labelledItems?.has(unit)
  const kind = foundNotes.has(unit) ? 'note' : isItem ? 'item' : 'paragraph'
  const name = level === undefined ? kind : level === 0 ? 'title' : `heading ${level}`
  return [`${name}, ${unit.lines.length} lines, column ${unit.column}: ${short(own)}`]
}

function short(own: string): string {
  return own.length > 70 ? `${own.slice(0, 70)}…` : own
}

/** Prints the features that the labels of lines are based on. */
function printFeatures(flow: LineSequence): void {
  const row = new Float32Array(featureNames.length)
  for (const line of flow.lines) {
    if (line.unit.page !== page || !line.line.text.includes(text)) continue
    fillRow(row, line, flow)
    const told = featureNames.flatMap((name, at) => {
      const value = row[at] as number
      return value === 0 ? [] : [`${name} ${Number(value.toFixed(2))}`]
    })
    process.stdout.write(`features: ${told.join(', ')}\n`)
  }
}

let before = ''
observer.onLines = printFeatures
const options = { profile: 'fidelity', limits: defaultLimits } as const
await readWithPages(readFileSync(path), options, {
  onPass: (name, layout) => {
    const now = describe(layout).join('\n  ')
    if (now !== before) process.stdout.write(`${name}\n  ${now}\n`)
    before = now
  },
})
if (before === '') process.stdout.write(`"${text}" was not found on page ${page}.\n`)
