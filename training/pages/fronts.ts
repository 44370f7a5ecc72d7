/** Makes the blocks before and after the body: titles, authors, abstracts, references. */
import type { Block, Run } from './content.ts'
import { aside, type Maker, plainHeading, said, title } from './parts.ts'
import { drawDate, drawHeading, drawPerson, drawText } from './stock.ts'

export function metaLines(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const lines = [
    `Version ${random.int(1, 5)}.${random.int(0, 9)}`,
    drawDate(composer),
    `Author: ${drawPerson(composer).name}`,
    `Document no. ${random.int(100, 9999)}-${random.pick(['A', 'B', 'C'])}`,
  ]
  return random
    .shuffle(lines)
    .slice(0, random.int(0, 3))
    .map((text) => said(maker, 'meta', text))
}

export function reportFront(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const blocks: Block[] = random.chance(0.75) ? [title(maker)] : []
  if (blocks.length > 0 && random.chance(0.4))
    blocks.push(said(maker, 'subtitle', drawHeading(composer)))
  if (blocks.length > 0 && random.chance(0.5)) blocks.push(...metaLines(maker))
  if (random.chance(0.2)) blocks.push(aside(maker))
  return blocks
}

export function paperFront(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const people = Array.from({ length: random.int(1, 5) }, () => drawPerson(composer))
  const blocks: Block[] = [title(maker)]
  if (random.chance(0.15))
    blocks.unshift(
      said(
        maker,
        'meta',
        random.pick(['Research Article', 'ORIGINAL PAPER', 'Review', 'Technical Note']),
      ),
    )
  if (random.chance(0.25) && people.length > 1) blocks.push(authorGrid(maker, people.slice(0, 3)))
  else {
    blocks.push(
      said(
        maker,
        'author',
        people.flatMap(({ name }, at) => [
          { text: at === 0 ? name : `, ${name}` },
          { text: String(at + 1), mark: 'superscript' as const },
        ]),
      ),
      ...people
        .slice(0, 3)
        .map(({ place }, at) =>
          said(maker, 'affiliation', [
            { text: String(at + 1), mark: 'superscript' },
            { text: ` ${place}` },
          ]),
        ),
    )
    if (random.chance(0.4)) blocks.push(said(maker, 'affiliation', people[0]?.mail ?? ''))
  }
  if (random.chance(0.3))
    blocks.push(
      said(maker, 'date', `Received ${drawDate(composer)}; accepted ${drawDate(composer)}`),
    )
  if (random.chance(0.85)) blocks.push(...besideMargin(maker, abstract(maker)))
  return blocks
}

/** Title, author and date as LaTeX's classes print them. */
export function manualFront(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const { name, mail } = drawPerson(composer)
  const author: Run[] = [{ text: name }]
  if (random.chance(0.5)) author.push({ text: ' ' }, { text: mail, mark: 'code' })
  const version = `Version ${random.int(1, 5)}.${random.int(0, 9)}`
  const lines = [drawDate(composer), `${version}, ${drawDate(composer)}`]
  return [title(maker), said(maker, 'author', author), said(maker, 'date', random.pick(lines))]
}

/** Some journals print dates, licence and address in a narrow column beside the abstract. */
function besideMargin(maker: Maker, blocks: Block[]): Block[] {
  const { composer } = maker
  const { random } = composer
  if (maker.style.columns > 1 || !random.chance(0.25)) return blocks
  const label = (text: string): Block => said(maker, 'meta', [{ text, mark: 'bold' }])
  const notes: Block[] = [
    label(random.pick(['OPEN ACCESS', 'Citation', 'Article info'])),
    said(
      maker,
      'meta',
      `${drawPerson(composer).name} (${random.int(2001, 2026)}) ${drawHeading(composer)}.`,
    ),
    label('Received'),
    said(maker, 'meta', drawDate(composer)),
    label(random.pick(['Copyright', 'Funding', 'Correspondence'])),
    said(maker, 'meta', drawText(composer, 220)),
  ]
  const narrow = random.int(20, 30)
  const left = random.chance(0.7)
  const parts = left ? [notes, blocks] : [blocks, notes]
  return [
    {
      type: 'sides',
      role: 'margin',
      widths: left ? [narrow, 100 - narrow] : [100 - narrow, narrow],
      parts,
    },
  ]
}

function authorGrid(
  maker: Maker,
  people: readonly { name: string; place: string; mail: string }[],
): Block {
  return {
    type: 'sides',
    role: 'columns',
    widths: people.map(() => 100 / people.length),
    parts: people.map(({ name, place, mail }) => [
      said(maker, 'author', name),
      said(maker, 'affiliation', place),
      said(maker, 'affiliation', mail),
    ]),
  }
}

function abstract(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const text = drawText(composer, 1100)
  const words = random.chance(0.5)
    ? [
        said(maker, 'abstract', [
          { text: 'Keywords: ', mark: 'bold' },
          { text: [1, 2, 3].map(() => drawHeading(composer).toLowerCase()).join(', ') },
        ]),
      ]
    : []
  if (random.chance(0.5))
    return [
      said(maker, 'abstract', [
        { text: random.pick(['Abstract. ', 'Abstract—', 'ABSTRACT: ', 'Summary. ']), mark: 'bold' },
        { text },
      ]),
      ...words,
    ]
  const head = plainHeading(maker, random.pick(['Abstract', 'ABSTRACT', 'Summary']))
  return [head, said(maker, 'abstract', text), ...words]
}

export function references(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  if (random.chance(0.35)) return []
  const marks = random.pick(['[{n}] ', '{n}. ', '', '({n}) '])
  const entries = Array.from({ length: random.int(4, 18) }, (_, at) => {
    const people = Array.from({ length: random.int(1, 3) }, () => drawPerson(composer).name).join(
      ', ',
    )
    const year = random.int(1985, 2026)
    const text = `${marks.replace('{n}', String(at + 1))}${people} (${year}). ${drawHeading(composer)}. Journal of ${drawHeading(composer)}, ${random.int(1, 60)}(${random.int(1, 9)}), ${random.int(1, 300)}–${random.int(301, 900)}.`
    return said(maker, 'reference', text)
  })
  return [
    plainHeading(maker, random.pick(['References', 'Bibliography', 'REFERENCES', 'Literature'])),
    ...entries,
  ]
}

export function chapterFront(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const number = random.int(1, 9)
  const head = title(maker)
  return random.chance(0.6)
    ? [
        said(maker, 'meta', `${random.pick(['Chapter', 'CHAPTER', 'Part', 'Appendix'])} ${number}`),
        head,
      ]
    : [head]
}
