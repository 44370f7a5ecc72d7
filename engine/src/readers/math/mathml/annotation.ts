/**
 * Takes the TeX annotation of a MathML formula, if it is simple enough to be trusted.
 *
 * Programs that convert TeX to MathML keep the TeX, which a person wrote. It is used only if KaTeX supports every command
 * and all groups are closed; otherwise the MathML is read.
 */
import { childrenNamed, type XmlElement } from '../../ooxml/index.ts'
import { functionCommands } from '../functions.ts'
import { markCommands } from '../marks.ts'
import { symbolEntries } from '../symbols.ts'

const encodings = /^(application\/x-tex|text\/x-tex|application\/x-latex|text\/x-latex|latex|tex)$/i

/** The longest annotation, characters; longer ones were not typed by a person. */
const MAX_LENGTH = 10_000

/** Returns the annotation of a formula that holds only `semantics`. */
export function findTex(element: XmlElement): string | undefined {
  const [only, ...others] = element.children
  const semantics = element.name === 'semantics' ? element : only
  if (semantics?.name !== 'semantics' || others.length > 0) return undefined
  const annotation = childrenNamed(semantics, 'annotation').find(({ attributes }) =>
    encodings.test(attributes['encoding'] ?? ''),
  )
  return annotation && findPlainTex(annotation.text)
}

/** Returns TeX from a page, without delimiters, if all its commands are supported and its groups closed. */
export function findPlainTex(tex: string): string | undefined {
  if (tex.length > MAX_LENGTH) return undefined
  const plain = cleanTex(tex.replace(/\s+/g, ' ').trim())
  return plain !== '' && isPlain(plain) ? plain : undefined
}

/** Removes the display style that pages add: `{\displaystyle E=mc^2}`. */
function cleanTex(tex: string): string {
  const [, grouped] = /^\{\s*\\(?:display|text)style(?![A-Za-z])(.*)\}$/.exec(tex) ?? []
  const inner = grouped !== undefined && isBalanced(grouped) ? grouped : tex
  return inner.replace(/^\s*\\(?:display|text)style(?![A-Za-z])/, '').trim()
}

const environments: ReadonlySet<string> = new Set(
  `matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array cases rcases aligned gathered split
  alignedat`.split(/\s+/),
)

const structure = `frac dfrac tfrac cfrac binom dbinom tbinom genfrac sqrt left right middle big Big bigg Bigg bigl
  bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm text textbf textit textrm textsf texttt mathrm mathbf mathit
  mathsf mathtt mathcal mathfrak mathbb mathscr boldsymbol bm operatorname overset underset stackrel substack limits
  nolimits displaystyle textstyle scriptstyle scriptscriptstyle quad qquad phantom hphantom vphantom smash boxed
  cancel bcancel xcancel not pmod bmod mod begin end hline le ge ne lt gt land lor lnot to gets rightarrow
  lbrace rbrace lbrack rbrack vert Vert lvert rvert lVert rVert langle rangle dots ldots cdots dotsb dotsc dotso
  dotsm implies impliedby iff colon xrightarrow xleftarrow overbrace underbrace overline underline widehat
  widetilde mathop mathrel mathbin mathord mathopen mathclose mathpunct mathinner prime backslash lfloor rfloor
  lceil rceil parallel mid emptyset varnothing hbar hslash dag ddag Box Diamond owns degree thinspace
  enspace space varliminf varlimsup bra ket braket`

/** Names of all trusted commands. */
export const trustedCommands: ReadonlySet<string> = new Set([
  ...structure.trim().split(/\s+/),
  ...commandsIn([...symbolEntries].map(([, { latex }]) => latex)),
  ...commandsIn(markCommands),
  ...commandsIn(functionCommands),
])

/** Returns the names of entries that consist of one command. */
function commandsIn(latex: readonly string[]): string[] {
  return latex.filter((entry) => /^\\[A-Za-z]+$/.test(entry)).map((entry) => entry.slice(1))
}

const tokens = /\\([A-Za-z]+)\*?(?:\s*\{([A-Za-z*]+)\})?|\\[^A-Za-z]|./gsu

/** Returns true if all commands are supported and all groups closed. */
function isPlain(tex: string): boolean {
  if (/[$#%\p{Cc}\p{Co}\p{Cs}]/u.test(tex) || !isBalanced(tex)) return false
  const open: string[] = []
  for (const [token, command, argument] of tex.matchAll(tokens)) {
    if (command !== undefined && !followCommand(command, argument, open)) return false
    if (/^\\[^A-Za-z{}|,:;!>& _\\]/.test(token)) return false
    if ((token === '&' || token === '\\\\') && !open.some((name) => environments.has(name)))
      return false
  }
  return open.length === 0
}

function followCommand(command: string, argument: string | undefined, open: string[]): boolean {
  if (command === 'left') open.push('left')
  if (command === 'right') return open.pop() === 'left'
  if (command === 'begin') open.push(argument ?? '')
  if (command === 'begin') return environments.has(argument ?? '')
  if (command === 'end') return open.pop() === argument
  return trustedCommands.has(command)
}

function isBalanced(tex: string): boolean {
  let depth = 0
  for (const [token] of tex.matchAll(/\\.|[{}]/gs)) {
    if (token === '{') depth += 1
    if (token === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
