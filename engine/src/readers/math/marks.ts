/** Maps marks over and under (combining and spacing characters, braces, bars, arrows) to LaTeX commands. */

interface MarkCommands {
  /** Command for a single symbol. */
  readonly narrow: string
  /** Command for several symbols. */
  readonly wide: string
  /** True for braces, whose limits label the brace: `\underbrace{x}_{n}`. */
  readonly labelled?: boolean
}

type Position = 'above' | 'below'

/** Characters of one mark, its position, and its commands. */
const rows: readonly (readonly [string, Position, string, string?])[] = [
  ['\u0302 ^ ˆ ⌃', 'above', '\\hat', '\\widehat'],
  ['\u0303 ~ ˜ ∼', 'above', '\\tilde', '\\widetilde'],
  ['\u0304 ¯ ˉ', 'above', '\\bar', '\\overline'],
  ['\u0305 ‾ _ ― — – ⎯ ─', 'above', '\\overline'],
  ['\u0331 \u0332 _ ¯ ˉ ‾ ― — – ⎯ ─', 'below', '\\underline'],
  ['\u0307 ˙ .', 'above', '\\dot'],
  ['\u0308 ¨ ..', 'above', '\\ddot'],
  ['\u20db ...', 'above', '\\dddot'],
  ['\u20dc ....', 'above', '\\ddddot'],
  ['\u030c ˇ', 'above', '\\check'],
  ['\u0301 ´ ˊ', 'above', '\\acute'],
  ['\u0300 ` ˋ', 'above', '\\grave'],
  ['\u0306 ˘', 'above', '\\breve'],
  ['\u030a ˚', 'above', '\\mathring'],
  ['\u20d7 →', 'above', '\\vec', '\\overrightarrow'],
  ['\u20d6 ←', 'above', '\\overleftarrow'],
  ['\u20e1 ↔', 'above', '\\overleftrightarrow'],
  ['\u20d0 ↼', 'above', '\\overleftharpoon'],
  ['\u20d1 ⇀', 'above', '\\overrightharpoon'],
  ['\u20ef →', 'below', '\\underrightarrow'],
  ['\u20ee ←', 'below', '\\underleftarrow'],
  ['\u034d ↔', 'below', '\\underleftrightarrow'],
  ['⏞ ︷', 'above', '\\overbrace'],
  ['⏟ ︸', 'below', '\\underbrace'],
  ['⎴', 'above', '\\overbracket'],
  ['⎵', 'below', '\\underbracket'],
]

const labelled: ReadonlySet<string> = new Set([
  '\\overbrace',
  '\\underbrace',
  '\\overbracket',
  '\\underbracket',
])

const commands = new Map<string, MarkCommands>(
  rows.flatMap(([characters, position, narrow, wide = narrow]) =>
    characters
      .split(' ')
      .map((character): [string, MarkCommands] => [
        `${position} ${character}`,
        { narrow, wide, ...(labelled.has(narrow) && { labelled: true }) },
      ]),
  ),
)

/** Returns the LaTeX commands of a mark. */
export function findMark(character: string, position: Position): MarkCommands | undefined {
  return commands.get(`${position} ${character}`)
}

/** Combining marks without a LaTeX command, with spacing characters that look alike. */
const spacingForms: Readonly<Record<Position, string>> = {
  above: '\u030b˝\u0311⌢\u0313’\u0314‘\u0315’\u030d|\u030e‖\u20d8∘\u20d4↶\u20d5↷',
  below:
    '\u0323.\u0324¨\u0325∘\u0327¸\u0328˛\u032a⌣\u032cˇ\u032dˆ\u032e˘\u032f⌢\u0330∼\u0333‗\u20e8…',
}

const spacing = new Map<string, { readonly character: string; readonly position: Position }>(
  (['above', 'below'] as const).flatMap((position) => {
    const characters = [...spacingForms[position]]
    return characters.flatMap(
      (mark, index): [string, { character: string; position: Position }][] => {
        const character = characters[index + 1]
        return index % 2 === 0 && character ? [[mark, { character, position }]] : []
      },
    )
  }),
)

/** Returns the command for a combining mark on a letter, if there is one. */
export function findCombiningMark(
  mark: string,
): { readonly character: string; readonly position: Position } | undefined {
  if (findMark(mark, 'above')) return { character: mark, position: 'above' }
  if (findMark(mark, 'below')) return { character: mark, position: 'below' }
  return spacing.get(mark)
}

/** The commands of all marks. */
export const markCommands: readonly string[] = [...commands.values()].flatMap(
  ({ narrow, wide }) => [narrow, wide],
)
