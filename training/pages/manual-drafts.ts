/** Drafts of tables as in manuals of programs: commands, functions, short entries. */
import { cells, type Draft, type DraftCell } from './draft.ts'
import { type Composer, cutAtWord, drawHeading, drawItem, drawPhrase } from './stock.ts'

export function codeDraft(composer: Composer): Draft {
  const { random } = composer
  const rows = Array.from({ length: random.int(3, 8) }, () => [
    cutAtWord(random.pick(random.pick(composer.stock.code)).trim() || '--help', 40),
    drawItem(composer, 90),
  ])
  return {
    sort: 'code',
    rows: [
      random.pick([
        ['Command', 'Description'],
        ['Option', 'Meaning'],
        ['Field', 'Description'],
      ]),
      ...rows,
    ].map(cells),
    headerRows: 1,
  }
}

/** Names of functions or fields that begin alike, with types or values that repeat, as in manuals of programs. */
export function callsDraft(composer: Composer): Draft {
  const { random } = composer
  const stem = nameOf(drawHeading(composer))
  const ending = random.pick(['', '()', '(x)', '(n, x[n])', '.h'])
  const names = random.chance(0.6)
    ? () => `${stem}_${nameOf(drawHeading(composer))}${ending}`
    : () => `${nameOf(drawHeading(composer))}${ending}`
  const values = random.shuffle(['int', 'float', 'char *', 'void', 'bool', 'double', 'yes', 'no'])
  const some = values.slice(0, random.int(2, 4))
  const last = random.pick(['none', 'words', 'text'])
  const heads = ['Function', 'Type', 'Description']
  const rows = Array.from({ length: random.int(4, 14) }, () => [
    names(),
    random.pick(some),
    last === 'text' ? drawItem(composer, 70) : drawPhrase(composer, 24).toLowerCase(),
  ])
  const columns = last === 'none' ? 2 : 3
  return {
    sort: 'calls',
    rows: [heads, ...rows].map((row) => cells(row.slice(0, columns))),
    headerRows: 1,
  }
}

const nameOf = (text: string): string => /[a-z]{2,}/.exec(text.toLowerCase())?.[0] ?? 'value'

/** Cells of short entries, each on a line of its own, beside names of one line. */
export function entriesDraft(composer: Composer): Draft {
  const { random } = composer
  const heads = cells(
    Array.from({ length: random.int(2, 4) }, () => cutAtWord(drawHeading(composer), 18)),
  )
  if (random.chance(0.4)) return sharesDraft(composer, heads)
  const entry = () => cutAtWord(drawPhrase(composer, 26), 26)
  const rows = Array.from({ length: random.int(3, 8) }, () =>
    heads.map((_, column): DraftCell => {
      if (column === 0) return { text: cutAtWord(drawHeading(composer), 20) }
      const lines = Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, entry)
      return { text: random.chance(0.1) ? '' : entry(), lines }
    }),
  )
  return { sort: 'entries', rows: [heads, ...rows], headerRows: 1 }
}

/** Counts with their shares, or estimates with their errors, in brackets below them. */
function sharesDraft(composer: Composer, heads: DraftCell[]): Draft {
  const { random } = composer
  const unit = random.pick(['%', ' %', ''])
  const rows = Array.from({ length: random.int(3, 8) }, () =>
    heads.map((_, column): DraftCell => {
      if (column === 0) return { text: cutAtWord(drawPhrase(composer, 26), 26) }
      const share = random.between(0, 99).toFixed(random.int(0, 2))
      return { text: String(random.int(1, 999)), lines: [`(${share}${unit})`] }
    }),
  )
  return { sort: 'entries', rows: [heads, ...rows], headerRows: 1 }
}
