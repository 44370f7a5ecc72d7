/** Tests that the JSON contains everything in the Markdown and follows the rules of DoclingDocument, for generated documents and every fixture. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCases, readBytes, readInput } from '../../fixtures.ts'
import { defaultLimits } from '../../limits.ts'
import {
  type Block,
  type Caption,
  type Cell,
  type Document,
  type Inline,
  type Item,
  type Marker,
  type Provenance,
  type Row,
  text,
} from '../../model/index.ts'
import { parseMediaType } from '../../sniff/index.ts'
import { writeMarkdown } from '../markdown/index.ts'
import { findFaults } from './faults.ts'
import { type DoclingDocument, fromDocling, stringifyDocling, toDocling } from './index.ts'

/** Runs of each property; `FUZZ=100` multiplies them, for use after a change of rules. */
const RUNS = 300 * Number(process.env['FUZZ'] ?? 1)

/** Limits the search for a smaller counterexample. */
const SHRINK_MS = 60_000

/** Module whose `validate(document, { strict })` returns `{ errors }`; docling-core's own rules need more than this project installs. */
const validatorPath = process.env['RECTO_DOCLING_VALIDATOR']
type Validate = (docling: unknown, options: { strict: boolean }) => { readonly errors: string[] }
const { validate } = validatorPath
  ? ((await import(validatorPath)) as { readonly validate: Validate })
  : { validate: undefined }
if (!validate) {
  process.stdout.write('Skipped: docling-core’s rules (set RECTO_DOCLING_VALIDATOR to a module).\n')
}

const source = {
  filename: 'a.pdf',
  mediaType: 'application/pdf',
  bytes: new TextEncoder().encode('a'),
}

const print = (document: Document): string =>
  writeMarkdown(document, { tables: 'html', limits: defaultLimits })

function expectTheSame(document: Document, made = toDocling(document, source)): void {
  // Through JSON text, like a caller who stores only that.
  const docling = JSON.parse(stringifyDocling(made, 'object')) as DoclingDocument
  expect(print(fromDocling(docling))).toBe(print(document))
  expect(findFaults(docling)).toEqual([])
  if (validate) expect(validate(docling, { strict: true }).errors).toEqual([])
}

const flag = fc.constantFrom(undefined, undefined, true)
const value = fc.constantFrom(
  ...['a', ' b', 'c ', ' ', '', '*x*', '[x] y', '1. z', 'e\u0301', '\u0301', 'a|b', '$5', '- d'],
  ...['two\nlines', 'http://a.b/c', '<b>', 'word and words', '#', '---'],
)
/** Generates a record without the keys whose value is `undefined`. */
const record = <Value extends object>(model: { [Key in keyof Value]: fc.Arbitrary<Value[Key]> }) =>
  // Sound: JSON drops keys without a value, which the node types allow for optional properties.
  fc.record(model).map((made) => JSON.parse(JSON.stringify(made)) as Value)

const run = fc
  .tuple(
    value,
    fc.record({
      bold: flag,
      italic: flag,
      strike: flag,
      underline: flag,
      script: fc.constantFrom(undefined, undefined, 'sub', 'super'),
    }),
  )
  .map(([each, marks]): Inline => JSON.parse(JSON.stringify({ ...text(each), ...marks })) as Inline)

const { inline } = fc.letrec<{ inline: Inline }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 2 },
    { weight: 6, arbitrary: run },
    value.map((each): Inline => ({ type: 'code', text: each })),
    fc.constantFrom('x', ' y^2\n', '').map((latex): Inline => ({ type: 'formula', latex })),
    fc.constant<Inline>({ type: 'lineBreak' }),
    fc.constantFrom('1', '2', 'none').map((note): Inline => ({ type: 'noteReference', note })),
    fc.constantFrom('', 'A picture').map((alt): Inline => ({ type: 'image', alt })),
    fc
      .tuple(
        fc.constantFrom('u', 'http://a.b/', '#c', 'javascript:x', ''),
        fc.array(tie('inline'), { maxLength: 2 }),
      )
      .map(([target, inlines]): Inline => ({ type: 'link', target, inlines })),
  ),
}))
const inlines = fc.array(inline, { maxLength: 4 })

const coordinate = fc.integer({ min: -50, max: 900 })
const location = fc
  .tuple(fc.constantFrom(1, 2), coordinate, coordinate, coordinate, coordinate)
  .map(([page, a, b, c, d]): Provenance => {
    const bbox = {
      x0: Math.min(a, b),
      y0: Math.min(c, d),
      x1: Math.max(a, b),
      y1: Math.max(c, d),
    }
    return { type: 'page', page, bbox, characters: Math.abs(a % 7) }
  })
const provenance = fc.oneof(fc.constant(undefined), fc.array(location, { maxLength: 3 }))
const caption = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  record<Caption>({ inlines, position: fc.constantFrom('above', 'below') }),
)
const marker = fc.constantFrom<Marker>(
  { type: 'bullet' },
  { type: 'bullet' },
  { type: 'number', value: 1, delimiter: '.' },
  { type: 'number', value: 2, delimiter: ')' },
  { type: 'number', value: -3, delimiter: '.' },
  { type: 'label', text: '(a)' },
  { type: 'label', text: '1)' },
  { type: 'label', text: ' ' },
)

/** Generates rows without overlapping cells: each column begins a cell, ends one, or is inside one. */
function toRows(contents: readonly (readonly (Cell['content'] | undefined)[])[]): Row[] {
  return contents.map((row) => ({
    cells: row.flatMap((content, column): Cell[] => {
      if (content === undefined) return []
      const end = row.findIndex((each, index) => index > column && each !== undefined)
      const columnSpan = (end < 0 ? row.length : end) - column
      return [{ column, content, ...(columnSpan > 1 && { columnSpan }) }]
    }),
  }))
}

/** Blocks in blocks and blocks in cells share one depth limit, so that documents stay small. */
const depth = { maxDepth: 3, depthIdentifier: 'blocks' }

const COLUMNS = 3
const { block } = fc.letrec<{ block: Block; blocks: Block[]; item: Item }>((tie) => {
  // Sound: each tie has its declared type.
  const inner = tie('blocks') as fc.Arbitrary<Block[]>
  const content = fc.oneof(depth, fc.constant(undefined), value, fc.constant('12'), inner)
  return {
    blocks: fc.array(tie('block') as fc.Arbitrary<Block>, { maxLength: 2 }),
    item: record<Item>({ marker, checked: flag, blocks: inner } as never),
    block: fc.oneof(
      depth,
      ...[
        record<Block>({
          type: fc.constant('paragraph'),
          inlines,
          role: fc.constantFrom(undefined, undefined, undefined, 'caption', 'footnote'),
          checked: fc.constantFrom(undefined, undefined, undefined, true, false),
          provenance,
        } as never),
        record<Block>({
          type: fc.constant('heading'),
          level: fc.integer({ min: 1, max: 8 }),
          inlines,
        } as never),
        record<Block>({
          type: fc.constant('codeBlock'),
          text: fc.constantFrom('', 'a\n  b', '```'),
          language: fc.constantFrom(undefined, 'python', 'brainfuck'),
        } as never),
        record<Block>({
          type: fc.constant('formulaBlock'),
          latex: fc.constantFrom('x', 'a\nb', '', 'y \\tag{1}'),
          number: fc.constantFrom(undefined, '3', '{a}'),
        } as never),
        fc.constant<Block>({ type: 'thematicBreak' }),
        fc.constant<Block>({ type: 'plainText', text: '# as *it* is\n\n\nb' }),
        record<Block>({
          type: fc.constant('list'),
          items: fc.array(tie('item'), { maxLength: 3 }),
          provenance,
        } as never),
        record<Block>({ type: fc.constant('quote'), blocks: inner } as never),
        record<Block>({
          type: fc.constant('figure'),
          alt: fc.constantFrom(undefined, '', 'A chart'),
          caption,
          blocks: inner,
        } as never),
        record<Block>({
          type: fc.constant('furniture'),
          kind: fc.constantFrom('header', 'footer'),
          blocks: inner,
        } as never),
        record<Block>({
          type: fc.constant('section'),
          kind: fc.constantFrom('notes', 'comments'),
          blocks: inner,
        } as never),
        fc
          .tuple(
            fc.array(fc.array(content, { minLength: COLUMNS, maxLength: COLUMNS }), {
              minLength: 1,
              maxLength: 2,
            }),
            caption,
            fc.oneof(fc.constant(undefined), inner),
            provenance,
          )
          .map(
            ([contents, own, notes, locations]): Block => ({
              type: 'table',
              columnCount: COLUMNS,
              rows: toRows(contents),
              ...(own && { caption: own }),
              ...(notes && notes.length > 0 && { notes }),
              ...(locations && { provenance: locations }),
            }),
          ),
      ],
    ),
  } as never
})

const section = record<Block>({
  type: fc.constant('section'),
  kind: fc.constantFrom('slide', 'sheet'),
  title: fc.constantFrom(undefined, [text('Title')]),
  blocks: fc.array(block, { maxLength: 4 }),
} as never)
const title: Block = { type: 'title', inlines: [text('The title')] }
const documents = fc
  .record({
    title: fc.constantFrom([], [], [title]),
    blocks: fc.array(fc.oneof({ weight: 6, arbitrary: block }, section), { maxLength: 5 }),
    notes: fc.array(fc.array(block, { maxLength: 3 }), { maxLength: 2 }),
  })
  .map(
    (made): Document => ({
      pages: [
        { number: 1, size: { width: 600, height: 800 } },
        { number: 2, size: { width: 500.1234567, height: 700 } },
      ],
      blocks: [...made.title, ...made.blocks],
      notes: made.notes.map((blocks, index) => ({ id: String(index + 1), blocks })),
    }),
  )

describe('C16: the JSON holds all of the Markdown, and is a valid DoclingDocument', () => {
  test('for generated documents', () => {
    fc.assert(
      fc.property(documents, (document) => expectTheSame(document)),
      { numRuns: RUNS, interruptAfterTimeLimit: SHRINK_MS },
    )
  })

  test.each(findCases())('for fixtures/$name', async (fixture) => {
    const bytes = readInput(fixture)
    const { mediaType: declared } = fixture
    const { document } = await readBytes(bytes, { mediaType: declared, profile: 'fidelity' })
    const mediaType = parseMediaType(declared).type
    expectTheSame(document, toDocling(document, { filename: 'input', mediaType, bytes }))
  })
})
