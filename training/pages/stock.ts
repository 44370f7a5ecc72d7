/** The words for one training document: two or three sources of one corpus, supplemented with built-in words. */
import { buildMaterial } from './built-in.ts'
import type { Leaf, Run, RunMark } from './content.ts'
import type { Material } from './materials.ts'
import type { Random } from './random.ts'

interface Stock extends Omit<Material, 'source' | 'corpus'> {
  /** Names of the sources, so that a fold can leave out pages made from documents that it judges. */
  readonly sources: readonly string[]
}

/** State passed between composers: choices, words, and the numbers of leaves and notes. */
export interface Composer {
  readonly random: Random
  readonly stock: Stock
  readonly counters: { leaf: number; note: number; figure: number; table: number; formula: number }
}

export function createComposer(random: Random, materials: readonly Material[]): Composer {
  return {
    random,
    stock: drawStock(random, materials),
    counters: { leaf: 0, note: 0, figure: 0, table: 0, formula: 0 },
  }
}

function drawStock(random: Random, materials: readonly Material[]): Stock {
  const own = buildMaterial(random)
  const rich = materials.filter((material) => material.paragraphs.length > 5)
  const first = rich.length > 0 ? random.pick(rich) : own
  const kin = rich.filter(({ corpus }) => corpus === first.corpus)
  const chosen = [first, ...(kin.length > 1 ? [random.pick(kin), random.pick(kin)] : [])]
  const top = <Key extends 'headings' | 'paragraphs' | 'items' | 'tables' | 'code'>(
    key: Key,
    least: number,
  ): Material[Key][number][] => {
    const found = chosen.flatMap((material) => [...material[key]])
    return found.length < least ? [...found, ...own[key]] : found
  }
  return {
    sources: [...new Set(chosen.map(({ source }) => source))],
    headings: top('headings', 8),
    // Built-in sentences contain difficult cases: units and abbreviations at line starts, amounts, percentages.
    paragraphs: [...top('paragraphs', 8), ...own.paragraphs.slice(0, 6)],
    items: top('items', 8),
    tables: top('tables', 4),
    code: [...top('code', 2), ...own.code.slice(0, 2)],
  }
}

export function leaf(composer: Composer, runs: readonly Run[] | string): Leaf {
  composer.counters.leaf += 1
  return {
    id: composer.counters.leaf,
    runs: typeof runs === 'string' ? [{ text: runs }] : runs,
  }
}

/** Sentences of one paragraph, sometimes of two; `longest` counts letters. */
export function drawText({ random, stock }: Composer, longest = 900): string {
  const sentences = random.pick(stock.paragraphs).split(/(?<=[.?!])\s+(?=\p{Lu})/u)
  const from = random.chance(0.7) ? 0 : random.int(0, sentences.length - 1)
  const more = random.chance(0.35)
    ? random.pick(stock.paragraphs).split(/(?<=[.?!])\s+(?=\p{Lu})/u)
    : []
  let text = ''
  for (const sentence of [...sentences.slice(from), ...more]) {
    if (text !== '' && text.length + sentence.length > longest) break
    text = text === '' ? sentence : `${text} ${sentence}`
  }
  return text.length > longest ? cutAtWord(text, longest) : text
}

/** Cuts a text after the last whole word that fits. */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/[\s,;:(–-]+$/, '')
}

export function drawHeading({ random, stock }: Composer): string {
  const heading = random.pick(stock.headings).replace(/[.:]$/, '')
  return random.chance(0.15)
    ? `${cutAtWord(heading, 50)} and ${random.pick(stock.headings)}`.slice(0, 88).trim()
    : heading
}

/** A few words, as in a cell or an author's institute. */
export function drawPhrase(composer: Composer, longest = 40): string {
  const { random, stock } = composer
  const source = random.chance(0.5) ? random.pick(stock.items) : random.pick(stock.headings)
  return cutAtWord(source, random.int(Math.ceil(longest / 2), longest))
}

export function drawItem({ random, stock }: Composer, longest = 400): string {
  const item = random.pick(stock.items)
  return cutAtWord(random.chance(0.3) ? (item.split(/(?<=[.;:])\s/)[0] ?? item) : item, longest)
}

/** Marks a few words, as authors do: terms in italics, names in bold, commands as code. */
export function decorated(composer: Composer, text: string, share = 0.35): Run[] {
  const { random } = composer
  if (!random.chance(share)) return [{ text }]
  const words = text.split(' ')
  const from = random.int(0, Math.max(0, words.length - 4))
  const count = random.weighted({ 1: 4, 2: 3, 3: 2, 12: 1 })
  const to = Math.min(words.length, from + Number(count))
  const mark: RunMark = random.weighted({ bold: 4, italic: 5, code: 1, link: 2 })
  return [
    {
      text: words
        .slice(0, from)
        .map((word) => `${word} `)
        .join(''),
    },
    { text: words.slice(from, to).join(' '), mark },
    {
      text: words
        .slice(to)
        .map((word) => ` ${word}`)
        .join(''),
    },
  ].filter((run) => run.text !== '')
}

interface Person {
  readonly name: string
  readonly place: string
  readonly mail: string
}

const firstNames = [
  'Anna',
  'James',
  'Li',
  'Maria',
  'Peter',
  'Fatima',
  'John',
  'Sofia',
  'K. R.',
  'Elena',
  'David',
  'Noor',
  'T.',
  'Ingrid',
  'Samuel',
  'Priya',
] as const
const lastNames = [
  'Müller',
  'Smith',
  'Chen',
  'García',
  'Okafor',
  'Rossi',
  'Johnson',
  'de Vries',
  'Novak',
  'Tanaka',
  'Brown',
  'Lindqvist',
  'Haddad',
  'Kowalski',
  'Martin',
] as const
const towns = [
  'Bergen',
  'Lyon',
  'Boston, MA 02115',
  'Leeds',
  'Porto',
  '10117 Berlin',
  'Utrecht',
  'Austin, Texas',
  'Ghent',
  'Madison, WI',
  'Turin',
  'York',
] as const
const institutes = [
  'Department of Physics, University of',
  'Institute for Water Research,',
  'School of Public Health,',
  'Research Centre',
  'Faculty of Law, University of',
  'National Office,',
  'Computer Science Laboratory,',
] as const
const streets = [
  'Harbour Street',
  'Mill Lane',
  'King Street',
  'Station Road',
  'Main Street',
  'Elm Avenue',
  'Church Walk',
] as const

export function drawPerson({ random }: Composer): Person {
  const last = random.pick(lastNames)
  const town = random.pick(towns)
  return {
    name: `${random.pick(firstNames)} ${last}`,
    place: `${random.pick(institutes)} ${town}`,
    mail: `${last.toLowerCase().replace(/[^a-z]/g, '')}@${random.pick(['example.org', 'uni.example.edu', 'mail.example.com'])}`,
  }
}

export function drawAddress({ random }: Composer): string[] {
  const lines = [`${random.int(1, 480)} ${random.pick(streets)}`, random.pick(towns)]
  if (random.chance(0.4))
    lines.push(random.pick(['United Kingdom', 'Norway', 'USA', 'Portugal', 'Belgium']))
  if (random.chance(0.4))
    lines.push(`Tel. +${random.int(1, 49)} ${random.int(100, 999)} ${random.int(1000, 9999)}`)
  return lines
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export function drawDate({ random }: Composer): string {
  const [day, year, month] = [random.int(1, 28), random.int(1996, 2026), random.pick(months)]
  return random.pick([
    `${day} ${month} ${year}`,
    `${month} ${day}, ${year}`,
    `${year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    `${month} ${year}`,
    `${day}/${random.int(1, 12)}/${year}`,
  ])
}
