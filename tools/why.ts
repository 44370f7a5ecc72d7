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

type LayoutItem = DocumentLayout['layoutBlocks'][number][number]

/** Prints one line for each occurrence of the words on the page. */
function describe(layout: DocumentLayout): string[] {
  const running = layout.pages
    .find((own) => own.number === page)
    ?.fragments.filter((part) => part.text.includes(text) && layout.furniture.has(part))
    .map((part) => `running ${layout.furniture.get(part)}: ${short(part.text)}`)
  const texts = layout.layoutBlocks.flat().flatMap((item) => {
    return item.page === page ? describeItem(item, layout) : []
  })
  const tables = layout.tables.flatMap((table) =>
    table.cells
      .filter((cell) => (cell.page ?? table.page) === page && cell.text.includes(text))
      .map(({ row, column, text: own }) => {
        return `cell ${row}.${column} of a ${table.kind} table: ${short(own)}`
      }),
  )
  return [...(running ?? []), ...tables, ...texts]
}

function describeItem(
  item: LayoutItem,
  { levels, items, foundNotes, labelledItems }: DocumentLayout,
) {
  if (item.type !== 'text') return []
  const own = item.lines.map((line) => line.text).join(' ')
  if (!own.includes(text)) return []
  const level = levels.get(item)
  const isItem = items.has(item) || labelledItems?.has(item)
  const kind = foundNotes.has(item) ? 'note' : isItem ? 'item' : 'paragraph'
  const name = level === undefined ? kind : level === 0 ? 'title' : `heading ${level}`
  return [`${name}, ${item.lines.length} lines, column ${item.column}: ${short(own)}`]
}

function short(own: string): string {
  return own.length > 70 ? `${own.slice(0, 70)}…` : own
}

/** Prints the features that the labels of lines are based on. */
function printFeatures(flow: LineSequence): void {
  const row = new Float32Array(featureNames.length)
  for (const line of flow.lines) {
    if (line.block.page !== page || !line.line.text.includes(text)) continue
    fillRow(row, line, flow)
    const lines = featureNames.flatMap((name, at) => {
      const value = row[at] as number
      return value === 0 ? [] : [`${name} ${Number(value.toFixed(2))}`]
    })
    process.stdout.write(`features: ${lines.join(', ')}\n`)
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
