/** A page of a PDF → an SVG of its text with one stage painted over it: `npm run overlay FILE -- --page 3 --stage tables > page.svg`. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { defaultLimits } from '../engine/src/limits.ts'
import type { BBox } from '../engine/src/model/index.ts'
import {
  acquireEngine,
  closeDocument,
  openDocument,
  type Page,
  readPage,
  releaseEngine,
} from '../engine/src/readers/pdf/content/index.ts'
import {
  findColumns,
  findWords,
  groupByFrame,
  groupIntoLines,
  groupIntoPieces,
  toPageBox,
  type Word,
} from '../engine/src/readers/pdf/layout/index.ts'
import { findTables } from '../engine/src/readers/pdf/tables/index.ts'

/** A box to paint: in points of the page, named by what stands at its corner. */
interface Mark {
  readonly box: BBox
  readonly color: string
  readonly name?: string
}

interface Stage {
  readonly about: string
  readonly paint: (page: Page, words: readonly Word[]) => readonly Mark[]
}

/** By name, in the order of the reading. */
const stages: Readonly<Record<string, Stage>> = {
  words: { about: 'each word', paint: (_page, words) => words.map(markOfWord) },
  drawings: { about: 'rulings, fills, pictures and other shapes', paint: marksOfDrawings },
  lines: { about: 'lines, numbered in the order of the columns', paint: marksOfLines },
  tables: { about: 'tables and their cells', paint: marksOfTables },
}

function markOfWord({ frame, x0, x1, baseline, size }: Word): Mark {
  const box = toPageBox(frame, { x0, x1, y0: baseline - 0.72 * size, y1: baseline + 0.22 * size })
  return { box, color: '#06c' }
}

function marksOfDrawings({ drawings }: Page): Mark[] {
  return [
    ...drawings.fills.map((box) => ({ box, color: '#c80' })),
    ...drawings.shapes.map((box) => ({ box, color: '#80c' })),
    ...drawings.images.map((box) => ({ box, color: '#0a0' })),
    ...drawings.rulings.map(({ isLevel, at, from, to }) => ({
      box: isLevel ? { x0: from, x1: to, y0: at, y1: at } : { x0: at, x1: at, y0: from, y1: to },
      color: '#d00',
    })),
  ]
}

function marksOfLines(_page: Page, words: readonly Word[]): Mark[] {
  const columns = groupByFrame(words).flatMap((group) => findColumns(groupIntoPieces(group)))
  const lines = columns.flatMap(({ pieces, leftwards }) => groupIntoLines(pieces, leftwards))
  return lines.map((line, index) => ({
    box: line.pieces[0] ? toPageBox(line.pieces[0].frame, line) : line,
    color: '#06c',
    name: `${index + 1}`,
  }))
}

function marksOfTables({ number, width, height, drawings }: Page, words: readonly Word[]): Mark[] {
  return findTables({ number, width, height, words, drawings }).flatMap((table) => [
    { box: table.box, color: '#d00', name: `${table.kind} ${table.rowCount}×${table.columnCount}` },
    ...table.cells.flatMap(({ box, row, column, header }) =>
      box ? [{ box, color: header ? '#080' : '#06c', name: `${row}.${column}` }] : [],
    ),
  ])
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`)
}

function svgOf({ width, height }: Page, words: readonly Word[], marks: readonly Mark[]): string {
  const texts = words.map(({ frame, text, x0, x1, baseline, size }) => {
    const turn = frame.angleDegrees === 0 ? '' : ` transform="rotate(${frame.angleDegrees})"`
    const place = `x="${x0}" y="${baseline}" textLength="${x1 - x0}" font-size="${size}"`
    return `<text ${place} lengthAdjust="spacingAndGlyphs"${turn}>${escapeXml(text)}</text>`
  })
  const boxes = marks.map(({ box: { x0, y0, x1, y1 }, color, name = '' }) => {
    const rect = `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" stroke="${color}"/>`
    return `${rect}<text x="${x0}" y="${y0}" font-size="4" fill="${color}">${escapeXml(name)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<g font-family="sans-serif" fill="#888">${texts.join('\n')}</g>`,
    `<g fill="none" stroke-width="0.5">${boxes.join('\n')}</g>`,
    '</svg>\n',
  ].join('\n')
}

const usage = `Usage: npm run overlay FILE -- [--page N] [--stage NAME] > page.svg

Stages:
${Object.entries(stages)
  .map(([name, { about }]) => `  ${name.padEnd(10)}${about}`)
  .join('\n')}
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      page: { type: 'string', default: '1' },
      stage: { type: 'string', default: 'tables' },
    },
    allowPositionals: true,
  })
  const stage = stages[values.stage]
  const [path] = positionals
  if (!path || !stage) {
    process.stderr.write(usage)
    process.exitCode = 1
    return
  }
  const engine = await acquireEngine(defaultLimits.pdfMemoryBytes)
  const document = openDocument(engine, readFileSync(path))
  const page = readPage(document, Number(values.page), new Map(), 'full')
  closeDocument(document)
  releaseEngine(engine)
  if (!page) throw new Error(`${path} has no page ${values.page} that can be read.`)
  const { words } = findWords(page)
  process.stdout.write(svgOf(page, words, stage.paint(page, words)))
}

await main()
