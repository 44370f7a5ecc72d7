/** Damages a document in one of many ways, determined by a seed. */

export type Random = () => number

const below = (random: Random, end: number): number => Math.floor(random() * end)

function oneOf<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[below(random, items.length)]
}

/** Boundary values for counts, sizes and offsets. */
const numbers = ['0', '-1', '1', '255', '65536', '2147483648', '99999999999999999999', '1e308', '']
/** Fragments to insert at invalid positions. */
const scraps = [
  ...['<', '>', '</', '/>', '"', '&', '&#x0;', '&#1114112;', '&e;', ']]>', '<![CDATA[', '<!--'],
  ...[
    '\0',
    '\uFFFE',
    '\uD800',
    '\u202E',
    '<?x?>',
    '<x:y>',
    '</w:p>',
    '</p>',
    '<table>',
    '</table>',
  ],
  '<!DOCTYPE a [<!ENTITY e "&e;&e;">]>',
]

const tag = /<[A-Za-z][^<>]{0,200}>/g
const attribute = /[\w:.-]+="[^"<]{0,200}"/g

type Damage = (text: string, random: Random) => string

interface Range {
  readonly start: number
  readonly end: number
}

/** Returns a random range: mostly short, sometimes most of the text. */
function range(text: string, random: Random): Range {
  const start = below(random, text.length)
  const length = 1 + Math.floor(random() ** 6 * text.length)
  return { start, end: Math.min(text.length, start + length) }
}

function replace(text: string, { start, end }: Range, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

/** Returns a random match with its position. */
function find(
  text: string,
  pattern: RegExp,
  random: Random,
): (Range & { found: string }) | undefined {
  const matches = [...text.matchAll(pattern)]
  const match = oneOf(random, matches)
  return match && { found: match[0], start: match.index, end: match.index + match[0].length }
}

const damages: readonly Damage[] = [
  function cut(text, random) {
    return replace(text, range(text, random), '')
  },
  function truncate(text, random) {
    return text.slice(0, below(random, text.length))
  },
  function repeat(text, random) {
    const { start, end } = range(text, random)
    const times = Math.min(1 + below(random, 40), Math.ceil(200_000 / (end - start)))
    return replace(text, { start, end: start }, text.slice(start, end).repeat(times))
  },
  function insert(text, random) {
    const at = below(random, text.length)
    return replace(text, { start: at, end: at }, oneOf(random, scraps) ?? '')
  },
  function renumber(text, random) {
    const match = find(text, /(?<==")-?\d+(?=")/g, random)
    return match ? replace(text, match, oneOf(random, numbers) ?? '') : text
  },
  /** Replaces the value of an attribute by that of another, so that references dangle or form cycles. */
  function exchangeAttributes(text, random) {
    const [match, other] = [find(text, attribute, random), find(text, attribute, random)]
    if (!match || !other) return text
    const value = other.found.slice(other.found.indexOf('='))
    return replace(text, match, match.found.slice(0, match.found.indexOf('=')) + value)
  },
  function dropAttribute(text, random) {
    const match = find(text, attribute, random)
    return match ? replace(text, match, '') : text
  },
  /** Replaces a tag by another, so that elements are unbalanced or misplaced. */
  function exchangeTags(text, random) {
    const [match, other] = [find(text, tag, random), find(text, tag, random)]
    return match && other ? replace(text, match, other.found) : text
  },
  function nest(text, random) {
    const match = find(text, tag, random)
    if (!match || match.found.endsWith('/>')) return text
    const name = /^<[\w:.-]+/.exec(match.found)?.[0].slice(1) ?? ''
    const depth = 2 ** below(random, 12)
    const begins = match.found.repeat(depth)
    // The inserted elements are closed or left open.
    const ends = random() < 0.5 ? `</${name}>`.repeat(depth) : ''
    return replace(text, match, begins + ends)
  },
]

/** Damages markup one to four times. */
export function damageText(text: string, random: Random): string {
  let damaged = text
  for (let times = 1 + below(random, 4); times > 0 && damaged !== ''; times -= 1) {
    damaged = (oneOf(random, damages) ?? String)(damaged, random)
  }
  return damaged
}

/** Damages bytes: changes some, removes or repeats a range, or truncates the end. */
export function damageBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const damaged = Buffer.from(bytes)
  const at = below(random, damaged.length)
  const length = 1 + below(random, 64)
  const kind = below(random, 4)
  if (kind === 0) return damaged.subarray(0, at)
  if (kind === 1) return Buffer.concat([damaged.subarray(0, at), damaged.subarray(at + length)])
  if (kind === 2) return Buffer.concat([damaged.subarray(0, at + length), damaged.subarray(at)])
  for (let times = length; times > 0; times -= 1) {
    damaged[below(random, damaged.length)] = below(random, 256)
  }
  return damaged
}

/** Damages one part of a package, removes one, or gives one the content of another. */
export function damageParts(
  parts: ReadonlyMap<string, Uint8Array>,
  random: Random,
): Map<string, Uint8Array> {
  const damaged = new Map(parts)
  const names = [...parts.keys()]
  const [name = '', other = ''] = [oneOf(random, names), oneOf(random, names)]
  const kind = random()
  if (kind < 0.05) damaged.delete(name)
  else if (kind < 0.1) damaged.set(name, parts.get(other) ?? new Uint8Array())
  else {
    const text = Buffer.from(parts.get(name) ?? []).toString('utf8')
    damaged.set(name, Buffer.from(damageText(text, random)))
  }
  return damaged
}
