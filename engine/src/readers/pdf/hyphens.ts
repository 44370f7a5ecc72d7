/** Joins lines of a paragraph or a cell: removes word-break hyphens and keeps others, by the words of the text around. */
import { isAscii } from './ascii.ts'
import { logChanceOf } from './models/index.ts'
import { lineLimits as limits, hyphenSettings as settings } from './settings.ts'

/** Prefixes that nearly always keep their hyphen, also at a line end. */
const prefixes: ReadonlySet<string> = new Set(
  'all cross ever full half high long low non one quasi self short single two well'.split(' '),
)
/** Words that do not begin compounds, although many words are broken after these letters: `an-other`, `to-ward`. */
const unfitStarts: ReadonlySet<string> = new Set(
  'am an any as at be can every for he here how is it me so some there to us we what when where who with'.split(
    ' ',
  ),
)
/** Words that end no compounds, although many words are broken before them: `consider-able`, `any-thing`. */
const unfitEnds: ReadonlySet<string> = new Set('able body ever thing ward where wise'.split(' '))
/** Words in the middle of compounds: `signal-to-noise`, `state-of-the-art`. */
const innerWords: ReadonlySet<string> = new Set('and by for in of on or the to'.split(' '))
/** Words after which a hyphen stays open: `pre- and postwar`. */
const conjunctions: ReadonlySet<string> = new Set(
  'and or to und oder bis et ou y o e ou en of'.split(' '),
)

/**
 * The words of a text in lower case, including hyphenated ones and their first parts with the hyphen, without words broken
 * over lines.
 */
export interface Vocabulary {
  readonly has: (word: string) => boolean
  /**
   * False if no line ends within a word that the text has whole, as in most documents of word processors: most of their hyphens at
   * line ends are printed ones, in 81 of 118 cases with ground truth. Unknown for parts of a document.
   */
  readonly breaksWords?: boolean
}

const word = /[\p{L}\p{N}]+(?:[-‐'’][\p{L}\p{N}]+)*/gu

const asciiWord = /[a-z0-9]+(?:[-'][a-z0-9]+)*/g

/** Collects the words of a whole document. */
export function collectVocabulary(lines: Iterable<string>): Vocabulary {
  const parts: [string, string][] = []
  const words = collectWords(lines, parts)
  const breaksWords = parts.some(
    ([left, right]) => words.has(left + right) && !words.has(`${left}-${right}`),
  )
  return { has: (own) => words.has(own), breaksWords }
}

/** @param parts Receives the parts on both sides of hyphens at line ends. */
export function collectWords(lines: Iterable<string>, parts: [string, string][] = []): Set<string> {
  const words = new Set<string>()
  let broken = false
  let left = ''
  for (const line of lines) {
    const isPlain = isAscii(line)
    const endsHyphened = lineEndHyphen.test(line.slice(-3))
    const found = line.toLowerCase().match(isPlain ? asciiWord : word) ?? []
    const last = found.length - (endsHyphened ? 1 : 0)
    if (broken && found[0] !== undefined) parts.push([left, found[0]])
    for (let index = broken ? 1 : 0; index < last; index++) {
      const own = found[index] as string
      const plain = isPlain ? own : own.replace(/‐/g, '-')
      words.add(plain)
      const hyphen = plain.indexOf('-')
      if (hyphen > 0) words.add(plain.slice(0, hyphen + 1))
    }
    broken = endsHyphened
    left = found.at(-1) ?? ''
  }
  return words
}

/** A hyphen after a letter or digit, at the end. */
const lineEndHyphen = /[\p{L}\p{N}][-‐\u00ad]$/u
const lastPart = /[\p{L}\p{N}]+(?:[-‐'’][\p{L}\p{N}]+)*(?=[-‐\u00ad]$)/u
const firstPart = /^[\p{L}\p{N}]+(?:['’][\p{L}]+)*/u
/** Matches scripts written without blanks: Chinese and Japanese. */
export const solidScript = /[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/
/** Matches the parts of a word in capitals; a shorter second part is an abbreviation. */
const capitalParts = /^\p{Lu}{2,}-\p{Lu}{3,}$/u
const wordAtEnd = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u
const lettersAtEnd = /\p{L}+$/u
/** Matches a word that begins with a small letter. */
const smallLetters = /^\p{Ll}\p{L}*/u
const hyphenedStart = /^(?:-[\p{L}\p{N}]+)+/u
/** Matches a slash at a line end within alternatives and quantities: `and/or`, `mg/kg`. */
const openSlash = /[\p{L}\p{N}]\/$/u
/** Matches an underscore at a line end within a name: `MAX_` `LENGTH`. */
const openName = /[A-Za-z0-9]_$/
/** Matches the hyphen that TeX prints where it breaks a name after an underscore: `lam_handle_-` `free`. */
const brokenName = /[A-Za-z0-9]_-$/
/** Matches the end of a path or a name in code that continues on the next line: `/etc/apt/sources.` `list`. */
const openCode = /_$|(?:^|\s)(?!\/\/)\S*\/\S*[._/]$/
/** Last characters of an address that continues on the next line; they exclude most lines cheaply. */
const addressEnd = /[/\-_.=&?%#:]/
const openAddress = /(?:(?:https?:\/\/|www\.|doi\.org)\S*[/\-_.=&?%#]|\b(?:https?:\/{0,2}|www\.))$/i
/** Matches the beginning of an address: the next one of a list. */
const addressStart = /^(?:https?:|www\.)/i

/**
 * Replaces the soft hyphens within a line by hyphens: some fonts use their code for the hyphen. A soft hyphen at the end of the line
 * may break a word, and stays.
 */
export function withInnerHyphens(line: string): string {
  return line.includes('\u00ad') ? line.replace(/\u00ad(?!$)/g, '-') : line
}

/** Replaces all soft hyphens of a text whose lines are joined: joining has removed those that break words. */
export function withHyphens(text: string): string {
  return text.includes('\u00ad') ? text.replaceAll('\u00ad', '-') : text
}

const label = /^\p{Lu}[\p{L}\p{M} -]{1,24}:\s+\S/u

/** Returns true for a line that begins with a label and its value: `Author: …`. */
export function beginsWithLabel(line: string): boolean {
  return label.test(line)
}

/** Returns true if a text ends within an address or a word. */
export function endsBroken(text: string): boolean {
  const tail = text.slice(-limits.brokenCharacters)
  return lineEndHyphen.test(tail.slice(-3)) || openAddress.test(tail)
}

/** Number of characters that joining two lines adds. */
const joints = { blank: 1, solid: 0, withoutHyphen: -1 } as const
type Joint = (typeof joints)[keyof typeof joints]

/**
 * Decides how two lines of one paragraph are joined; an empty line adds nothing.
 *
 * @param isCode True if the line end is within code, whose names often have hyphens.
 */
export function jointOf(
  before: string,
  after: string,
  vocabulary: () => Vocabulary,
  isCode = false,
): Joint {
  if (before === '' || after === '') return joints.solid
  const tail = before.slice(-limits.brokenCharacters)
  if (isCode && isWithinOption(tail, after, vocabulary)) return joints.solid
  if (isCode && isWithinName(tail, after, vocabulary)) return joints.solid
  if (isCode && openCode.test(tail) && /^[a-z0-9]/i.test(after)) return joints.solid
  if (brokenName.test(tail.slice(-3)) && /^[A-Za-z0-9]/.test(after)) return joints.withoutHyphen
  if (lineEndHyphen.test(tail.slice(-3))) return jointAtHyphen(tail, after, vocabulary(), isCode)
  const end = tail.slice(-1)
  const start = after.slice(0, 1)
  if (solidScript.test(end) && solidScript.test(start)) return joints.solid
  if (addressStart.test(after) || beginsWithLabel(after)) return joints.blank
  const isSentenceEnd = end === '.' && /^[A-Z]/.test(after)
  if (addressEnd.test(end) && openAddress.test(tail) && /^[\w%/]/.test(after) && !isSentenceEnd)
    return joints.solid
  // A small letter begins a word of the text, as in "the keyword class_ can".
  if (openName.test(tail.slice(-2)) && /^[A-Z0-9]/.test(after)) return joints.solid
  if (openSlash.test(tail.slice(-3)) && /^[\p{L}\p{N}]/u.test(after)) return joints.solid
  if (/\S[—–]$/.test(tail.slice(-2)) && /^[\p{L}\p{N}]/u.test(after)) return joints.solid
  return joints.blank
}

/** Returns true if the lines are parts of a command's option: `--` `all`, or `--keep` `-going` where the text has `keep-going`. */
function isWithinOption(before: string, after: string, vocabulary: () => Vocabulary): boolean {
  if (before.endsWith('--')) return /^[\p{L}\p{N}]/u.test(after)
  const rest = hyphenedStart.exec(after)?.[0]
  const start = wordAtEnd.exec(before)?.[0]
  return start !== undefined && rest !== undefined && vocabulary().has((start + rest).toLowerCase())
}

/** Returns true if the lines are parts of a name that the text has, broken without a hyphen: `summarizeOver` `laps`. */
function isWithinName(before: string, after: string, vocabulary: () => Vocabulary): boolean {
  const left = lettersAtEnd.exec(before)?.[0].toLowerCase()
  const right = smallLetters.exec(after)?.[0].toLowerCase()
  if (left === undefined || right === undefined || !vocabulary().has(left + right)) return false
  return gainOfJoining(left, right) >= settings.codeNats
}

/** Applies the rules of word breaks in order; the first that fits decides. */
function jointAtHyphen(
  before: string,
  after: string,
  vocabulary: Vocabulary,
  isCode: boolean,
): Joint {
  if (before.endsWith('\u00ad')) return joints.withoutHyphen
  const leftAsPrinted = lastPart.exec(before)?.[0] ?? ''
  const left = leftAsPrinted.toLowerCase().replace(/‐/g, '-')
  const rightAsPrinted = firstPart.exec(after)?.[0] ?? ''
  const right = rightAsPrinted.toLowerCase()
  if (right === '') return joints.blank
  if (conjunctions.has(right) && after.charAt(right.length) === ' ') return joints.blank
  const isBroken = vocabulary.has(left + right)
  const isHyphened = vocabulary.has(`${left}-${right}`)
  const startsSmall = /^\p{Ll}/u.test(rightAsPrinted)
  // No word is broken before a figure: a document with `PDP-1` may have a file `pdp1`, too.
  if (isBroken && (startsSmall || !isHyphened)) return joints.withoutHyphen
  if (isHyphened) return joints.solid
  // Among capitals, a capital after the hyphen shows no compound.
  if (capitalParts.test(`${leftAsPrinted}-${rightAsPrinted}`)) {
    // Two letters may be an abbreviation: `CD-ROM`, but `IN-CIDENTAL`.
    const least = left.length > 2 ? settings.compoundNats : settings.codeNats
    return gainOfJoining(left, right) < least ? joints.solid : joints.withoutHyphen
  }
  if (!startsSmall) return joints.solid
  if (left.length === 1 || prefixes.has(left) || isSymbol(leftAsPrinted)) return joints.solid
  // `ex-husband`, but `ex-ample`; `so-called`, but `so-lution`.
  if (left === 'ex') return vocabulary.has(right) ? joints.solid : joints.withoutHyphen
  if (left === 'so' && right === 'called') return joints.solid
  if (innerWords.has(right) && after.charAt(right.length) === '-') return joints.solid
  if (unfitStarts.has(left) || unfitEnds.has(right)) return joints.withoutHyphen
  const isCompound = left.includes('-') || vocabulary.has(`${left}-`)
  if (openAddress.test(before)) {
    if (gainOfJoining(left, right) < settings.addressNats) return joints.solid
  } else if (isCode || isCompound) {
    const most = isCode ? settings.codeNats : settings.compoundNats
    if (gainOfJoining(left, right) < most) return joints.solid
  } else if (vocabulary.breaksWords === false && gainOfJoining(left, right) < 0) return joints.solid
  const known = vocabulary.has(left) && vocabulary.has(right)
  return known && right.length >= 4 ? joints.solid : joints.withoutHyphen
}

/** Returns how much more likely the letters of two parts are as one word than as two, in nats. */
function gainOfJoining(left: string, right: string): number {
  const last = left.slice(left.lastIndexOf('-') + 1)
  return logChanceOf(` ${last}${right} `, 1) - logChanceOf(` ${last} ${right} `, 1)
}

/** Abbreviations and formulas: `DNA-based`, `4H-chromen`, `Covid19-related`. */
function isSymbol(part: string): boolean {
  return /\p{N}/u.test(part) || /\p{L}\p{Lu}$/u.test(part)
}
