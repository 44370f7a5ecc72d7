/** Composes documents whose parts have fixed positions: letters, CVs, slides, forms, invoices, statements. */
import type { Block, Sides } from './content.ts'
import { makeList } from './lists.ts'
import { aside, code, figure, heading, type Maker, paragraph, said, table, title } from './parts.ts'
import { sections, usualMixture } from './sections.ts'
import {
  cutAtWord,
  drawAddress,
  drawDate,
  drawHeading,
  drawItem,
  drawPerson,
  drawPhrase,
  drawText,
} from './stock.ts'

/** The front spans all columns, the blocks flow into them. */
export interface Composition {
  readonly front: readonly Block[]
  readonly blocks: readonly Block[]
}

const many = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(at))

const sides = (
  role: Sides['role'],
  widths: readonly number[],
  parts: readonly (readonly Block[])[],
): Sides => ({ type: 'sides', role, widths, parts })

const addressLines = (maker: Maker): Block[] =>
  [drawPerson(maker.composer).name, ...drawAddress(maker.composer)].map((text) =>
    said(maker, 'address', text),
  )

export function letter(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const [sender, receiver] = [addressLines(maker), addressLines(maker)]
  const heads = random.weighted<'both' | 'split' | 'right'>({ both: 3, split: 4, right: 3 })
  const top: Block[] =
    heads === 'split'
      ? [sides('address', [55, 45], [receiver, sender])]
      : heads === 'right'
        ? [sides('address', [60, 40], [[], sender]), ...receiver]
        : [...sender, { type: 'break', kind: 'space' }, ...receiver]
  const subject = random.chance(0.6)
    ? [
        said(maker, 'meta', [
          {
            text: `${random.pick(['Re: ', 'Subject: ', ''])}${drawHeading(composer)}`,
            mark: 'bold',
          },
        ]),
      ]
    : []
  const body: Block[] = many(random.int(2, 7), () => paragraph(maker, 600))
  if (random.chance(0.35))
    body.splice(random.int(1, body.length), 0, makeList(composer, { style: maker.style.list }))
  if (random.chance(0.2)) body.splice(1, 0, table(maker))
  const close = [
    said(
      maker,
      'signature',
      random.pick(['Sincerely,', 'Yours faithfully,', 'Kind regards,', 'Best wishes,']),
    ),
    { type: 'break', kind: 'space' } as const,
    said(maker, 'signature', drawPerson(composer).name),
    said(maker, 'signature', drawPhrase(composer, 30)),
  ]
  return {
    front: [],
    blocks: [
      ...top,
      said(maker, 'date', drawDate(composer)),
      ...subject,
      said(maker, 'body', `Dear ${drawPerson(composer).name},`),
      ...body,
      ...close,
    ],
  }
}

export function cv(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const person = drawPerson(composer)
  const contact = [person.mail, ...drawAddress(composer)]
  const front: Block[] = [title(maker, person.name)]
  if (random.chance(0.5))
    front.push(said(maker, 'address', contact.join(random.pick([' · ', ' | ', ', ']))))
  else front.push(...contact.map((text) => said(maker, 'address', text)))
  const dated = random.weighted<'left' | 'right' | 'inline'>({ left: 4, right: 4, inline: 3 })
  const blocks: Block[] = []
  for (const name of random
    .shuffle([
      'Experience',
      'Education',
      'Skills',
      'Publications',
      'Awards',
      'Languages',
      'Projects',
      'Volunteering',
    ])
    .slice(0, random.int(3, 6))) {
    blocks.push(heading(maker, 1, name))
    if (name === 'Skills' || name === 'Languages')
      blocks.push(makeList(composer, { style: maker.style.list, ordered: false }))
    else for (let at = 0; at < random.int(1, 4); at++) blocks.push(...cvEntry(maker, dated))
  }
  return { front, blocks }
}

function cvEntry(maker: Maker, dated: 'left' | 'right' | 'inline'): Block[] {
  const { composer } = maker
  const { random } = composer
  const year = random.int(1995, 2024)
  const dates = random.pick([
    `${year}–${year + random.int(1, 5)}`,
    `${year} to present`,
    drawDate(composer),
    `${year} - ${year + 2}`,
  ])
  const role = said(maker, 'body', [
    { text: cutAtWord(drawHeading(composer), 44), mark: 'bold' },
    { text: `, ${drawPerson(composer).place}` },
  ])
  const rest: Block[] = random.chance(0.55)
    ? [makeList(composer, { style: maker.style.list, ordered: false })]
    : random.chance(0.6)
      ? [paragraph(maker, 260)]
      : []
  const date = said(maker, 'date', dates)
  if (dated === 'inline') return [role, date, ...rest]
  return dated === 'left'
    ? [sides('dates', [22, 78], [[date], [role, ...rest]])]
    : [sides('dates', [76, 24], [[role], [date]]), ...rest]
}

export function slides(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const blocks: Block[] = []
  if (random.chance(0.6))
    blocks.push(
      title(maker),
      said(maker, 'author', drawPerson(composer).name),
      said(maker, 'date', drawDate(composer)),
      { type: 'break', kind: 'page' },
    )
  const count = random.int(1, 5)
  for (let at = 0; at < count; at++) {
    if (at > 0) blocks.push({ type: 'break', kind: 'page' })
    blocks.push(heading(maker, 1), ...slideBody(maker))
  }
  return { front: [], blocks }
}

function slideBody(maker: Maker): Block[] {
  const { composer, style } = maker
  const { random } = composer
  const list = (): Block =>
    makeList(
      {
        ...composer,
        stock: {
          ...composer.stock,
          items: composer.stock.items.map((item) => cutAtWord(item, 90)),
        },
      },
      { style: style.list },
    )
  const smaller = (make: () => Block): Block => make()
  const layouts = {
    list: () => [list()],
    listFigure: () => [sides('columns', [52, 48], [[list()], [figure(maker, undefined, 0.42)]])],
    figure: () => [figure(maker, undefined, 0.6)],
    table: () => [
      smaller(() => table(maker, random.pick(['numbers', 'source', 'matrix', 'schedule']))),
    ],
    text: () => [paragraph(maker, 260)],
    code: () => [code(maker)],
    two: () => [
      sides(
        'columns',
        [50, 50],
        [
          [heading(maker, 2), list()],
          [heading(maker, 2), list()],
        ],
      ),
    ],
  } as const satisfies Record<string, () => Block[]>
  return layouts[
    random.weighted({ list: 5, listFigure: 3, figure: 3, table: 2, text: 1, code: 0.7, two: 1.5 })
  ]()
}

export function form(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const blocks: Block[] = random.chance(0.5) ? [paragraph(maker, 300)] : []
  const rule = random.pick(['______________________', '…………………………………', '_______________'])
  const field = (): Block => said(maker, 'body', `${cutAtWord(drawHeading(composer), 26)}: ${rule}`)
  const check = (): Block =>
    said(maker, 'body', `${random.pick(['☐', '□', '[ ]'])} ${drawItem(composer, 90)}`)
  for (let part = 0; part < random.int(2, 4); part++) {
    blocks.push(heading(maker, 1))
    const made = random.weighted({ fields: 3, pairs: 2, checks: 2, table: 4, text: 2 })
    if (made === 'fields') blocks.push(...many(random.int(2, 6), field))
    if (made === 'pairs')
      blocks.push(
        ...many(random.int(1, 4), () => sides('columns', [50, 50], [[field()], [field()]])),
      )
    if (made === 'checks') blocks.push(...many(random.int(2, 6), check))
    if (made === 'table')
      blocks.push(
        table(maker, random.pick(['blank', 'blank', 'keys', 'oneColumn', 'matrix']), false),
      )
    if (made === 'text') blocks.push(paragraph(maker, 500))
  }
  if (random.chance(0.6))
    blocks.push(
      sides(
        'columns',
        [60, 40],
        [
          [said(maker, 'signature', `Signature ${rule}`)],
          [said(maker, 'signature', `Date ${rule.slice(0, 12)}`)],
        ],
      ),
    )
  return { front: [title(maker)], blocks }
}

export function invoice(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const meta = [
    `Invoice no. ${random.int(1000, 99999)}`,
    `Date: ${drawDate(composer)}`,
    `Due: ${drawDate(composer)}`,
    `Customer ${random.int(100, 9999)}`,
  ].map((text) => said(maker, 'meta', text))
  const head = title(
    maker,
    random.pick([
      'Invoice',
      'INVOICE',
      'Quotation',
      'Order confirmation',
      'Receipt',
      'Delivery note',
    ]),
  )
  const top = random.chance(0.5)
    ? [sides('address', [55, 45], [addressLines(maker), meta])]
    : [...addressLines(maker), ...meta]
  const foot = [
    said(maker, 'body', `Total due: $${random.int(100, 9999)}.${random.int(10, 99)}`),
    paragraph(maker, 240),
  ]
  return {
    front: [],
    blocks: [
      ...(random.chance(0.5) ? [head, ...top] : [...top, head]),
      table(maker, random.pick(['financial', 'numbers', 'financial']), false),
      ...foot,
    ],
  }
}

export function statement(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const meta = [
    `Account ${random.int(1000, 9999)} ${random.int(1000, 9999)}`,
    `Period ${drawDate(composer)} to ${drawDate(composer)}`,
  ].map((text) => said(maker, 'meta', text))
  const parts = many(random.int(1, 3), () => [
    heading(maker, 1),
    table(maker, random.pick(['financial', 'schedule', 'groups', 'numbers']), false),
  ]).flat()
  return {
    front: [],
    blocks: [
      sides('address', [58, 42], [addressLines(maker), meta]),
      title(maker),
      paragraph(maker, 260),
      ...parts,
    ],
  }
}

export function minutes(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const people = many(random.int(3, 6), () => drawPerson(composer).name).join(', ')
  const meta = [
    [{ text: 'Date: ', mark: 'bold' as const }, { text: drawDate(composer) }],
    [{ text: 'Present: ', mark: 'bold' as const }, { text: people }],
    [{ text: 'Apologies: ', mark: 'bold' as const }, { text: drawPerson(composer).name }],
  ].map((runs) => said(maker, 'meta', runs))
  return {
    front: [title(maker, `Minutes of the ${drawHeading(composer)} Meeting`), ...meta],
    blocks: sections(maker, {
      ...usualMixture,
      letters: random.int(1500, 4500),
      list: 3,
      table: 0.8,
      figure: 0,
      headings: 4,
      depth: 2,
    }),
  }
}

export function syllabus(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const name = `${random.pick(['COM', 'CS', 'BIO', 'HIST', 'MATH'])} ${random.int(100, 600)}: ${drawHeading(composer)}`
  const facts = ['Instructor', 'Office', 'Email', 'Meets', 'Credits']
    .slice(0, random.int(2, 5))
    .map((label) =>
      said(maker, 'meta', [
        { text: `${label}: `, mark: 'bold' as const },
        { text: label === 'Email' ? drawPerson(composer).mail : drawPhrase(composer, 40) },
      ]),
    )
  const body = sections(maker, {
    ...usualMixture,
    letters: random.int(2000, 5500),
    list: 3.5,
    figure: 0.1,
    table: 0.8,
    headings: 4,
    depth: 2,
  })
  return {
    front: [title(maker, name), ...facts],
    blocks: [
      ...body,
      heading(maker, 1, random.pick(['Schedule', 'Course Schedule', 'Calendar'])),
      table(maker, 'schedule', false),
    ],
  }
}

export function newsletter(maker: Maker): Composition {
  const { composer } = maker
  const { random } = composer
  const front = [
    title(maker),
    said(maker, 'date', `${drawDate(composer)} – Issue ${random.int(1, 90)}`),
  ]
  const blocks: Block[] = []
  for (let story = 0; story < random.int(3, 6); story++) {
    blocks.push(heading(maker, 1))
    if (random.chance(0.4)) blocks.push(said(maker, 'author', `By ${drawPerson(composer).name}`))
    blocks.push(...many(random.int(1, 4), () => paragraph(maker, 700)))
    if (random.chance(0.3)) blocks.push(aside(maker))
    if (random.chance(0.4))
      blocks.push(figure(maker, random.pick(['picture', 'picture', 'bar', 'pie'])))
    if (random.chance(0.2)) blocks.push(makeList(composer, { style: maker.style.list }))
    if (random.chance(0.15)) blocks.push(said(maker, 'pull', drawText(composer, 140)))
  }
  return { front, blocks }
}
