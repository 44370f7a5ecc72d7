/** Assembles tall brackets from their parts, and parses rows between brackets as matrices, cases and binomials. */
import { build, findSymbol, type MathNode } from '../../math/index.ts'
import { type Atom, extentOf } from './atoms.ts'
import { deeper, merge, type Parsing, replace } from './parsing.ts'
import { columnsOf, splitRows } from './rows.ts'
import { formulaSettings as settings } from './settings.ts'

/** Each bracket and its parts, from Unicode's Miscellaneous Technical block. */
const wholes: readonly { readonly fragments: string; readonly whole: string }[] = [
  { fragments: '⎛⎜⎝', whole: '(' },
  { fragments: '⎞⎟⎠', whole: ')' },
  { fragments: '⎡⎢⎣', whole: '[' },
  { fragments: '⎤⎥⎦', whole: ']' },
  { fragments: '⎧⎨⎩⎪{', whole: '{' },
  { fragments: '⎫⎬⎭⎪}', whole: '}' },
  { fragments: '⎷⏐⌜', whole: '√' },
  { fragments: '⌠⎮⌡', whole: '∫' },
  { fragments: '|', whole: '|' },
  { fragments: '∥', whole: '∥' },
]

/** Brackets with a hook at one end only are built of the square bracket's parts. */
const halves: readonly { readonly fragments: string; readonly whole: string }[] = [
  { fragments: '⎡⎢', whole: '⌈' },
  { fragments: '⎤⎥', whole: '⌉' },
  { fragments: '⎢⎣', whole: '⌊' },
  { fragments: '⎥⎦', whole: '⌋' },
]
/** Some fonts map the bar of a tall brace to a whole brace, which is a part below a hook only. */
const isBrace = /^[{}]$/
const isFragment = new Set(
  wholes.flatMap(({ fragments }) => [...fragments].filter((part) => !isBrace.test(part))),
)

export function joinFragments(atoms: readonly Atom[]): Atom[] {
  const fragments = atoms
    .filter(({ text }) => isFragment.has(text) || isBrace.test(text))
    .sort((a, b) => a.y0 - b.y0)
  if (fragments.length < 2) return [...atoms]
  const columns: Atom[][] = []
  for (const fragment of fragments) {
    const column = columns.find((own) => goesOn(own, fragment))
    if (column) column.push(fragment)
    else if (!isBrace.test(fragment.text)) columns.push([fragment])
  }
  return columns.reduce<Atom[]>((rest, column) => joinColumn(rest, column), [...atoms])
}

/** Joins three full stops below each other, or on a slope, into one sign. */
export function joinDots(atoms: readonly Atom[]): Atom[] {
  const dots = atoms.filter(({ text }) => text === '.').sort((a, b) => a.y0 - b.y0)
  let rest: Atom[] = [...atoms]
  for (const first of dots) {
    const second = dots.find((dot) => isNextDot(first, dot) && rest.includes(dot))
    const third = second && dots.find((dot) => isSameStep(first, second, dot) && rest.includes(dot))
    if (!second || !third || !rest.includes(first)) continue
    const extent = extentOf([first, second, third])
    const step = second.left - first.left
    if (step < -settings.touch * first.size) continue
    const text = step > settings.touch * first.size ? '⋱' : '⋮'
    const axis = (extent.y0 + extent.y1) / 2
    rest = replace(rest, [first, second, third], { ...first, ...extent, text, axis })
  }
  return rest
}

function isNextDot(a: Atom, b: Atom): boolean {
  const [x, y] = [Math.abs(b.left - a.left), b.baseline - a.baseline]
  return y > settings.drift * a.size && y < settings.half * a.size && x < settings.half * a.size
}

function isSameStep(a: Atom, b: Atom, c: Atom): boolean {
  const near = settings.sameLine * a.size
  const [x, y] = [c.left - 2 * b.left + a.left, c.baseline - 2 * b.baseline + a.baseline]
  return c !== b && Math.abs(x) < near && Math.abs(y) < near
}

function goesOn(column: readonly Atom[], fragment: Atom): boolean {
  const last = column.at(-1)
  if (!last) return false
  const em = last.size
  const isAligned = Math.abs(last.left - fragment.left) < settings.touch * em
  const gap = fragment.y0 - last.y1
  // Bars of two lines may be below each other; those of one tall bar touch.
  const limit = isBar(fragment) ? settings.touch / 2 : settings.drift
  return isAligned && gap < limit * em && gap > -em
}

function joinColumn(atoms: readonly Atom[], column: readonly Atom[]): Atom[] {
  const [first] = column
  const found = [...halves, ...wholes].find(({ fragments }) =>
    column.every(({ text }) => fragments.includes(text)),
  )
  if (!first || !found || column.length < 2) return [...atoms]
  const extent = extentOf(column)
  const axis = (extent.y0 + extent.y1) / 2
  return replace(atoms, column, { ...first, ...extent, text: found.whole, axis })
}

function kindOf({ text }: Atom): string | undefined {
  return findSymbol(text)?.kind
}

function isTall({ y0, y1, size }: Atom): boolean {
  return y1 - y0 >= settings.tall * size
}

/** The parentheses of binomials in lines of text may be those of the text. */
const isParenthesis = ({ text }: Atom) => /^[()]$/.test(text)
const isBar = ({ text }: Atom) => /^[|∥‖]$/u.test(text)

interface Grid {
  readonly open: Atom
  readonly close: Atom | undefined
  readonly inner: readonly Atom[]
}

/** Parses rows between tall brackets, innermost brackets first. */
export function foldGrids(atoms: readonly Atom[], parsing: Parsing): readonly Atom[] {
  let rest = atoms
  const tried = new Set<Atom>()
  for (let grid = findGrid(rest, tried); grid; grid = findGrid(rest, tried)) {
    tried.add(grid.open)
    rest = foldGrid(rest, grid, deeper(parsing))
  }
  return rest
}

/** Returns the last tall opening bracket that was not tried yet; it contains no other opening bracket. */
function findGrid(atoms: readonly Atom[], tried: ReadonlySet<Atom>): Grid | undefined {
  const tall = atoms
    .filter((atom) => atom.text !== '' && (isTall(atom) || isParenthesis(atom)))
    .sort((a, b) => a.x0 - b.x0)
  for (let index = tall.length - 1; index >= 0; index--) {
    const open = tall[index] as Atom
    if (tried.has(open) || !(kindOf(open) === 'open' || isBar(open))) continue
    const close = tall
      .slice(index + 1)
      .find((atom) => isTall(atom) === isTall(open) && closes(atom, open))
    if (!close && open.text !== '{') continue
    const end = close?.x0 ?? Number.POSITIVE_INFINITY
    const inner = atoms.filter((atom) => {
      const y = (atom.y0 + atom.y1) / 2
      return (
        atom.left >= open.x0 + 0.01 &&
        atom !== open &&
        atom.right <= end + open.size / 2 &&
        atom !== close &&
        atom.x0 < end &&
        y > open.y0 &&
        y < open.y1
      )
    })
    return { open, close, inner }
  }
  return undefined
}

/** Returns true for a closing bracket at the height of an opening one. */
function closes(atom: Atom, open: Atom): boolean {
  const isLevel = (a: Atom, b: Atom) => (a.y0 + a.y1) / 2 > b.y0 && (a.y0 + a.y1) / 2 < b.y1
  if (!isLevel(atom, open) || !isLevel(open, atom)) return false
  if (isBar(open)) return atom.text === open.text
  return kindOf(atom) === 'close' && (atom.text === '}') === (open.text === '{')
}

function foldGrid(
  atoms: readonly Atom[],
  { open, close, inner }: Grid,
  parsing: Parsing,
): readonly Atom[] {
  const isSmall = inner.every((atom) => atom.size < settings.fullSize * open.size)
  const rows = isSmall || isTall(open) ? splitRows(inner) : []
  if (rows.length < 2) return atoms
  const columns = columnsOf(rows)
  const cells = rows.map((row) =>
    columns.map(({ from, to }) => {
      const own = row.atoms.filter(({ x0, x1 }) => (x0 + x1) / 2 >= from && (x0 + x1) / 2 < to)
      return parsing.read(own, [], parsing)
    }),
  )
  const all = [open, ...inner, ...(close ? [close] : [])]
  const axis = (open.y0 + open.y1) / 2
  const size = Math.max(...inner.map((atom) => atom.size))
  const leading = (rows[1]?.baseline ?? 0) - (rows[0]?.baseline ?? 0)
  const isColumn = isTall(open) && leading < settings.matrixLeading * size
  const isPair = rows.length === 2 && columns.length === 1
  const isBinomial = isPair && open.text === '(' && !isColumn
  const [[numerator] = [], [denominator] = []] = cells
  const held: MathNode =
    isBinomial && numerator && denominator
      ? build.fraction('none', numerator, denominator)
      : build.matrix(cells, close ? [] : columns.map(() => 'l' as const))
  const node = build.fenced(open.text, [held], close?.text ?? '')
  return merge(atoms, all, open, node, { axis, size, baseline: axis })
}
