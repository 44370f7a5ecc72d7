/** Tests that other parsers read back the structure, cells and notes of written blocks. */
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import {
  type Block,
  bullet,
  type Cell,
  type Inline,
  type Item,
  list,
  type Marker,
  paragraph,
  text,
} from '../../model/index.ts'
import { markupLike, wordLike } from './testing/fragments.ts'
import { code, reference, write } from './testing/nodes.ts'

/** Runs of each property; `FUZZ=100` multiplies them, for use after a change of rules. */
const RUNS = 400 * Number(process.env['FUZZ'] ?? 1)

/** Returns the visible text; line breaks become newlines. */
function textOf(node: Nodes): string {
  if ('value' in node && node.type !== 'html') return node.value
  if (node.type === 'break') return '\n'
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const squeeze = (value: string): string => value.replace(/\s+/g, ' ').trim()
const bare = (value: string): string => value.replace(/\s+/g, '')

const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...markupLike) },
  { weight: 2, arbitrary: fc.constantFrom(...wordLike) },
  { weight: 2, arbitrary: fc.constant(' ') },
)
const fragments = fc.array(fragment, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''))

/** Structure with texts, as intended or as read back. */
type Shape = string | readonly [string, ...Shape[]]

const singleDollars = {
  extensions: [gfm(), math()],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
}

function shapeOf(node: Nodes): Shape[] {
  switch (node.type) {
    case 'root':
      return node.children.flatMap(shapeOf)
    case 'heading':
      return [[`heading ${node.depth}`, squeeze(textOf(node))]]
    case 'paragraph': {
      const [only] = node.children
      return only?.type === 'inlineMath' && node.children.length === 1
        ? [['formula', only.value]]
        : [['paragraph', squeeze(textOf(node))]]
    }
    case 'code':
      return [['code', node.value]]
    case 'math':
      return [['formula', node.value]]
    case 'thematicBreak':
      return [['rule']]
    case 'html':
      return node.value === '<!-- -->' ? [] : [['html', node.value]]
    case 'blockquote':
      return [['quote', ...node.children.flatMap(shapeOf)]]
    case 'list':
      return [[node.ordered ? `list ${node.start}` : 'list', ...node.children.flatMap(shapeOf)]]
    case 'listItem': {
      const box = node.checked === null || node.checked === undefined ? '' : ` ${node.checked}`
      return [[`item${box}`, ...node.children.flatMap(shapeOf)]]
    }
    case 'table':
      return [
        [
          'table',
          ...node.children.map(
            (row): Shape => ['row', ...row.children.map((cell) => squeeze(textOf(cell)))],
          ),
        ],
      ]
    case 'footnoteDefinition':
      return [[`note ${node.identifier}`, ...node.children.flatMap(shapeOf)]]
    default:
      return [[node.type]]
  }
}

/** A block with its expected structure. */
interface Sample {
  readonly block: Block
  readonly shape: Shape
}

const words = fragments
  .map(squeeze)
  .filter((value) => /[a-z0-9]/.test(value) && !/[$`<]/.test(value))

const paragraphs = words.map(
  (value): Sample => ({ block: paragraph(value), shape: ['paragraph', value] }),
)
const codes = fc
  .array(fc.constantFrom('a = 1', '  b', '```', '', '# x', '- y', '\tz', '| a |'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lines) => lines.join('\n').replace(/\n+$/, ''))
  .filter((code) => code.trim() !== '')
  .map((code): Sample => ({ block: { type: 'codeBlock', text: code }, shape: ['code', code] }))
const formulas = fc
  .constantFrom('x^2', 'a\nb', '\\frac{1}{2}', 'a | b')
  .map((latex): Sample => ({ block: { type: 'formulaBlock', latex }, shape: ['formula', latex] }))
const rules = fc.constant<Sample>({ block: { type: 'thematicBreak' }, shape: ['rule'] })
const tables = fc
  .array(fc.array(words, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
  .map(
    (rows): Sample => ({
      block: {
        type: 'table',
        columnCount: 2,
        rows: rows.map((cells) => ({
          cells: cells.map((content, column) => ({ column, content })),
        })),
      },
      shape: ['table', ...rows.map((cells): Shape => ['row', ...cells])],
    }),
  )

const { block: blocks } = fc.letrec<{ block: Sample; list: Sample; quote: Sample }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    paragraphs,
    codes,
    formulas,
    rules,
    tables,
    tie('list'),
    tie('quote'),
  ),
  quote: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map(
    (inner): Sample => ({
      block: { type: 'quote', blocks: inner.map(({ block }) => block) },
      shape: ['quote', ...inner.map(({ shape }) => shape)],
    }),
  ),
  list: fc
    .tuple(
      fc.constantFrom<Marker>(
        bullet,
        { type: 'number', value: 1, delimiter: '.' },
        { type: 'number', value: 9, delimiter: ')' },
      ),
      fc.array(
        fc.tuple(
          fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
          fc.constantFrom(undefined, undefined, true, false),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([marker, items]) => toList(marker, items)),
}))

function toList(
  marker: Marker,
  items: readonly (readonly [readonly Sample[], boolean | undefined])[],
): Sample {
  const first = marker.type === 'number' ? marker.value : undefined
  return {
    block: list(
      items.map(
        ([inner, checked], index): Item => ({
          marker: marker.type === 'number' ? { ...marker, value: marker.value + index } : marker,
          blocks: inner.map(({ block }) => block),
          // A check box needs text after it.
          ...(checked !== undefined && inner[0]?.block.type === 'paragraph' && { checked }),
        }),
      ),
    ),
    shape: [
      first === undefined ? 'list' : `list ${first}`,
      ...items.map(
        ([inner, checked]): Shape => [
          checked !== undefined && inner[0]?.block.type === 'paragraph'
            ? `item ${checked}`
            : 'item',
          ...inner.map(({ shape }) => shape),
        ],
      ),
    ],
  }
}

describe('C7, C8, C9, C10, C12: structure reads back', () => {
  const samples = fc.array(blocks, { minLength: 1, maxLength: 4 })
  const read = (markdown: string): Shape[] => shapeOf(fromMarkdown(markdown, singleDollars))

  test('for blocks nested in blocks', () => {
    fc.assert(
      fc.property(samples, (parts) => {
        const markdown = write(parts.map(({ block }) => block))
        expect(read(markdown)).toEqual(parts.map(({ shape }) => shape))
      }),
      { numRuns: RUNS },
    )
  })

  test('within a note, too', () => {
    fc.assert(
      fc.property(samples, (parts) => {
        const notes = [{ id: 'n', blocks: parts.map(({ block }) => block) }]
        const markdown = write([paragraph([text('x'), { type: 'noteReference', note: 'n' }])], {
          notes,
        })
        expect(read(markdown)).toEqual([
          ['paragraph', 'x'],
          ['note 1', ...parts.map(({ shape }) => shape)],
        ])
      }),
      { numRuns: RUNS / 2 },
    )
  })

  test('C1: lines are tidy outside of code', () => {
    fc.assert(
      fc.property(samples, (parts) => {
        const markdown = write(
          parts
            .filter(({ shape }) => !JSON.stringify(shape).includes('"code"'))
            .map(({ block }) => block),
        )
        expect(markdown).not.toMatch(/[ \t]$|\n{3,}/m)
        expect(markdown).toMatch(/^(?:\S(?:[\s\S]*\S)?\n)?$/)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('C8: cells read back', () => {
  const codeLike = fc
    .array(fc.constantFrom('|', '`', '\\', 'a', ' ', '``', '*', '<b>', '$'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
  /** A run with its expected text. */
  const run = fc.oneof(
    fragments.map((value): [Inline, string] => [text(value), value]),
    fragments.map((value): [Inline, string] => [text(value, { bold: true }), value]),
    codeLike.map((value): [Inline, string] => [code(value), value]),
    fragments.map((value): [Inline, string] => [
      { type: 'link', target: 'http://a.b/(c|d', inlines: [text(value)] },
      value,
    ]),
  )
  const runs = fc.array(run, { maxLength: 3 })
  const contentOf = (parts: readonly [Inline, string][]): readonly Block[] => [
    paragraph(parts.map(([inline]) => inline)),
  ]
  const meant = (parts: readonly [Inline, string][]): string =>
    bare(parts.map(([, value]) => value).join(''))

  test('of pipe tables: code, links and bold text with bars', () => {
    const rows = fc.array(fc.tuple(runs, runs), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(rows, (parts) => {
        const markdown = write([
          {
            type: 'table',
            columnCount: 3,
            rows: parts.map((row) => ({
              cells: [
                { column: 0, content: 'x' },
                ...row.map((cell, index) => ({ column: index + 1, content: contentOf(cell) })),
              ],
            })),
          },
        ])
        const [table, ...others] = childrenOf(
          fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
        )
        expect(others).toEqual([])
        expect(
          childrenOf(table).map((row) => childrenOf(row).map((cell) => bare(textOf(cell)))),
        ).toEqual(parts.map((row) => ['x', ...row.map(meant)]))
      }),
      { numRuns: RUNS },
    )
  })

  test('of HTML tables: one block of Markdown, every cell at its position with its text', () => {
    const cell = fc.record({
      parts: fc.array(runs, { minLength: 1, maxLength: 2 }),
      isWide: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const rows = cells.map(({ parts, isWide }) => ({
          cells: [
            {
              column: 0,
              ...(isWide && { columnSpan: 2 }),
              content: parts.flatMap(contentOf),
            },
            ...(isWide ? [] : [{ column: 1, content: 'y' }]),
          ] satisfies Cell[],
        }))
        const last = { cells: [{ column: 0, columnSpan: 2, content: 'end' }] }
        const markdown = write([{ type: 'table', columnCount: 2, rows: [...rows, last] }])
        expect(childrenOf(fromMarkdown(markdown)).map(({ type }) => type)).toEqual(['html'])
        expect(readHtmlRows(markdown)).toEqual([
          ...cells.map(({ parts, isWide }) => {
            const own = parts.map(meant).join('')
            return isWide ? [`${own} over 2`] : [own, 'y']
          }),
          ['end over 2'],
        ])
      }),
      { numRuns: RUNS },
    )
  })

  /** Returns the cells of each row: text without spaces, and the number of spanned columns. */
  function readHtmlRows(html: string): string[][] {
    type Node = DefaultTreeAdapterTypes.ChildNode
    const inside = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : [])
    const find = (nodes: readonly Node[], names: readonly string[]): Node[] =>
      nodes.flatMap((node) => (names.includes(node.nodeName) ? [node] : find(inside(node), names)))
    const read = (node: Node): string =>
      'value' in node ? node.value : inside(node).map(read).join('')
    return find(parseFragment(html).childNodes, ['tr']).map((row) =>
      find(inside(row), ['td', 'th']).map((cell) => {
        const span = 'attrs' in cell ? cell.attrs.find(({ name }) => name === 'colspan') : undefined
        return `${bare(read(cell))}${span ? ` over ${span.value}` : ''}`
      }),
    )
  }
})

describe('C12: notes read back', () => {
  const part = fc.oneof(
    // A space separates URLs: with only a mark between them, the second one may show its escapes.
    fragments.map((value): Inline => text(` ${value}`)),
    fc.constantFrom('a', 'b', 'c', 'gone').map(reference),
  )
  test('each reference has its note, numbered by first reference, and the adjacent text is unchanged', () => {
    const paragraphs = fc.array(fc.array(part, { minLength: 1, maxLength: 5 }), { maxLength: 3 })
    fc.assert(
      fc.property(paragraphs, fc.array(part, { maxLength: 2 }), (contents, inNote) => {
        const notes = ['a', 'b', 'c'].map((id) => ({
          id,
          blocks: [paragraph([text(`note ${id} `), ...(id === 'b' ? inNote : [])])],
        }))
        const tree = fromMarkdown(
          write(
            contents.map((inlines) => paragraph(inlines)),
            { notes },
          ),
          {
            extensions: [gfm()],
            mdastExtensions: [gfmFromMarkdown()],
          },
        )
        const read = walk(tree)
        const defined = read.flatMap((node) =>
          node.type === 'footnoteDefinition' ? [node.identifier] : [],
        )
        const marks = read.flatMap((node) =>
          node.type === 'footnoteReference' ? [node.identifier] : [],
        )
        expect([...new Set(marks)]).toEqual(defined)
        expect(defined).toEqual(defined.map((_, index) => String(index + 1)))
        const whole = childrenOf(tree).filter(({ type }) => type !== 'footnoteDefinition')
        const meant = contents.map((inlines) =>
          inlines.map((inline) => (inline.type === 'text' ? inline.text : '')).join(''),
        )
        expect(bare(whole.map(textOf).join(''))).toBe(bare(meant.join('')))
      }),
      { numRuns: RUNS },
    )
  })
})

function childrenOf(node: Nodes | undefined): Nodes[] {
  return node && 'children' in node ? [...node.children] : []
}

function walk(node: Nodes): Nodes[] {
  return [node, ...childrenOf(node).flatMap(walk)]
}
