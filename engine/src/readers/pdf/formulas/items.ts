/** Joins the atoms of one line into numbers, names and words; all other atoms remain single items. */
import { build, findFunction, isBigOperator, type MathNode } from '../../math/index.ts'
import { type Atom, extentOf, nodeOf } from './atoms.ts'
import { formulaSettings as settings } from './settings.ts'

/** An item on the line, with its scripts and limits. */
export interface Item {
  readonly atoms: readonly Atom[]
  readonly node: MathNode
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  /** True if a blank separates its text from the next, as between words. */
  readonly isWord: boolean
  readonly takesLimits: boolean
  readonly sup: Atom[]
  readonly sub: Atom[]
  readonly over: Atom[]
  readonly under: Atom[]
}

const isDigit = (atom: Atom | undefined) => atom && !atom.node && /^\d$/.test(atom.text)
const isLetter = ({ text, node }: Atom) => !node && /^[\p{L}’'-]$/u.test(text)
const isLatin = ({ text }: Atom) => /^[A-Za-z\u00c0-\u024f]$/.test(text)

export function itemsOf(atoms: readonly Atom[]): Item[] {
  const items: Item[] = []
  for (let index = 0; index < atoms.length; ) {
    const atom = atoms[index] as Atom
    const abbreviated = atoms.slice(index, index + abbreviationLength(atoms, index))
    if (abbreviated.length > 0) {
      items.push(makeItem(abbreviated, build.words(charactersOf(abbreviated)), true))
      index += abbreviated.length
      continue
    }
    const length = isDigit(atom) ? numberLength(atoms, index) : nameLength(atoms, index)
    const group = atoms.slice(index, index + length)
    items.push(length > 1 && !isDigit(atom) ? nameItem(group) : itemOf(group))
    index += length
  }
  return joinSigns(joinWords(items))
}

function isClose(before: Atom | undefined, next: Atom | undefined): boolean {
  if (!before || !next) return false
  // The letters of a ligature are one glyph.
  if (next.left === before.left && next.baseline === before.baseline) return true
  const gap = next.left - before.right
  return gap < settings.touch * next.size && gap > -0.4 * next.size && before.size === next.size
}

/** Counts the digits of a number with a decimal point, or with commas before groups of three. */
function numberLength(atoms: readonly Atom[], start: number): number {
  let end = start + 1
  for (;;) {
    const next = atoms[end]
    if (!next || !isClose(atoms[end - 1], next)) break
    const after = atoms[end + 1]
    const continues = isDigit(after) && isClose(next, after)
    const isGroup = next.text === ',' && [1, 2, 3].every((at) => isDigit(atoms[end + at]))
    const isEnded = !isDigit(atoms[end + 4])
    if (isDigit(next)) end += 1
    else if (continues && (next.text === '.' || (isGroup && isEnded))) end += 2
    else break
  }
  return end - start
}

/** Counts upright letters without gaps, which form a name. */
function nameLength(atoms: readonly Atom[], start: number): number {
  const first = atoms[start] as Atom
  if (!isNameLetter(first) || !isLatin(first)) return 1
  let end = start + 1
  while (end < atoms.length) {
    const next = atoms[end] as Atom
    if (!isNameLetter(next) || next.variant !== first.variant || !isClose(atoms[end - 1], next))
      break
    end += 1
  }
  while (end > start + 1 && !isLatin(atoms[end - 1] as Atom)) end -= 1
  const length = end - start
  if (first.variant === undefined) return length < settings.nameLetters.slanted ? 1 : length
  return first.variant === 'bold' && length < settings.nameLetters.bold ? 1 : length
}

/** Returns the number of letters and dots of an abbreviation such as `s.t.` or `i.i.d.`, or 0 if none begins here. */
function abbreviationLength(atoms: readonly Atom[], start: number): number {
  const isPart = (index: number): boolean => {
    const [letter, dot] = [atoms[index], atoms[index + 1]]
    if (letter?.variant !== 'normal' || !isNameLetter(letter) || !isLatin(letter)) return false
    return dot?.text === '.' && isClose(letter, dot)
  }
  let end = start
  while (isPart(end) && (end === start || isClose(atoms[end - 1], atoms[end]))) end += 2
  return end - start > 2 ? end - start : 0
}

function charactersOf(atoms: readonly Atom[]): string {
  return atoms.map(({ text }) => text).join('')
}

function isNameLetter(atom: Atom): boolean {
  if (!isLetter(atom)) return false
  return atom.isText || (atom.variant !== undefined && /^(?:normal|sans|mono)/.test(atom.variant))
}

function itemOf(atoms: readonly Atom[]): Item {
  const [first] = atoms
  const text = charactersOf(atoms)
  const variant = first?.variant
  const node: MathNode =
    atoms.length > 1
      ? { type: 'digits', text, ...(variant && { variant }) }
      : first
        ? nodeOf(first)
        : build.nothing
  return makeItem(atoms, node)
}

/** Makes an item without scripts and limits. */
function makeItem(atoms: readonly Atom[], node: MathNode, isWord = false): Item {
  const { left, right, x0, x1, y0, y1 } = extentOf(atoms)
  const place = { x0: Math.min(left, x0), x1: Math.max(right, Math.min(x1, right + 1)), y0, y1 }
  return { atoms, ...place, ...noScripts(), node, isWord, takesLimits: hasLimits(node) }
}

const noScripts = () => ({ sup: [], sub: [], over: [], under: [] })

/** Returns the right end of an item with its sub- and superscripts. */
export function endOfScripts({ x1, sup, sub }: Item): number {
  return Math.max(x1, ...[...sup, ...sub].map(({ right }) => right))
}

/** Makes an item of no width for scripts before a letter. */
export function emptyItem(x: number, { y0, y1 }: Pick<Item, 'y0' | 'y1'>): Item {
  const place = { x0: x, x1: x, y0, y1 }
  return {
    atoms: [],
    ...place,
    ...noScripts(),
    node: build.nothing,
    isWord: false,
    takesLimits: false,
  }
}

function hasLimits(node: MathNode): boolean {
  if (node.type === 'symbol') return isBigOperator(node.text) || /^[→←⟶⟵=≡]$/u.test(node.text)
  if (node.type === 'name') return node.role === 'function' || node.variant === 'normal'
  return node.type === 'accent'
}

function nameItem(atoms: readonly Atom[]): Item {
  const [first] = atoms
  const text = charactersOf(atoms)
  const isUpright = first?.variant === 'normal'
  const isFunction = isUpright && (findFunction(text) !== undefined || isOperatorName(text))
  const variant = first?.variant ?? 'italic'
  const node: MathNode = {
    type: 'name',
    text,
    role: isFunction ? 'function' : 'identifier',
    ...(!isFunction && { variant }),
  }
  return makeItem(atoms, node, !isFunction && isUpright)
}

/** Returns true for operators that authors define; their limits are below them. */
function isOperatorName(text: string): boolean {
  return /^(?:arg(?:max|min)|minimi[sz]e|maximi[sz]e|ess|softmax|sgn|sign|diag|tr|rank|span|supp|Var|Cov|div|grad|curl|mod)$/.test(
    text,
  )
}

/** Joins adjacent words into one text. */
function joinWords(items: readonly Item[]): Item[] {
  const joined: Item[] = []
  for (const item of items) {
    const before = joined.at(-1)
    if (before?.isWord && item.isWord && areOneText(before, item)) {
      const words = build.words(`${textOf(before)} ${textOf(item)}`)
      joined[joined.length - 1] = makeItem([...before.atoms, ...item.atoms], words, true)
    } else joined.push(item)
  }
  return joined.map((item, index) => spaced(item, joined[index - 1], joined[index + 1]))
}

function areOneText(before: Item, item: Item): boolean {
  const size = item.atoms[0]?.size ?? 0
  return item.x0 - before.x1 < settings.row * size
}

function textOf({ node }: Item): string {
  return node.type === 'name' || node.type === 'words' ? node.text : ''
}

/** Matches words that are not names of functions: blanks separate them from their neighbours. */
const plainWord =
  /^(?:if|for|and|or|with|where|when|otherwise|else|all|such|that|is|in|of|the|on|at|to|by|as|then|some|any|every|even|odd|subject)$/i

function spaced(item: Item, before: Item | undefined, next: Item | undefined): Item {
  const text = textOf(item)
  if (!item.isWord || !(item.node.type === 'words' || plainWord.test(text))) return item
  const limit = settings.touch * (item.atoms[0]?.size ?? 0)
  const isNear = (gap: number) => gap > limit && gap < settings.row * (item.atoms[0]?.size ?? 0)
  const left = before && isNear(item.x0 - before.x1) ? ' ' : ''
  const right = next && isNear(next.x0 - item.x1) ? ' ' : ''
  return { ...item, node: build.words(left + text + right) }
}

/** Signs that are drawn one by one, and the sign that they form; integrals are drawn close together. */
const sequences: readonly {
  readonly signs: string
  readonly whole: string
  readonly gap: number
}[] = [
  { signs: '...', whole: '…', gap: Number.POSITIVE_INFINITY },
  { signs: '···', whole: '⋯', gap: Number.POSITIVE_INFINITY },
  { signs: '∫∫', whole: '∬', gap: settings.touch },
  { signs: '∬∫', whole: '∭', gap: settings.touch },
  // TeX's long arrows overlap their lines.
  { signs: '−→', whole: '⟶', gap: 0 },
  { signs: '←−', whole: '⟵', gap: 0 },
  { signs: '=⇒', whole: '⟹', gap: 0 },
  { signs: '⇐=', whole: '⟸', gap: 0 },
  { signs: '←→', whole: '⟷', gap: 0 },
  { signs: '⇐⇒', whole: '⟺', gap: 0 },
]

function joinSigns(items: readonly Item[]): Item[] {
  const joined: Item[] = []
  for (const item of items) {
    joined.push(item)
    for (const { signs, whole, gap } of sequences) {
      const parts = joined.slice(-signs.length)
      const limit = gap * (item.atoms[0]?.size ?? 0)
      const isOne = parts.every(
        (part, at) => at === 0 || part.x0 - (parts[at - 1]?.x1 ?? 0) < limit,
      )
      if (!isOne || parts.map(signOf).join('') !== signs) continue
      const atoms = parts.flatMap((part) => part.atoms)
      joined.splice(-signs.length, signs.length, makeItem(atoms, build.symbol(whole)))
    }
  }
  return joined
}

function signOf({ node }: Item): string {
  const sign = node.type === 'symbol' ? node.text : ''
  return sign === '⋅' ? '·' : sign === '-' ? '−' : sign
}
