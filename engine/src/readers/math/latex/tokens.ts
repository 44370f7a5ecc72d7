/** Joins LaTeX tokens into one line, with blanks where a person would type them. */

/** The spacing class of a token: TeX's atoms, and parts of groups and environments. */
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
  /** Its class for the next token, if different: the limits of a sum do not change that it is a sum. */
  readonly after?: TokenKind
  /** True if set small, where operators have no blanks. */
  readonly tight?: boolean
  /** Scripts that cannot follow: the token has one already, or would read it as its label. */
  readonly taken?: 'sub' | 'sup' | 'both'
  /** True for a script without braces, which needs a blank before a letter or digit. */
  readonly bare?: boolean
  /** For a blank: its width, and whether it has no effect beside operators. */
  readonly em?: number
  readonly soft?: boolean
}

/** Joins tokens; drops blanks at the ends and beside group ends. */
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

/** Returns true if an operator after the token is binary. */
function isOperand(token: Token | undefined): boolean {
  if (!token) return false
  const kind = rightKind(token)
  return kind === 'ord' || kind === 'close' || kind === 'end' || kind === 'script'
}

/** Makes a plus or minus without a left operand a sign. */
function asSign(token: Token): Token {
  return { ...token, kind: 'sign' }
}

function separator(previous: Token, next: Token, spaces: readonly Token[]): string {
  const shown = writeSpaces(previous, next, spaces)
  if (shown !== '') return endsInWord(shown) && continuesWord(next) ? `${shown} ` : shown
  if (needsBlank(previous, next)) return ' '
  return needsGuard(previous, next) ? '{}' : ''
}

/** Returns true before `\\[` and `\\*`, which TeX would read as options of the line end. */
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
  // `:=`, `<=`: two characters form one relation.
  if (left === 'rel' && right === 'rel') return isLoose(previous, next)
  if (left === 'rel' || right === 'rel') return isLoose(left === 'rel' ? previous : next)
  if (left === 'bin' || right === 'bin') return isLoose(left === 'bin' ? previous : next)
  if (left === 'punct') {
    return !previous.tight && right !== 'punct' && !/^\d/.test(next.latex)
  }
  if (left === 'op') return right !== 'open' && right !== 'punct'
  return left === 'big' && right !== 'punct'
}

/** Returns true if commands, or operators that are not set small, need blanks around them. */
function isLoose(...tokens: readonly Token[]): boolean {
  return tokens.every(
    (token) => token.latex.startsWith('\\') || (!token.tight && tokens.length < 2),
  )
}

function endsInWord(latex: string): boolean {
  const start = latex.lastIndexOf('\\')
  return start >= 0 && /^\\[A-Za-z]+$/.test(latex.slice(start))
}

/** Returns true if a preceding command would absorb the token: it begins with a letter, or @, which KaTeX counts as one. */
function continuesWord(token: Token): boolean {
  return /^[\p{L}\p{N}@]/u.test(token.latex)
}

/** Typed blanks of at least this width in em separate formulas; a single typed blank has 0.25. */
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

/** Returns true if a typed blank between two tokens is visible. */
function isShown(left: TokenKind, right: TokenKind, em: number): boolean {
  const isOperator = (kind: TokenKind) => kind === 'bin' || kind === 'rel' || kind === 'sign'
  if (isOperator(left) || isOperator(right)) return false
  if (left === 'punct' || right === 'punct') return em >= WIDE_EM && left === 'punct'
  return (left !== 'op' && left !== 'big') || em >= WIDE_EM
}

/** Commands by the greatest width in em that each represents (The TeXbook, chapter 18, and amsmath). */
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
