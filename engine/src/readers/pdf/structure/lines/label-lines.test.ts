import { expect, test } from 'vitest'
import { lineTrees } from '../../models/index.ts'
import type { StyledLine } from '../styled-line.ts'
import { blockOf, bodyStyle, boldStyle, run, styledLine } from '../testing/lines.ts'
import { flow, prose, section, treesWith } from '../testing/sequences.ts'
import { labelLines } from './decode.ts'
import { featureNames } from './features.ts'

test('the shipped weights have the same features as the code', () => {
  expect(lineTrees().features).toEqual(featureNames)
})

test('a heading and the lines of a paragraph are labelled', () => {
  const [heading, paragraph] = section('The mills of the valley')
  const labels = labelLines(
    flow([heading, paragraph], { headings: new Set([heading]) }),
    lineTrees(),
  )
  const on = Array.from({ length: 4 }, () => 'paragraph on')
  expect([...labels.values()]).toEqual(['heading', 'paragraph', ...on])
})

test.each([
  { isOutlined: true, label: 'heading' },
  { isOutlined: false, label: 'paragraph' },
])(
  'without weights, a line is a heading if the outline has it: $isOutlined',
  ({ isOutlined, label }) => {
    const [heading, paragraph] = section('The mills of the valley')
    const own = isOutlined ? [heading] : []
    const weightless = { ...lineTrees(), roots: new Int32Array() }
    const labels = labelLines(flow([heading, paragraph], {}, own), weightless)
    expect([...labels.values()][0]).toBe(label)
  },
)

test.each([
  { name: 'goes on in the next line', next: 'tioned wheel', label: 'paragraph on' },
  { name: 'ends before a capital', next: 'Wheels of the mill', label: 'paragraph' },
])('a word with a hyphen at the line end $name', ({ next, label }) => {
  const blocks = ['It is the last men-', next].map((text, at) =>
    blockOf([styledLine([run(text)], { y: 100 + 12 * at })]),
  )
  const labels = labelLines(flow(blocks), treesWith(-1))
  expect([...labels.values()][1]).toBe(label)
})

test.each([
  { before: 'They grind the corn.', next: 'Water drives them', goesOn: false },
  { before: 'They grind the corn', next: 'Water drives them', goesOn: true },
  { before: 'They grind the corn.', next: 'eBay sells it', goesOn: true },
])(
  'with room for a word, $next after $before continues it: $goesOn',
  ({ before, next, goesOn }) => {
    const lines = [before, next].map((text, at) => styledLine([run(text)], { y: 100 + 12 * at }))
    const labels = [...labelLines(flow([blockOf(lines)]), treesWith(1)).values()]
    expect(labels[1]?.endsWith(' on')).toBe(goesOn)
  },
)

test.each([
  { name: 'goes on in the next line', next: 'https://mill.org/wheels', label: 'paragraph on' },
  { name: 'ends before another one', next: 'https://mill.org/mud', label: 'paragraph' },
])('a link $name', ({ next, label }) => {
  const blocks = ['https://mill.org/wheels', next].map((link, at) =>
    blockOf([styledLine([run('Wheels of the mill', bodyStyle, { link })], { y: 100 + 12 * at })]),
  )
  const labels = labelLines(flow(blocks), treesWith(-1))
  expect([...labels.values()][1]).toBe(label)
})

test('an equation with a number stands alone between lines of text, whatever the weights say', () => {
  const line = (text: string, y: number) => styledLine([run(text)], { y })
  const [first, last] = [line('The delay of the wheel', 100), line('where it turns slowly', 124)]
  const [left, right] = ['d = a + b', '(2.3)'].map((text, at) => {
    const [own] = styledLine([run(text)], { x: 200 * at, y: 112 }).fragments
    return own
  })
  const equation = line('d = a + b (2.3)', 112)
  const parted = { ...equation, fragments: [left, right].flatMap((own) => own ?? []) }
  for (const [own, begins] of [
    [parted, true],
    [equation, false],
  ] as const) {
    const labels = [...labelLines(flow([blockOf([first, own, last])]), treesWith(2)).values()]
    expect(labels.slice(1).map((label) => !label.endsWith(' on'))).toEqual([begins, begins])
  }
})

test('a bullet below another one of its kind begins a block, whatever the weights say', () => {
  const texts = ['• The wheel turns', 'in the water', '• The stone grinds']
  const block = blockOf(texts.map((text, at) => styledLine([run(text)], { y: 100 + 12 * at })))
  const labels = [...labelLines(flow([block]), treesWith(2)).values()]
  expect(labels.map((label) => label.endsWith(' on'))).toEqual([true, true, false])
})

test.each([
  { name: 'a number alone', texts: ['11. The stone'], label: 'heading' },
  {
    name: 'a number in a series of items',
    texts: ['11. The stone', '12. The wheel', '13. The water'],
    label: 'item',
  },
])('without weights, the rules decide about $name', ({ texts, label }) => {
  const blocks = texts.map((text, at) => blockOf([styledLine([run(text)], { y: 100 + 12 * at })]))
  const weightless = { ...lineTrees(), roots: new Int32Array() }
  const headings = new Set(blocks.slice(0, 1))
  expect([...labelLines(flow(blocks, { headings }), weightless).values()][0]).toBe(label)
})

test.each([
  { name: 'many headings', count: 12, title: 'The last mill', label: 'heading' },
  { name: 'few headings', count: 4, title: 'The last mill', label: 'paragraph' },
  { name: 'many headings, but not a sentence', count: 12, title: 'It ends.', label: 'paragraph' },
  { name: 'many headings, but not an address', count: 12, title: 'a@b.org', label: 'paragraph' },
])('a line in the style of $name', ({ count, title, label }) => {
  const sections = Array.from({ length: count }, (_, index) => section(`Mill ${index}`))
  const last = section(title)
  const headings = sections.map(([heading]) => heading)
  const labels = labelLines(flow([...sections, last].flat(), {}, headings), treesWith(-1))
  const [found] = [...labels].filter(([{ block }]) => block === last[0])
  expect(found?.[1]).toBe(label)
})

test('exact rules override the weights', () => {
  const [names, paragraph] = section('Ada Byron and Jane Marcet')
  const sequence = flow([names, paragraph], {
    headings: new Set([names]),
    titles: new Set(),
    bylines: new Set([names]),
  })
  expect([...labelLines(sequence, lineTrees()).values()][0]).toBe('paragraph')
})

test.each(['24 February, 2022', '1.2', 'Affiliation:', 'R> class(mill)', '[1] TRUE'])(
  '%s is not a heading, even if the rules find one',
  (text) => {
    const [date, paragraph] = section(text)
    const sequence = flow([date, paragraph], { headings: new Set([date]) })
    expect([...labelLines(sequence, lineTrees()).values()][0]).toBe('paragraph')
  },
)

test('consecutive references begin blocks', () => {
  const blocks = [1, 2, 3, 4].map((number) =>
    blockOf([
      styledLine([run(`[${number}] Byron A. Mills ${prose}`)], { y: 100 + 24 * number }),
      styledLine([run('and of valleys. Leeds 1840.')], { y: 112 + 24 * number }),
    ]),
  )
  const labels = [...labelLines(flow(blocks), lineTrees())]
  for (const [{ index }, label] of labels) expect(label.endsWith(' on')).toBe(index > 0)
})

test('terms of a list begin blocks, even if the rules find none', () => {
  const term = (name: string, index: number) =>
    styledLine([run(name, boldStyle), run(' sets the size of a sheet.')], { y: 100 + 12 * index })
  const block = blockOf(['width', 'height', 'depth'].map(term))
  const labels = [...labelLines(flow([block]), lineTrees()).values()]
  expect(labels).toEqual(['paragraph', 'paragraph', 'paragraph'])
})

test('terms with explanations at one position begin blocks, but not a filled sentence that goes on', () => {
  const tabbed = (term: string, text: string, index: number): StyledLine => {
    const [first, second] = [0, 200].map((x, part) =>
      styledLine([run(part === 0 ? term : text)], { x, y: 100 + 12 * index }),
    ) as [StyledLine, StyledLine]
    return { ...first, x1: second.x1, fragments: [...first.fragments, ...second.fragments] }
  }
  const lines = [
    tabbed('alum', 'size for paper', 0),
    tabbed('Beater', 'machine of the mill', 1),
    styledLine([run('that beats the rags')], { x: 200, y: 124 }),
    tabbed('Clay', 'filler', 3),
    styledLine([run('This clay of the valley and of the hills is')], { y: 148 }),
    tabbed('older', 'than that', 5),
  ]
  const block = blockOf(lines, { columnEnd: lines[1]?.x1 ?? 0 })
  const labels = [...labelLines(flow([block]), lineTrees()).values()]
  expect(labels.map((label) => label.endsWith(' on')).filter((_, at) => at !== 4)).toEqual([
    false,
    false,
    true,
    false,
    true,
  ])
})

test.each([
  { name: 'turn-wheel', isOn: false },
  { name: 'turn-wheel (speed,', isOn: true },
])('a line below $name with a tag at the right edge continues it: $isOn', ({ name, isOn }) => {
  const [first, tag] = [
    styledLine([run(name)], { y: 100 }),
    styledLine([run('[procedure]')], { x: 240, y: 100 }),
  ] as const
  const head = { ...first, x1: tag.x1, fragments: [...first.fragments, ...tag.fragments] }
  const body = styledLine([run(`turns the wheels of a mill, ${prose}`)], { y: 112 })
  const blocks = [head, body].map((line) => blockOf([line], { columnEnd: tag.x1 }))
  const labels = [...labelLines(flow(blocks), lineTrees()).values()]
  expect(labels[1]?.endsWith(' on')).toBe(isOn)
})

test('a line left of a sentence that has ended begins a block', () => {
  const lines: [text: string, x: number][] = [
    [`• Mills ${prose}`, 0],
    ['the mill of the town.', 10],
    [`National league of mills: ${prose}`, 0],
    ['rivers.', 10],
  ]
  const block = blockOf(
    lines.map(([text, x], index) => styledLine([run(text)], { x, y: 100 + 12 * index })),
  )
  const labels = [...labelLines(flow([block]), lineTrees()).values()]
  expect(labels.map((label) => label.endsWith(' on'))).toEqual([false, true, false, true])
})

test.each([
  { first: 'The law governs all the mills of several', isOn: true },
  { first: 'The law of', isOn: true },
  { first: 'The law', isOn: false },
  { first: 'The law governs all the mills of the towns.', isOn: false },
])('without weights, the line after "$first" continues: $isOn', ({ first, isOn }) => {
  const lines = [first, 'Towns together'].map((text, index) =>
    styledLine([run(text)], { y: 100 + 12 * index }),
  )
  const block = blockOf(lines, { columnEnd: lines[0]?.x1 ?? 0 })
  const weightless = { ...lineTrees(), roots: new Int32Array() }
  const [, label] = [...labelLines(flow([block]), weightless).values()]
  expect(label?.endsWith(' on')).toBe(isOn)
})

test.each([
  { number: 2, label: 'item' },
  { number: 5, label: 'paragraph' },
])(
  'without weights, number $number after an item 1 in the column before begins: $label',
  ({ number, label }) => {
    const blocks = [1, number].map((own) =>
      blockOf([styledLine([run(`${own}. ${prose}`)], { page: own })]),
    )
    const weightless = { ...lineTrees(), roots: new Int32Array() }
    const labels = labelLines(flow(blocks, { items: new Set(blocks) }), weightless)
    expect([...labels.values()][1]).toBe(label)
  },
)

test('weights of other features are refused', () => {
  const [heading] = section('The mills')
  const trees = { ...lineTrees(), features: ['size'] }
  expect(() => labelLines(flow([heading]), trees)).toThrow('other features')
})

test.each([
  { next: 'v1.02', goesOn: false },
  { next: '34, 56', goesOn: true },
])('left of an entry with a leader, $next continues it: $goesOn', ({ next, goesOn }) => {
  const entry = (text: string, index: number) =>
    styledLine([run(text)], { x: 40, y: 100 + 12 * index })
  const lines = [
    entry('Wheels: turn in both ways', 0),
    entry('and stop . . . . . . 12', 1),
    styledLine([run(next)], { x: 0, y: 124 }),
  ]
  const labels = [...labelLines(flow([blockOf(lines)]), treesWith(1)).values()]
  expect(labels[2]?.endsWith(' on')).toBe(goesOn)
})

test('entries of an index begin blocks, but not their further page numbers', () => {
  const texts = [
    'alum, 12',
    'beaters and their blades, 31, 34, 38, 44,',
    '40, 62',
    'clay, 9, 33',
    'deckle, 14',
    'felt, 22, 23',
    'gelatine, 41',
  ]
  const block = blockOf(
    texts.map((text, index) =>
      styledLine([run(text)], { x: text === '40, 62' ? 20 : 0, y: 100 + 12 * index }),
    ),
  )
  const labels = [...labelLines(flow([block]), lineTrees()).values()]
  expect(labels.map((label) => label.endsWith(' on'))).toEqual(
    texts.map((text) => text === '40, 62'),
  )
})

test('links to different places begin blocks, and links to one place continue', () => {
  const linkTo = (page: number) => ({ link: { page, y: 100 } })
  const lines = [
    styledLine([run('the mills of the valley', bodyStyle, linkTo(2))], { y: 100 }),
    styledLine([run('the dyes of the mills, and how', bodyStyle, linkTo(3))], { y: 112 }),
    styledLine([run('they were sold', bodyStyle, linkTo(3))], { y: 124 }),
  ]
  const labels = [...labelLines(flow([blockOf(lines)]), lineTrees()).values()]
  expect(labels.map((label) => label.endsWith(' on'))).toEqual([false, false, true])
})

test.each([
  { isUnderlined: true, label: 'heading' },
  { isUnderlined: false, label: 'paragraph' },
])(
  'a line in a style of headings is one; that it is underlined ($isUnderlined) is part of its style',
  ({ isUnderlined, label }) => {
    const heads = Array.from({ length: 60 }, (_, at) =>
      blockOf([styledLine([run('The mills')], { y: 100 + 60 * at })]),
    )
    const others = Array.from({ length: 60 }, (_, at) =>
      blockOf([styledLine([run('They had a wheel')], { y: 3800 + 12 * at })]),
    )
    const rulings = heads.flatMap(({ lines: [line] }) => {
      const { x0 = 0, x1 = 0, baseline = 0 } = line ?? {}
      return [{ isHorizontal: true, at: baseline + 1, from: x0, to: x1, thickness: 0.5 }]
    })
    const sure = heads.slice(0, -1)
    const own = flow([...heads, ...others], { headings: new Set(sure) }, sure)
    // Cast: only these fields are read.
    const page = { drawings: { rulings: isUnderlined ? rulings : [], fills: [] } } as never
    const facts = { ...own.facts, pages: new Map([[1, page]]) }
    const weightless = { ...lineTrees(), roots: new Int32Array() }
    const labels = [...labelLines({ ...own, facts }, weightless).values()]
    expect(labels[heads.length - 1]).toBe(label)
  },
)

test.each<{ text: string; isLined?: boolean; below?: string; space?: number; label: string }>([
  { text: 'The mills', label: 'heading' },
  { text: 'The mills', isLined: false, label: 'paragraph' },
  { text: 'The mills:', label: 'paragraph' },
  { text: 'the mills', label: 'paragraph' },
  { text: 'M 1', label: 'paragraph' },
  { text: 'The mills', space: 0.1, label: 'paragraph' },
  { text: 'The mills', below: 'Wheel', label: 'paragraph' },
  { text: 'The mills', below: 'The wheels of the mill 12', label: 'paragraph' },
])('without weights, an underlined line is a $label: %o', (own) => {
  const { text, isLined = true, below = prose, space = 1, label } = own
  const line = styledLine([run(text)], { y: 100 })
  const { x0, x1, baseline } = line
  const ruling = { isHorizontal: true, at: baseline + 1, from: x0, to: x1, thickness: 0.5 }
  // Cast: only these fields are read.
  const page = { drawings: { rulings: isLined ? [ruling] : [], fills: [] } } as never
  const head = blockOf([line], { spaceBefore: space })
  const found = flow([head, blockOf([styledLine([run(below)], { y: 124 })])])
  const facts = { ...found.facts, pages: new Map([[1, page]]) }
  const weightless = { ...lineTrees(), roots: new Int32Array() }
  expect([...labelLines({ ...found, facts }, weightless).values()][0]).toBe(label)
})

test.each([
  { texts: ['The mills of', 'the valley'], labels: ['heading', 'heading on'] },
  { texts: ['The mills of the valley', 'Version 2'], labels: ['heading', 'heading'] },
])('blocks of the title: $texts are $labels', ({ texts, labels }) => {
  const blocks = texts.map((text, at) =>
    blockOf([styledLine([run(text, boldStyle)], { y: 100 + 30 * at, size: 17 })]),
  )
  const found = labelLines(flow(blocks, { titles: new Set(blocks) }), lineTrees())
  expect([...found.values()]).toEqual(labels)
})
