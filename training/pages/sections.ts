/** Makes the body of a document: sections of paragraphs, lists, tables, figures, code and formulas. */
import type { Block } from './content.ts'
import { displayFormula } from './formulas.ts'
import { makeList } from './lists.ts'
import { aside, code, figure, heading, type Maker, paragraph, said, table } from './parts.ts'
import { drawText } from './stock.ts'
import { makeTerms } from './terms.ts'

/** Frequency of each kind of block, and the number of letters in the document. */
export interface Mixture {
  readonly letters: number
  readonly depth: 1 | 2 | 3
  readonly headings: number
  readonly paragraph: number
  readonly list: number
  readonly table: number
  readonly figure: number
  readonly code: number
  readonly formula: number
  readonly aside: number
  readonly quote: number
  readonly terms: number
}

export const usualMixture: Mixture = {
  letters: 3500,
  depth: 3,
  headings: 2.5,
  paragraph: 10,
  list: 2.2,
  table: 1.4,
  figure: 1,
  code: 0.25,
  formula: 0.25,
  aside: 0.3,
  quote: 0.3,
  terms: 0,
}

type Kind =
  | 'paragraph'
  | 'list'
  | 'table'
  | 'figure'
  | 'code'
  | 'formula'
  | 'aside'
  | 'quote'
  | 'terms'

const makers: { readonly [Name in Kind]: (maker: Maker) => Block | readonly Block[] } = {
  paragraph: (maker) => paragraph(maker),
  list: ({ composer, style }) => makeList(composer, { style: style.list }),
  table: oneTable,
  figure: oneFigure,
  code,
  formula: ({ composer }) => displayFormula(composer, composer.random.chance(0.6)),
  aside: oneAside,
  quote: (maker) => said(maker, 'quote', drawText(maker.composer, 400)),
  terms: makeTerms,
}

function oneAside(maker: Maker): Block {
  const { random } = maker.composer
  if (maker.style.columns > 1) return aside(maker)
  return random.chance(0.35) ? cards(maker) : aside(maker, random.chance(0.3))
}

/** Two or three boxes side by side, each with a heading. */
function cards(maker: Maker): Block {
  const { random } = maker.composer
  const count = random.int(2, 3)
  const framed = random.chance(0.5)
  const parts = Array.from({ length: count }, (): Block[] => {
    const blocks = [heading({ ...maker, style: unnumbered(maker) }, 3), paragraph(maker, 170)]
    return framed ? [{ type: 'aside', style: random.pick(['framed', 'shaded']), blocks }] : blocks
  })
  return { type: 'sides', role: 'cards', widths: parts.map(() => 100 / count), parts }
}

const unnumbered = ({ style }: Maker): Maker['style'] => {
  const [first, second, third] = style.headings
  return { ...style, numbering: 'none', headings: [first, second, { ...third, runIn: false }] }
}

/** Makes a table; small tables may be set side by side. */
function oneTable(maker: Maker): Block {
  const { random } = maker.composer
  if (maker.style.columns > 1 || !random.chance(0.07)) return table(maker)
  const small = (): Block[] => [
    table(maker, random.pick(['keys', 'matrix', 'oneColumn', 'numbers'])),
  ]
  return { type: 'sides', role: 'tables', widths: [50, 50], parts: [small(), small()] }
}

/** Makes figures: most fill the column, some have text beside them, some come in pairs. */
function oneFigure(maker: Maker): Block {
  const { random } = maker.composer
  if (maker.style.columns > 1) return figure(maker)
  if (random.chance(0.12)) return figure(maker, undefined, 0.44)
  if (random.chance(0.1))
    return {
      type: 'sides',
      role: 'columns',
      widths: [50, 50],
      parts: [[figure(maker, undefined, 0.5)], [figure(maker, undefined, 0.5)]],
    }
  return figure(maker)
}

/** Cost of a block in letters, roughly proportional to its area. */
function cost(block: Block): number {
  if (block.type === 'figure') return block.height * 4
  if (block.type === 'table') return block.rows.length * 90
  if (block.type === 'list') return block.items.length * 130
  if (block.type === 'paragraph')
    return block.leaf.runs.reduce((sum, { text }) => sum + text.length, 80)
  return 160
}

export function sections(maker: Maker, mixture: Mixture): Block[] {
  const { random } = maker.composer
  const blocks: Block[] = []
  let left = mixture.letters
  let level = 0
  let since = 9
  while (left > 0) {
    const due = since > random.int(1, Math.max(1, Math.round(12 / mixture.headings)))
    const stacked = since === 0 && level < mixture.depth && random.chance(0.22)
    if (due || stacked) {
      level = stacked ? level + 1 : nextLevel(maker, level, mixture.depth)
      const made = heading(maker, level === 1 ? 1 : level === 2 ? 2 : 3)
      blocks.push(made)
      left -= made.runIn ? 400 : 150
      since = 0
    } else {
      const kind = random.weighted<Kind>(weights(mixture, since, blocks.at(-1)))
      const made = [makers[kind](maker)].flat()
      blocks.push(...introduced(maker, made))
      left -= made.reduce((sum, block) => sum + cost(block), 0)
      since += 1
    }
  }
  return blocks.at(-1)?.type === 'heading' ? [...blocks, paragraph(maker)] : blocks
}

function nextLevel({ composer: { random } }: Maker, level: number, depth: number): number {
  if (level === 0) return 1
  if (level < depth && random.chance(0.45)) return level + 1
  return random.chance(0.5) ? level : random.int(1, level)
}

/** Repeated tables or figures are rare; text mostly follows headings. */
function weights(
  mixture: Mixture,
  since: number,
  last: Block | undefined,
): Readonly<Record<Kind, number>> {
  const { paragraph, list, table, figure, code, formula, aside, quote, terms } = mixture
  const text = since === 0 ? paragraph * 2 : paragraph
  const again = (type: Block['type'], weight: number): number =>
    last?.type === type ? weight * (type === 'table' ? 0.3 : 0.15) : weight
  return {
    paragraph: text,
    list: again('list', list),
    table: again('table', table),
    figure: again('figure', figure),
    code: again('code', code),
    formula: since === 0 ? 0 : formula,
    aside: again('aside', aside),
    quote: since === 0 ? 0 : quote,
    terms,
  }
}

/** Mostly puts a sentence with a colon before a list. */
function introduced(maker: Maker, blocks: readonly Block[]): readonly Block[] {
  const isList = blocks.length > 1 || blocks[0]?.type === 'list'
  if (!isList || !maker.composer.random.chance(0.55)) return blocks
  const lead = drawText(maker.composer, 120).replace(/[.?!]$/, '')
  return [said(maker, 'body', `${lead}:`), ...blocks]
}
