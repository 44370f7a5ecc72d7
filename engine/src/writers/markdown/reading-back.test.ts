/** Tests that another parser reads back the text, formatting and structure that were written. */
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import {
  type Block,
  bullet,
  type Document,
  heading,
  type Inline,
  item,
  list,
  type Marks,
  paragraph,
  type Text,
  text,
} from '../../model/index.ts'
import { writeMarkdown } from './index.ts'
import { markupLike, wordLike } from './testing/fragments.ts'

/** Runs of each property; `FUZZ=100` multiplies them, for use after a change of rules. */
const RUNS = 400 * Number(process.env['FUZZ'] ?? 1)

function write(blocks: readonly Block[], more: Partial<Document> = {}): string {
  return writeMarkdown(
    { pages: [], notes: [], ...more, blocks },
    { tables: 'html', limits: defaultLimits },
  )
}

function parse(markdown: string): Nodes {
  return fromMarkdown(markdown, {
    // Single dollars are tested separately: parsers differ on them (C4 follows Pandoc's rule).
    extensions: [gfm(), math({ singleDollarTextMath: false })],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  })
}

/** Returns the visible text; line breaks become newlines. */
function textOf(node: Nodes): string {
  if ('value' in node && node.type !== 'html') return node.value
  if (node.type === 'break') return '\n'
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const squeeze = (value: string): string => value.replace(/\s+/g, ' ').trim()

const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...markupLike) },
  { weight: 2, arbitrary: fc.constantFrom(...wordLike) },
  { weight: 2, arbitrary: fc.constant(' ') },
)
const fragments = fc.array(fragment, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''))

describe('C4: text that looks like markup reads back as that text', () => {
  const table = (content: string): Block => ({
    type: 'table',
    columnCount: 2,
    rows: [{ cells: [{ column: 0, content: 'x' }] }, { cells: [{ column: 1, content }] }],
  })
  const contexts: readonly { name: string; make: (value: string) => Block; read?: string }[] = [
    { name: 'a paragraph', make: (value) => paragraph(value) },
    { name: 'a heading', make: (value) => heading(1, value) },
    { name: 'a bulleted item', make: (value) => list([item(bullet, paragraph(value))]) },
    {
      name: 'a numbered item',
      make: (value) =>
        list([item({ type: 'number', value: 10, delimiter: ')' }, paragraph(value))]),
    },
    { name: 'a quote', make: (value) => ({ type: 'quote', blocks: [paragraph(value)] }) },
    { name: 'a cell', make: table, read: 'x' },
    {
      name: 'a link',
      make: (value) => paragraph([{ type: 'link', target: 'u', inlines: [text(value)] }]),
    },
  ]
  test.each(contexts)('in $name', ({ make, read = '' }) => {
    fc.assert(
      fc.property(fragments, (value) => {
        const tree = parse(write([make(value)]))
        expect(squeeze(textOf(tree))).toBe(squeeze(read + squeeze(value)))
      }),
      { numRuns: RUNS },
    )
  })

  test('in the lines of one paragraph', () => {
    fc.assert(
      fc.property(fc.array(fragments, { minLength: 2, maxLength: 4 }), (lines) => {
        const filled = lines.map(squeeze).filter((line) => line !== '')
        const inlines = filled.flatMap((line): Inline[] => [{ type: 'lineBreak' }, text(line)])
        const read = textOf(parse(write([paragraph(inlines)])))
        expect(read.split('\n').map(squeeze)).toEqual(filled.length > 0 ? filled : [''])
      }),
      { numRuns: RUNS },
    )
  })

  test('with the adjacent text unchanged', () => {
    const kindsOf = (node: Nodes): string[] =>
      'children' in node ? node.children.map(({ type }) => type) : []
    fc.assert(
      fc.property(fragments, (value) => {
        const own = squeeze(value) === '' ? 'a' : value
        const blocks = [paragraph(own), heading(2, own), list([item(bullet, paragraph(own))])]
        expect(kindsOf(parse(write(blocks)))).toEqual(['paragraph', 'heading', 'list'])
      }),
      { numRuns: RUNS },
    )
  })

  test('and prose is written unchanged', () => {
    const words = fc.constantFrom(
      ...[
        'The',
        'value',
        'of',
        'x',
        'is',
        '5',
        'to',
        '10',
        '%,',
        'e.g.',
        '(see',
        'p.',
        '3)',
        '—',
        '$5',
        'A&B',
      ],
      ...[
        'snake_case',
        '“quoted”',
        'C#',
        'a*',
        '2 < 3',
        '3 > 2',
        '[sic]',
        'http://a.b/c_d',
        '~50',
        '5 * 3',
        'x@y.zz',
      ],
    )
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), (parts) => {
        const prose = `It says ${parts.filter((part) => part !== '$5' && part !== '~50').join(' ')}.`
        expect(write([paragraph(prose)])).toBe(`${prose}\n`)
        expect(write([heading(1, prose)])).toBe(`# ${prose}\n`)
      }),
      { numRuns: RUNS },
    )
  })
})

/** A character with its formatting, as intended or as read back; spaces are left out. */
interface Character {
  readonly character: string
  readonly marks: ReadonlySet<string>
}

function charactersOf(value: string, marks: ReadonlySet<string>): Character[] {
  return [...value.replace(/\s+/g, '')].map((character) => ({ character, marks }))
}

const tagMarks: Readonly<Record<string, string>> = { sub: 'sub', sup: 'super' }

function readCharacters(node: Nodes, marks: ReadonlySet<string> = new Set()): Character[] {
  if ('value' in node) return charactersOf(node.value, marks)
  if (!('children' in node)) return []
  const own = node.type === 'link' ? `link ${node.url}` : node.type
  const inner = new Set([...marks, own])
  return node.children.flatMap((child) => {
    if (child.type !== 'html') return readCharacters(child, new Set(inner))
    const [, slash, tag = ''] = /^<(\/?)(\w+)>$/.exec(child.value) ?? []
    const mark = tagMarks[tag]
    if (mark === undefined) return charactersOf(child.value, new Set(inner))
    if (slash) inner.delete(mark)
    else inner.add(mark)
    return []
  })
}

const markNames = { bold: 'strong', italic: 'emphasis', strike: 'delete' } as const

function meantMarks(run: Text, target?: string): Set<string> {
  const names = Object.entries(markNames).flatMap(([mark, name]) =>
    run[mark as keyof typeof markNames] ? [name] : [],
  )
  return new Set([
    ...names,
    ...(run.script ? [run.script] : []),
    ...(target ? [`link ${target}`] : []),
  ])
}

const watched = new Set(['strong', 'emphasis', 'delete', 'sub', 'super', 'link u', 'link v'])
const watchedIn = (marks: ReadonlySet<string>): string[] =>
  [...marks].filter((mark) => watched.has(mark)).toSorted()

describe('C5: formatted runs read back', () => {
  const flag = fc.boolean()
  const marks = fc.record({ bold: flag, italic: flag, strike: flag })
  const fewMarks = fc.oneof(fc.record({ bold: flag, italic: flag }), fc.record({ strike: flag }))
  const script = fc.constantFrom<'sub' | 'super' | undefined>(
    undefined,
    undefined,
    undefined,
    'sub',
    'super',
  )
  const runOf = (value: fc.Arbitrary<string>, anyMarks: fc.Arbitrary<Marks>): fc.Arbitrary<Text> =>
    fc.tuple(value, anyMarks, script).map(([each, own, level]) => ({
      ...text(each, own),
      ...(level && { script: level }),
    }))
  const target = fc.constantFrom(undefined, undefined, undefined, 'u', 'v')
  const withTarget = (runs: fc.Arbitrary<Text>): fc.Arbitrary<[Text, string | undefined][]> =>
    fc.array(fc.tuple(runs, target), { minLength: 1, maxLength: 6 })

  const toInline = ([run, link]: [Text, string | undefined]): Inline =>
    link === undefined ? run : { type: 'link', target: link, inlines: [run] }
  const meant = (runs: readonly [Text, string | undefined][]): Character[] =>
    runs.flatMap(([run, link]) => charactersOf(run.text, meantMarks(run, link)))

  test('for any runs: all text, no marks on unmarked text, every link', () => {
    fc.assert(
      fc.property(withTarget(runOf(fragments, marks)), (runs) => {
        const read = readCharacters(parse(write([paragraph(runs.map(toInline))])))
        const wanted = meant(runs)
        expect(read.map(({ character }) => character).join('')).toBe(
          wanted.map(({ character }) => character).join(''),
        )
        for (const [index, { marks: own }] of read.entries()) {
          const allowed = wanted[index]?.marks ?? new Set()
          expect(watchedIn(own).filter((mark) => !allowed.has(mark))).toEqual([])
          expect(watchedIn(own).filter((mark) => mark.startsWith('link'))).toEqual(
            watchedIn(allowed).filter((mark) => mark.startsWith('link')),
          )
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('for words separated by spaces: every mark', () => {
    const word = fc
      .constantFrom('a', 'word', 'C#', 'é', '漢字', 'x.', '5')
      .map((each) => ` ${each} `)
    fc.assert(
      fc.property(withTarget(runOf(word, fewMarks)), (runs) => {
        const read = readCharacters(parse(write([paragraph(runs.map(toInline))])))
        expect(read.map(({ marks: own }) => watchedIn(own))).toEqual(
          meant(runs).map(({ marks: own }) => watchedIn(own)),
        )
      }),
      { numRuns: RUNS },
    )
  })
})
