/** Pieces of LaTeX → one line of it, with blanks where a person would type them. */

/** What a piece is to its neighbours; TeX's atoms, and the parts of groups and environments. */
export type TokenKind =
  | 'ord'
  | 'op'
  | 'big'
  | 'bin'
  | 'rel'
  | 'open'
  | 'close'
  | 'punct'
  | 'sign'
  | 'script'
  | 'begin'
  | 'end'
  | 'cell'
  | 'space'

export interface Token {
  readonly latex: string
  readonly kind: TokenKind
  /** What it is to the piece behind, when that differs: the end of a sum's limits is still the sum. */
  readonly after?: TokenKind
  /** Set small: operators have no blanks. */
  readonly tight?: boolean
  /** The script that can't be put behind it, because it has one or would read it as its label. */
  readonly taken?: 'sub' | 'sup' | 'both'
  /** A script without braces: letters and digits behind it keep a distance. */
  readonly bare?: boolean
  /** Of a blank, its width, and whether it has no effect beside operators. */
  readonly em?: number
  readonly soft?: boolean
}

/** Joins pieces; blanks at the ends and beside group ends vanish. */
export function joinTokens(tokens: readonly Token[]): string {
  const parts: string[] = []
  let previous: Token | undefined
  let spaces: Token[] = []
  for (const token of tokens) {
    if (token.kind === 'space') {
      spaces.push(token)
      continue
    }
    const next = token.kind === 'bin' && !isOperand(previous) ? asSign(token) : token
    if (previous) parts.push(separator(previous, next, spaces))
    parts.push(next.latex)
    previous = next
    spaces = []
  }
  return parts.join('')
}

function rightKind(token: Token): TokenKind {
  return token.after ?? token.kind
}

/** Whether an operator behind it joins two things. */
function isOperand(token: Token | undefined): boolean {
  if (!token) return false
  const kind = rightKind(token)
  return kind === 'ord' || kind === 'close' || kind === 'end' || kind === 'script'
}

/** A plus or minus with nothing before it. */
function asSign(token: Token): Token {
  return { ...token, kind: 'sign' }
}

function separator(previous: Token, next: Token, spaces: readonly Token[]): string {
  const shown = writeSpaces(previous, next, spaces)
  if (shown !== '') return endsInWord(shown) && continuesWord(next) ? `${shown} ` : shown
  if (needsBlank(previous, next)) return ' '
  return needsGuard(previous, next) ? '{}' : ''
}

/** `\\[` and `\\*` would be read as options of the line end. */
function needsGuard(previous: Token, next: Token): boolean {
  return previous.latex === '\\\\' && /^[[*]/.test(next.latex)
}

function needsBlank(previous: Token, next: Token): boolean {
  if (endsInWord(previous.latex) && continuesWord(next)) return true
  const left = rightKind(previous)
  const right = next.kind
  if (needsGuard(previous, next)) return false
  if (left === 'begin' || right === 'end') return true
  if (left === 'cell' || right === 'cell') return !(previous.tight && right === 'rel')
  if (left === 'open' || right === 'close' || right === 'script') return false
  if (previous.bare && /^[A-Za-z0-9]/.test(next.latex)) return true
  return needsOperatorBlank(previous, next, left, right)
}

function needsOperatorBlank(
  previous: Token,
  next: Token,
  left: TokenKind,
  right: TokenKind,
): boolean {
  // `:=`, `<=`: characters that make one sign.
  if (left === 'rel' && right === 'rel') return isLoose(previous, next)
  if (left === 'rel' || right === 'rel') return isLoose(left === 'rel' ? previous : next)
  if (left === 'bin' || right === 'bin') return isLoose(left === 'bin' ? previous : next)
  if (left === 'punct') {
    return !previous.tight && right !== 'punct' && !/^\d/.test(next.latex)
  }
  if (left === 'op') return right !== 'open' && right !== 'punct'
  return left === 'big' && right !== 'punct'
}

/** Commands always have blanks, other operators where they are not set small. */
function isLoose(...tokens: readonly Token[]): boolean {
  return tokens.every(
    (token) => token.latex.startsWith('\\') || (!token.tight && tokens.length < 2),
  )
}

function endsInWord(latex: string): boolean {
  const start = latex.lastIndexOf('\\')
  return start >= 0 && /^\\[A-Za-z]+$/.test(latex.slice(start))
}

/** Whether a command before it would be read together with it; KaTeX counts @ among the letters. */
function continuesWord(token: Token): boolean {
  return /^[\p{L}\p{N}@]/u.test(token.latex)
}

/** From this width on, typed blanks are meant: to set formulas apart. In em; a typed blank has 0.25. */
const WIDE_EM = 0.75

function writeSpaces(previous: Token, next: Token, spaces: readonly Token[]): string {
  const left = rightKind(previous)
  if (spaces.length === 0 || isEdge(left, 'left') || isEdge(next.kind, 'right')) return ''
  const em = spaces.reduce((sum, space) => sum + (space.em ?? 0), 0)
  const isSoft = spaces.every((space) => space.soft)
  if (isSoft && !isShown(left, next.kind, em)) return ''
  return spaceCommand(em)
}

function isEdge(kind: TokenKind, side: 'left' | 'right'): boolean {
  if (kind === 'cell') return true
  return side === 'left' ? kind === 'open' || kind === 'begin' : kind === 'close' || kind === 'end'
}

/** Whether a typed blank between two such pieces can be seen. */
function isShown(left: TokenKind, right: TokenKind, em: number): boolean {
  const isOperator = (kind: TokenKind) => kind === 'bin' || kind === 'rel' || kind === 'sign'
  if (isOperator(left) || isOperator(right)) return false
  if (left === 'punct' || right === 'punct') return em >= WIDE_EM && left === 'punct'
  return (left !== 'op' && left !== 'big') || em >= WIDE_EM
}

/** Up to which width in em a command stands for a blank (The TeXbook, chapter 18, and amsmath). */
const spaceCommands: readonly (readonly [number, string])[] = [
  [-0.05, '\\!'],
  [0.05, ''],
  [0.195, '\\,'],
  [0.245, '\\:'],
  [0.265, '\\ '],
  [0.4, '\\;'],
  [WIDE_EM, '\\enspace'],
  [1.5, '\\quad'],
]

function spaceCommand(em: number): string {
  return spaceCommands.find(([upTo]) => em <= upTo)?.[1] ?? '\\qquad'
}
